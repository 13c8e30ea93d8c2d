import CalendarModel

extension EventList {
  /// Whether two lists share their storage: one is a copy of the other, and neither has changed since.
  func isIdentical(to other: EventList) -> Bool {
    shared.count == other.shared.count
      && shared.withUnsafeBufferPointer { elements in
        other.shared.withUnsafeBufferPointer { elements.baseAddress == $0.baseAddress }
      }
  }

  /// Returns the changes that turn an older list of the same file into this one.
  ///
  /// - Returns: the IDs of the removed events, and the events that were added or changed.
  func differences(from older: EventList) -> (removed: [EventID], new: [SharedEvent]) {
    var start = 0
    while start < Swift.min(count, older.count), shared[start] === older.shared[start] { start += 1 }
    var (end, olderEnd) = (count, older.count)
    while end > start, olderEnd > start, shared[end - 1] === older.shared[olderEnd - 1] {
      (end, olderEnd) = (end - 1, olderEnd - 1)
    }
    let olderObjects = Set(older.shared[start..<olderEnd].map { ObjectIdentifier($0) })
    let ids = Set(shared[start..<end].map(\.event.id))
    return (
      older.shared[start..<olderEnd].map(\.event.id).filter { !ids.contains($0) },
      shared[start..<end].filter { !olderObjects.contains(ObjectIdentifier($0)) }
    )
  }
}
