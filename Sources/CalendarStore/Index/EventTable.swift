import CalendarModel

/// Finds events of a list by ID: a hash table of indices, eight bytes each. The IDs themselves are in the
/// events, which are compared only if their hashes are equal: an event is seldom in the processor's cache.
///
/// The owner of the list reports its changes: call `insert` after adding an event at an index, and `remove`
/// before removing it.
struct EventTable: Sendable {
  /// Half of the hash of an ID, and an index plus one; or 0 if the slot is free.
  private struct Slot {
    var hash: UInt32 = 0
    var entry: UInt32 = 0

    var isFree: Bool { entry == 0 }
    var index: Int { Int(entry) - 1 }
  }

  /// The count is a power of two; at most three quarters are in use.
  private var slots: [Slot] = []
  private var count = 0

  mutating func reserveCapacity(_ capacity: Int) {
    guard count == 0, capacity > 0 else { return }
    slots = [Slot](repeating: Slot(), count: EventTable.size(for: capacity))
  }

  func index(of id: EventID, in events: [SharedEvent]) -> Int? {
    guard !slots.isEmpty else { return nil }
    return find(id, EventTable.hash(of: id), in: events)
  }

  /// Adds the event at an index. Its ID must not be in the table yet.
  mutating func insert(_ index: Int, in events: [SharedEvent]) {
    makeRoom()
    put(index, EventTable.hash(of: events[index].event.id))
  }

  /// Adds an event that is about to be put at an index, if its ID is not in the table yet.
  ///
  /// - Returns: the index of the event with the same ID; nil if there was none.
  mutating func insertUnlessPresent(_ id: EventID, as index: Int, in events: [SharedEvent]) -> Int? {
    let hash = EventTable.hash(of: id)
    if !slots.isEmpty, let known = find(id, hash, in: events) { return known }
    makeRoom()
    put(index, hash)
    return nil
  }

  /// Removes the event at an index.
  mutating func remove(_ index: Int, in events: [SharedEvent]) {
    guard !slots.isEmpty else { return }
    var gap = home(of: EventTable.hash(of: events[index].event.id))
    while slots[gap].entry != UInt32(index + 1) {
      guard !slots[gap].isFree else { return }
      gap = next(gap)
    }
    count -= 1
    slots[gap] = Slot()
    // Entries that were displaced by the removed one move up.
    var slot = next(gap)
    while !slots[slot].isFree {
      let home = home(of: slots[slot].hash)
      let isBetween = gap <= slot ? gap < home && home <= slot : gap < home || home <= slot
      if !isBetween {
        (slots[gap], slots[slot]) = (slots[slot], Slot())
        gap = slot
      }
      slot = next(slot)
    }
  }

  private func find(_ id: EventID, _ hash: UInt32, in events: [SharedEvent]) -> Int? {
    var slot = home(of: hash)
    while !slots[slot].isFree {
      if slots[slot].hash == hash, events[slots[slot].index].event.id == id { return slots[slot].index }
      slot = next(slot)
    }
    return nil
  }

  /// Makes room for one more.
  private mutating func makeRoom() {
    count += 1
    guard count * 4 > slots.count * 3 else { return }
    let old = slots
    slots = [Slot](repeating: Slot(), count: EventTable.size(for: max(16, count * 2)))
    for slot in old where !slot.isFree { put(slot.index, slot.hash) }
  }

  private mutating func put(_ index: Int, _ hash: UInt32) {
    var slot = home(of: hash)
    while !slots[slot].isFree { slot = next(slot) }
    slots[slot] = Slot(hash: hash, entry: UInt32(index + 1))
  }

  private static func size(for capacity: Int) -> Int {
    var size = 16
    while size * 3 < capacity * 4 { size *= 2 }
    return size
  }

  private static func hash(of id: EventID) -> UInt32 {
    var hasher = Hasher()
    hasher.combine(id)
    return UInt32(truncatingIfNeeded: hasher.finalize())
  }

  /// The first slot to probe.
  private func home(of hash: UInt32) -> Int { Int(hash) & (slots.count - 1) }

  private func next(_ slot: Int) -> Int { (slot + 1) & (slots.count - 1) }
}
