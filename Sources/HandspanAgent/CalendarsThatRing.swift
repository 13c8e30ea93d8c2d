import CalendarDocument
import CalendarModel
import CalendarStore
import ReminderAgent
import Reminders
import UserSettings

/// Reads the calendars that the user has opened in Handspan. All results arrive on the main thread.
///
/// Swift's tasks are not used: once there was one, libdispatch wakes the process each second.
enum CalendarsThatRing {
  /// How often a file that seems to be written is read again, and the pause in milliseconds.
  private static let maximumAttempts = 6
  private static let pause: UInt32 = 500

  /// Reads the events of a calendar that reminders depend on; nil if it cannot be read.
  ///
  /// - Parameter copy: the path of the copy of a subscription; nil for a file or folder.
  static func read(
    _ calendar: CalendarID, copy: String?, _ attempt: Int = 1,
    answer: @escaping @MainActor @Sendable ([SharedEvent]?) -> Void
  ) {
    Background.run {
      if let copy {
        let events = document(of: calendar, copy)?.events.sharedEvents
          .filter { RingingAgent.isNeeded($0.event) }
        return MainThread.post { answer(events) }
      }
      let reading = try? CalendarEventReader().read(calendar, where: RingingAgent.isNeeded)
      MainThread.post {
        if reading?.isSettling == true, attempt < maximumAttempts {
          MainThread.after(milliseconds: pause) { read(calendar, copy: nil, attempt + 1, answer: answer) }
        } else {
          answer(reading?.events)
        }
      }
    }
  }

  private static func document(of calendar: CalendarID, _ copy: String) -> CalendarDocument? {
    guard let bytes = PrivateFile.read(copy, limit: CalendarDocument.sizeLimit) else { return nil }
    return try? CalendarDocument(bytes: bytes, calendar: calendar, file: nil, zones: SystemZones.shared)
  }

  /// Reads what notifications say about events.
  ///
  /// - Parameter copies: the paths of the copies of subscriptions.
  static func readTexts(
    of events: Set<EventID>, copies: [CalendarID: String],
    _ answer: @escaping @MainActor @Sendable ([EventID: ReminderText]) -> Void
  ) {
    Background.run {
      var texts: [EventID: ReminderText] = [:]
      let reader = CalendarEventReader()
      for (calendar, ids) in Dictionary(grouping: events, by: \.calendar) {
        let copy = copies[calendar].map { document(of: calendar, $0)?.events ?? [] }
        for id in ids {
          let event = copy.map { copy in copy.position(of: id).map { copy[$0] } } ?? reader.event(id)
          texts[id] = event.map { ReminderText($0) }
        }
      }
      let all = texts
      MainThread.post { answer(all) }
    }
  }
}
