import CalendarModel

extension EventList {
  /// Whether two lists share their storage: one is a copy of the other, and neither has changed since.
  func isIdentical(to other: EventList) -> Bool {
    sharedEvents.count == other.sharedEvents.count
      && sharedEvents.withUnsafeBufferPointer { elements in
        other.sharedEvents.withUnsafeBufferPointer { elements.baseAddress == $0.baseAddress }
      }
  }

  /// Returns the changes that turn an older list of the same file into this one.
  ///
  /// - Returns: the IDs of the removed events, and the events that were added or changed.
  func differences(from oldList: EventList) -> (removedIDs: [EventID], newEvents: [SharedEvent]) {
    var start = 0
    while start < Swift.min(count, oldList.count), sharedEvents[start] === oldList.sharedEvents[start] {
      start += 1
    }
    var (end, oldEnd) = (count, oldList.count)
    while end > start, oldEnd > start, sharedEvents[end - 1] === oldList.sharedEvents[oldEnd - 1] {
      (end, oldEnd) = (end - 1, oldEnd - 1)
    }
    let oldObjects = Set(oldList.sharedEvents[start..<oldEnd].map { ObjectIdentifier($0) })
    let ids = Set(sharedEvents[start..<end].map(\.event.id))
    return (
      oldList.sharedEvents[start..<oldEnd].map(\.event.id).filter { !ids.contains($0) },
      sharedEvents[start..<end].filter { !oldObjects.contains(ObjectIdentifier($0)) }
    )
  }
}
