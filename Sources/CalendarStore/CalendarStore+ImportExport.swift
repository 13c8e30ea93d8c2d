import CalendarModel

// What leaves the open calendars as a copy, and what comes to them from files that are not open.
extension CalendarStore {
  /// One occurrence as an iCalendar object of its own, with every change that was handed in; see
  /// `CalendarDocument.copy`. Nil if its event is no longer there.
  package func copy(of occurrence: Occurrence) -> [UInt8]? {
    process()
    return file(FileKey(occurrence.event.id))?.document.copy(of: occurrence)
  }

  /// The bytes of a file that somebody wants to take events from.
  ///
  /// - Throws: `StoreError` where it is no file, cannot be read, or has more than `limit` bytes.
  package func contents(ofFile path: String, limit: Int) throws(StoreError) -> [UInt8] {
    let kind: FileKind
    do { kind = try loader.files.kind(of: path) } catch { throw error.whileReading(path) }
    guard case .file(let filePath) = kind else { throw .notCalendar(path: path) }
    do { return try loader.files.read(filePath, limit: limit).bytes } catch { throw error.whileReading(path) }
  }
}
