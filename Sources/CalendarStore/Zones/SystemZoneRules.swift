import CGLib
import CalendarModel

/// The rules of one zone of the system's database.
///
/// GLib finds an interval by walking through all of them (about 250), which is too slow for something that
/// a layout asks thousands of times. So the time from 1902 to 2111 is cut into pieces of 48.5 days at first
/// use, and where a whole piece lies in one interval, as three in four do, its offset is read from a table.
final class SystemZoneRules: ZoneRules {
  /// Seconds in a piece: a power of two, so that finding one is a shift.
  private static let pieceBits = 22
  private static let firstPiece = -512
  private static let pieceCount = 1_574
  /// Marks a piece in which the clocks change. No zone is that far from UTC.
  private static let mixed = Int32.min

  // A GTimeZone never changes after it is made and counts its references atomically.
  private nonisolated(unsafe) let zone: OpaquePointer
  private let offsets: [Int32]

  /// Takes over the caller's reference.
  init(adopting zone: OpaquePointer) {
    self.zone = zone
    var offsets: [Int32] = []
    offsets.reserveCapacity(Self.pieceCount)
    var interval = Self.interval(of: zone, at: Self.firstPiece << Self.pieceBits)
    for piece in Self.firstPiece..<(Self.firstPiece + Self.pieceCount) {
      let next = Self.interval(of: zone, at: (piece + 1) << Self.pieceBits)
      offsets.append(interval == next ? g_time_zone_get_offset(zone, interval) : Self.mixed)
      interval = next
    }
    self.offsets = offsets
  }

  deinit {
    g_time_zone_unref(zone)
  }

  func offset(at instant: Instant) -> Int {
    let piece = (instant.seconds >> Self.pieceBits) - Self.firstPiece
    if offsets.indices.contains(piece), offsets[piece] != Self.mixed { return Int(offsets[piece]) }
    return Int(g_time_zone_get_offset(zone, Self.interval(of: zone, at: instant.seconds)))
  }

  private static func interval(of zone: OpaquePointer, at seconds: Int) -> gint {
    g_time_zone_find_interval(zone, G_TIME_TYPE_UNIVERSAL, gint64(seconds))
  }
}
