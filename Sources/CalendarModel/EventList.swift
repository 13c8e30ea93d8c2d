/// The events of a file. Each is shared with whoever shows it, so that it is in memory once.
package struct EventList: RandomAccessCollection, ExpressibleByArrayLiteral, Hashable, Sendable {
  /// The events, to keep without copying them.
  package private(set) var shared: [SharedEvent]

  package init(_ shared: [SharedEvent] = []) { self.shared = shared }

  package init(arrayLiteral events: CalendarEvent...) { shared = events.map { SharedEvent($0) } }

  package var startIndex: Int { 0 }
  package var endIndex: Int { shared.count }

  package subscript(position: Int) -> CalendarEvent {
    get { shared[position].event }
    set { shared[position] = SharedEvent(newValue) }
  }

  package func position(of id: EventID) -> Int? {
    // The UID first: all of them are of one calendar and one file.
    shared.firstIndex { $0.event.id.uid == id.uid && $0.event.id == id }
  }

  /// How many events have that UID and RECURRENCE-ID.
  package func count(uid: ByteString, recurrenceID: String?) -> Int {
    shared.count { $0.event.id.uid == uid && $0.event.id.recurrenceID == recurrenceID }
  }

  package func contains(uid: ByteString) -> Bool { shared.contains { $0.event.id.uid == uid } }
}
