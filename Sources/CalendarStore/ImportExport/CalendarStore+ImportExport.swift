import CalendarDocument
import CalendarModel
import Glibc

// Copies events from the open calendars, and reads other files for an import.
extension CalendarStore {
  /// Returns an occurrence, or a part of its series, as a complete iCalendar object, including all submitted
  /// changes; nil if its event no longer exists. See `CalendarDocument.copy`.
  ///
  /// - Parameter scope: the part of the series to return.
  package func copy(of occurrence: Occurrence, scope: EventEdit.Scope = .thisOccurrence) -> [UInt8]? {
    processMailbox()
    let document = file(ObjectKey(occurrence.event.id))?.document
    switch scope {
    case .thisOccurrence: return document?.copy(of: occurrence)
    case .thisAndFollowing:
      var random = SystemRandomNumberGenerator()
      let uid = EventID.random(in: occurrence.event.id.calendar, hasSeparateObjects: false, using: &random)
        .uid
      return document?.copy(
        ofThisAndFollowing: occurrence, uid: uid, stamp: Instant(seconds: time(nil)))
    case .all: return document?.copy(ofSeries: occurrence)
    }
  }

  /// Returns the contents of a file from which to import events.
  ///
  /// - Throws: `StoreError` if the path does not refer to a file, or if the file cannot be read or has more
  ///   than `limit` bytes.
  package func contents(ofFile path: String, limit: Int) throws(StoreError) -> [UInt8] {
    let kind: FileKind
    do { kind = try loader.files.kind(of: path) } catch { throw error.whileReading(path) }
    guard case .file(let filePath) = kind else { throw .notCalendar(path: path) }
    do { return try loader.files.read(filePath, limit: limit).bytes } catch { throw error.whileReading(path) }
  }
}
