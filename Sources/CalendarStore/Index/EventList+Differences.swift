import CalendarModel

extension EventList {
  /// Whether nothing was changed since one was copied from the other.
  func isIdentical(to other: EventList) -> Bool {
    shared.count == other.shared.count
      && shared.withUnsafeBufferPointer { own in
        other.shared.withUnsafeBufferPointer { own.baseAddress == $0.baseAddress }
      }
  }

  /// What is to be done to a list of events to make this one of an older one of the same file.
  ///
  /// - Returns: the names of those that are gone, and those that are new or another than they were.
  func differences(from older: EventList) -> (gone: [EventID], new: [SharedEvent]) {
    var start = 0
    while start < Swift.min(count, older.count), shared[start] === older.shared[start] { start += 1 }
    var (end, olderEnd) = (count, older.count)
    while end > start, olderEnd > start, shared[end - 1] === older.shared[olderEnd - 1] {
      (end, olderEnd) = (end - 1, olderEnd - 1)
    }
    let old = Set(older.shared[start..<olderEnd].map { ObjectIdentifier($0) })
    let names = Set(shared[start..<end].map(\.event.id))
    return (
      older.shared[start..<olderEnd].map(\.event.id).filter { !names.contains($0) },
      shared[start..<end].filter { !old.contains(ObjectIdentifier($0)) }
    )
  }
}
