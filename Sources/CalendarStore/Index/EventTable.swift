import CalendarModel

/// A hash table that finds the events of a list by ID. It stores only indices, four bytes each; the IDs are
/// in the events.
///
/// The owner of the list reports its changes: call `insert` after adding an event at an index, and `remove`
/// before removing it.
struct EventTable: Sendable {
  /// Each slot contains an index plus one, or 0 if it is free. The number of slots is a power of two, and at
  /// most three quarters of them are in use.
  private var slots: [UInt32] = []
  private var count = 0

  mutating func reserveCapacity(_ capacity: Int) {
    guard count == 0, capacity > 0 else { return }
    slots = [UInt32](repeating: 0, count: EventTable.size(for: capacity))
  }

  func index(of id: EventID, in events: [SharedEvent]) -> Int? {
    guard !slots.isEmpty else { return nil }
    var slot = start(of: id)
    while slots[slot] != 0 {
      let index = Int(slots[slot]) - 1
      if events[index].event.id.uid == id.uid, events[index].event.id == id { return index }
      slot = next(slot)
    }
    return nil
  }

  /// Adds the event at an index. Its ID must not be in the table yet.
  mutating func insert(_ index: Int, in events: [SharedEvent]) {
    count += 1
    if count * 4 > slots.count * 3 { grow(events) }
    put(index, of: events[index].event.id)
  }

  /// Removes the event at an index.
  mutating func remove(_ index: Int, in events: [SharedEvent]) {
    guard !slots.isEmpty else { return }
    var gap = start(of: events[index].event.id)
    while slots[gap] != UInt32(index + 1) {
      guard slots[gap] != 0 else { return }
      gap = next(gap)
    }
    count -= 1
    slots[gap] = 0
    // Entries that were displaced by the removed one move up.
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
    slots = [UInt32](repeating: 0, count: EventTable.size(for: max(16, count * 2)))
    for slot in old where slot != 0 { put(Int(slot) - 1, of: events[Int(slot) - 1].event.id) }
  }

  private mutating func put(_ index: Int, of id: EventID) {
    var slot = start(of: id)
    while slots[slot] != 0 { slot = next(slot) }
    slots[slot] = UInt32(index + 1)
  }

  private static func size(for capacity: Int) -> Int {
    var size = 16
    while size * 3 < capacity * 4 { size *= 2 }
    return size
  }

  /// The first slot to probe for an ID. Hashes only the parts that differ between most IDs of one list.
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
