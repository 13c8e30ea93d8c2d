/// The events of a file. Each event is a shared object, so it is in memory only once, no matter how many
/// views show it.
package struct EventList: RandomAccessCollection, ExpressibleByArrayLiteral, Hashable, Sendable {
  /// The events as shared objects, which can be stored without copying them.
  package private(set) var sharedEvents: [SharedEvent]

  package init(_ sharedEvents: [SharedEvent] = []) { self.sharedEvents = sharedEvents }

  package init(arrayLiteral events: CalendarEvent...) { sharedEvents = events.map { SharedEvent($0) } }

  package var startIndex: Int { 0 }
  package var endIndex: Int { sharedEvents.count }

  package subscript(position: Int) -> CalendarEvent {
    get { sharedEvents[position].event }
    set { sharedEvents[position] = SharedEvent(newValue) }
  }

  package func position(of id: EventID) -> Int? {
    // Compare the UID first: all events are in the same calendar and file.
    sharedEvents.firstIndex { $0.event.id.uid == id.uid && $0.event.id == id }
  }

  /// Returns the number of events with the given UID and RECURRENCE-ID.
  package func count(uid: ByteString, recurrenceID: String?) -> Int {
    sharedEvents.count { $0.event.id.uid == uid && $0.event.id.recurrenceID == recurrenceID }
  }

  package func contains(uid: ByteString) -> Bool { sharedEvents.contains { $0.event.id.uid == uid } }
}
