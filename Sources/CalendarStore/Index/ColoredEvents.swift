import CalendarModel
import Synchronization

/// Copies of events with the color of their calendar. The copies are kept, so that later queries return the same
/// objects.
///
/// An event has a dozen strings and arrays. Copying the events of a crowded day for each query, and comparing the
/// copies with those of the previous query, would take longer than the query itself.
final class ColoredEvents: Sendable {
  /// The maximum number of copies that are kept: enough for a few crowded weeks.
  static let limit = 4_096

  /// An event, and its copy in the color of its calendar.
  private struct Entry {
    // Keeps the event alive, because its address identifies the entry.
    let event: SharedEvent
    let copy: SharedEvent
  }

  private let entries = Mutex<[ObjectIdentifier: Entry]>([:])

  /// Returns an event with the color of its calendar.
  func copy(of event: SharedEvent, in color: EventColor) -> SharedEvent {
    entries.withLock { entries in
      let id = ObjectIdentifier(event)
      if let existing = entries[id]?.copy, existing.event.calendarColor == color { return existing }
      var coloredEvent = event.event
      coloredEvent.calendarColor = color
      let copy = SharedEvent(coloredEvent)
      if entries.count >= Self.limit { entries = [:] }
      entries[id] = Entry(event: event, copy: copy)
      return copy
    }
  }
}
