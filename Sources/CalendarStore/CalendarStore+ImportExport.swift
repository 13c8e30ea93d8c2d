import CalendarModel

// Copies events from the open calendars, and reads other files for an import.
extension CalendarStore {
  /// One occurrence as a complete iCalendar object, with all submitted changes; see `CalendarDocument.copy`.
  /// Nil if its event no longer exists.
  package func copy(of occurrence: Occurrence) -> [UInt8]? {
    process()
    return file(FileKey(occurrence.event.id))?.document.copy(of: occurrence)
  }

  /// The bytes of a file to import events from.
  ///
  /// - Throws: `StoreError` if it is not a file, cannot be read, or has more than `limit` bytes.
  package func contents(ofFile path: String, limit: Int) throws(StoreError) -> [UInt8] {
    let kind: FileKind
    do { kind = try loader.files.kind(of: path) } catch { throw error.whileReading(path) }
    guard case .file(let filePath) = kind else { throw .notCalendar(path: path) }
    do { return try loader.files.read(filePath, limit: limit).bytes } catch { throw error.whileReading(path) }
  }
}
