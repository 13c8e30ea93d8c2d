import CalendarModel
import Synchronization

/// The events that get the color of their calendar when they are queried, so that later queries return the same
/// objects.
///
/// An event has a dozen strings and arrays. Copying the events of a crowded day for each query, and comparing the
/// copies with those of the last one, would take longer than the query.
final class ColoredEvents: Sendable {
  /// The maximum number of events that are kept: those of a few crowded weeks.
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
      if let known = entries[id]?.copy, known.event.calendarColor == color { return known }
      var changed = event.event
      changed.calendarColor = color
      let copy = SharedEvent(changed)
      if entries.count >= Self.limit { entries = [:] }
      entries[id] = Entry(event: event, copy: copy)
      return copy
    }
  }
}
