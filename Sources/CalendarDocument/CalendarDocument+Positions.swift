import CalendarModel

extension CalendarDocument {
  /// The position of each event, in the order of `events`.
  package var positions: [EventPosition] {
    let hash = text.bytes.stableHash()
    return events.indices.map { EventPosition(number: $0 + 1, contentHash: hash) }
  }
}
