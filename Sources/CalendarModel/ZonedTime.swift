/// A wall time together with its UTC offset: one moment, as the clocks of one zone show it.
package struct ZonedTime: Hashable, Sendable {
  /// What the clocks show.
  package var wall: WallTime
  /// Seconds ahead of UTC.
  package var offset: Int

  /// What clocks that are `offset` seconds ahead of UTC show.
  package init(wall: WallTime, offset: Int) {
    self.wall = wall
    self.offset = offset
  }

  package var instant: Instant { Instant(seconds: wall.seconds - offset) }
}

extension ZonedTime: CustomStringConvertible {
  /// The moment as in RFC 3339: `2026-01-05T09:00:00+01:00`.
  ///
  /// Local mean time, until about 1900, is some seconds away from a whole minute. RFC 3339 cannot say that; they are
  /// written as ISO 8601-2 has them, `+00:53:28`, so that the moment is not another one.
  package var description: String {
    guard offset != 0 else { return "\(wall)Z" }
    let size = abs(offset)
    let parts = [size / 3600, size / 60 % 60] + (size % 60 == 0 ? [] : [size % 60])
    return "\(wall)\(offset < 0 ? "-" : "+")\(parts.map { padded($0, 2) }.joined(separator: ":"))"
  }
}
