/// The events of a file, each of which whoever shows it has in common with the file.
public struct EventList: RandomAccessCollection, ExpressibleByArrayLiteral, Hashable, Sendable {
  /// The events, to be held without a copy.
  public private(set) var shared: [SharedEvent]

  /// Those events.
  public init(_ shared: [SharedEvent] = []) { self.shared = shared }

  /// Those events.
  public init(arrayLiteral events: CalendarEvent...) { shared = events.map { SharedEvent($0) } }

  /// The place of the first event.
  public var startIndex: Int { 0 }
  /// The place after the last event.
  public var endIndex: Int { shared.count }

  /// The event at a place.
  public subscript(place: Int) -> CalendarEvent {
    get { shared[place].event }
    set { shared[place] = SharedEvent(newValue) }
  }

  /// The place of the event of that name; nil if there is none.
  public func place(of id: EventID) -> Int? {
    // The UID first: all of them are of one calendar and one file.
    shared.firstIndex { $0.event.id.uid == id.uid && $0.event.id == id }
  }

  /// How many events have that UID and RECURRENCE-ID.
  public func count(uid: ByteString, recurrenceID: String?) -> Int {
    shared.count { $0.event.id.uid == uid && $0.event.id.recurrenceID == recurrenceID }
  }

  /// Whether an event has that UID.
  public func contains(uid: ByteString) -> Bool { shared.contains { $0.event.id.uid == uid } }
}
