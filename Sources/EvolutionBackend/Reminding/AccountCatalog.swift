import CalendarModel

/// The calendars of accounts, for a program that rings their reminders and has a connection to the bus of its own.
package struct AccountCatalog: Sendable {
  /// A calendar that is switched on, and whose reminders are.
  package struct Entry: Hashable, Sendable {
    /// The identifier of the source.
    package let uid: String
    /// The path of the file that the calendar is; nil for any other.
    package let file: String?

    package var calendar: CalendarID { CalendarID(CalendarSource.keyPrefix + uid) }
  }

  /// The query for all events on which reminders depend: those with alarms, and series with their changed occurrences. Its
  /// functions have no arguments: with one, they match nothing.
  package static let eventsQuery = "(or (has-alarms?) (has-recurrences?))"

  private var sources = SourceCatalog()

  package init() {}

  /// Adds a source as the service reports it.
  ///
  /// - Parameters:
  ///   - path: its path on the bus.
  ///   - data: its description, a key file.
  package mutating func add(uid: String, data: String, at path: String) {
    sources.add(
      SourceCatalog.Record(uid: uid, data: KeyFile(data), connection: .disconnected, isEditable: false),
      at: path)
  }

  /// The calendars that ring.
  package var entries: [Entry] {
    sources.calendars.filter { $0.isEnabled && $0.hasReminders }.map { Entry(uid: $0.uid, file: $0.file) }
  }

  /// Returns the identifier of the source of a calendar; nil if it is not one of an account.
  package static func uid(of calendar: CalendarID) -> String? { CalendarSource.uid(of: calendar) }
}
