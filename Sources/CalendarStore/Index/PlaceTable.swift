import CalendarModel

/// Finds events of a list by their names: a table of places in four bytes each, for the names are in the events.
///
/// Whoever has the list says what changes in it: `insert` after an event came to a place, `remove` before it leaves it.
struct PlaceTable: Sendable {
  /// A place and one, or 0 for none. As many as a power of two, of which at most three quarters are in use.
  private var slots: [UInt32] = []
  private var count = 0

  /// Makes room for so many.
  mutating func reserveCapacity(_ capacity: Int) {
    guard count == 0, capacity > 0 else { return }
    slots = [UInt32](repeating: 0, count: PlaceTable.size(for: capacity))
  }

  /// The place of the event of that name; nil if there is none.
  func place(of id: EventID, in events: [SharedEvent]) -> Int? {
    guard !slots.isEmpty else { return nil }
    var slot = start(of: id)
    while slots[slot] != 0 {
      let place = Int(slots[slot]) - 1
      if events[place].event.id.uid == id.uid, events[place].event.id == id { return place }
      slot = next(slot)
    }
    return nil
  }

  /// Notes the place of an event whose name is new.
  mutating func insert(_ place: Int, in events: [SharedEvent]) {
    count += 1
    if count * 4 > slots.count * 3 { grow(events) }
    put(place, of: events[place].event.id)
  }

  /// Forgets the place of an event.
  mutating func remove(_ place: Int, in events: [SharedEvent]) {
    guard !slots.isEmpty else { return }
    var gap = start(of: events[place].event.id)
    while slots[gap] != UInt32(place + 1) {
      guard slots[gap] != 0 else { return }
      gap = next(gap)
    }
    count -= 1
    slots[gap] = 0
    // What was put behind it because its slot was taken moves up.
    var slot = next(gap)
    while slots[slot] != 0 {
      let home = start(of: events[Int(slots[slot]) - 1].event.id)
      let isBetween = gap <= slot ? gap < home && home <= slot : gap < home || home <= slot
      if !isBetween {
        (slots[gap], slots[slot]) = (slots[slot], 0)
        gap = slot
      }
      slot = next(slot)
    }
  }

  private mutating func grow(_ events: [SharedEvent]) {
    let old = slots
    slots = [UInt32](repeating: 0, count: PlaceTable.size(for: max(16, count * 2)))
    for slot in old where slot != 0 { put(Int(slot) - 1, of: events[Int(slot) - 1].event.id) }
  }

  private mutating func put(_ place: Int, of id: EventID) {
    var slot = start(of: id)
    while slots[slot] != 0 { slot = next(slot) }
    slots[slot] = UInt32(place + 1)
  }

  private static func size(for capacity: Int) -> Int {
    var size = 16
    while size * 3 < capacity * 4 { size *= 2 }
    return size
  }

  /// Where a name is looked for first. What tells most names of one list apart is hashed, and no more.
  private func start(of id: EventID) -> Int {
    var hasher = Hasher()
    hasher.combine(id.uid)
    hasher.combine(id.file)
    hasher.combine(id.recurrenceID)
    hasher.combine(id.duplicate)
    return hasher.finalize() & (slots.count - 1)
  }

  private func next(_ slot: Int) -> Int { (slot + 1) & (slots.count - 1) }
}
