/// A wall time together with its UTC offset: a moment, as shown by the clocks in a zone.
package struct ZonedTime: Hashable, Sendable {
  package var wall: WallTime
  /// The UTC offset in seconds; positive east of Greenwich.
  package var offset: Int

  /// Creates the moment at which clocks that are `offset` seconds ahead of UTC show `wall`.
  package init(wall: WallTime, offset: Int) {
    self.wall = wall
    self.offset = offset
  }

  package var instant: Instant { Instant(seconds: wall.seconds - offset) }
}

extension ZonedTime: CustomStringConvertible {
  /// The moment in the format of RFC 3339: `2026-01-05T09:00:00+01:00`.
  ///
  /// Local mean time, in use until about 1900, has offsets with seconds. RFC 3339 has no form for them, so
  /// they are written as in ISO 8601-2, `+00:53:28`, to keep the moment exact.
  package var description: String {
    guard offset != 0 else { return "\(wall)Z" }
    let magnitude = abs(offset)
    let parts = [magnitude / 3600, magnitude / 60 % 60] + (magnitude % 60 == 0 ? [] : [magnitude % 60])
    return "\(wall)\(offset < 0 ? "-" : "+")\(parts.map { padded($0, 2) }.joined(separator: ":"))"
  }
}
