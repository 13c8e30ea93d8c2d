@testable import CalendarStore

/// A suite in which another program changes one of the two events in `work.ics` while Handspan changes the other.
protocol ConcurrentRenameSuite {
  var folder: TemporaryFolder { get }
}

extension ConcurrentRenameSuite {
  /// The calendar before any change.
  static var text: String {
    Samples.calendar(Samples.event(uid: "standup"), Samples.event(uid: "lunch", summary: "Lunch"))
  }

  /// The calendar as the other program saves it.
  static var theirs: String { text.replacing("SUMMARY:Lunch", with: "SUMMARY:Theirs") }

  /// Returns a store that uses the given system calls. If it cannot merge a version, it moves that version to the
  /// folder `conflicts`.
  func store(_ calls: any FileCalls, isWatching: Bool = false) -> CalendarStore {
    CalendarStore(
      displayZone: .utc, isWatching: isWatching, files: CalendarFiles(calls: calls),
      conflictsFolder: folder.path("conflicts"))
  }
}
