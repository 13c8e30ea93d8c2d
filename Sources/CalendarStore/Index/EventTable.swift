import CalendarModel

/// A hash table that finds the events in a list by ID. It stores only indices and hashes, eight bytes for
/// each event. The IDs in the events are compared only if the hashes are equal, because events are seldom in
/// the processor's cache.
///
/// The owner of the list must report each change: it calls `insert` after adding an event, and `remove`
/// before removing one.
struct EventTable: Sendable {
  /// Half of the hash of an ID, and the index of the event plus one, which is 0 if the slot is free.
  private struct Slot {
    var hash: UInt32 = 0
    var indexPlusOne: UInt32 = 0

    var isFree: Bool { indexPlusOne == 0 }
    var index: Int { Int(indexPlusOne) - 1 }
  }

  /// The number of slots is a power of two. At most three quarters of them are in use.
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

  /// Adds the event at the given index. Its ID must not be in the table yet.
  mutating func insert(_ index: Int, in events: [SharedEvent]) {
    reserveSlot()
    fillSlot(index, EventTable.hash(of: events[index].event.id))
  }

  /// Adds an event that the caller is about to append at the given index, unless its ID is already in the
  /// table.
  ///
  /// - Returns: the index of the event with the same ID; nil if there was none.
  mutating func insertUnlessPresent(_ id: EventID, as index: Int, in events: [SharedEvent]) -> Int? {
    let hash = EventTable.hash(of: id)
    if !slots.isEmpty, let existingIndex = find(id, hash, in: events) { return existingIndex }
    reserveSlot()
    fillSlot(index, hash)
    return nil
  }

  /// Removes the event at the given index.
  mutating func remove(_ index: Int, in events: [SharedEvent]) {
    guard !slots.isEmpty else { return }
    var gap = home(of: EventTable.hash(of: events[index].event.id))
    while slots[gap].indexPlusOne != UInt32(index + 1) {
      guard !slots[gap].isFree else { return }
      gap = nextSlot(after: gap)
    }
    count -= 1
    slots[gap] = Slot()
    // Entries that were displaced by the removed one move up.
    var slot = nextSlot(after: gap)
    while !slots[slot].isFree {
      let home = home(of: slots[slot].hash)
      let isBetween = gap <= slot ? gap < home && home <= slot : gap < home || home <= slot
      if !isBetween {
        (slots[gap], slots[slot]) = (slots[slot], Slot())
        gap = slot
      }
      slot = nextSlot(after: slot)
    }
  }

  private func find(_ id: EventID, _ hash: UInt32, in events: [SharedEvent]) -> Int? {
    var slot = home(of: hash)
    while !slots[slot].isFree {
      if slots[slot].hash == hash, events[slots[slot].index].event.id == id { return slots[slot].index }
      slot = nextSlot(after: slot)
    }
    return nil
  }

  /// Counts one more entry, and makes room for it.
  private mutating func reserveSlot() {
    count += 1
    guard count * 4 > slots.count * 3 else { return }
    let oldSlots = slots
    slots = [Slot](repeating: Slot(), count: EventTable.size(for: max(16, count * 2)))
    for slot in oldSlots where !slot.isFree { fillSlot(slot.index, slot.hash) }
  }

  private mutating func fillSlot(_ index: Int, _ hash: UInt32) {
    var slot = home(of: hash)
    while !slots[slot].isFree { slot = nextSlot(after: slot) }
    slots[slot] = Slot(hash: hash, indexPlusOne: UInt32(index + 1))
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

  /// Returns the first slot to probe for a hash.
  private func home(of hash: UInt32) -> Int { Int(hash) & (slots.count - 1) }

  private func nextSlot(after slot: Int) -> Int { (slot + 1) & (slots.count - 1) }
}
