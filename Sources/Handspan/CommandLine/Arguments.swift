import ArgumentParser
import CalendarModel
import CalendarStore

extension Day: ExpressibleByArgument {
  /// Parses `YYYY-MM-DD`.
  package init?(argument: String) {
    self.init(argument)
  }
}

extension ViewKind: ExpressibleByArgument {}

/// A time zone, given by its IANA name.
struct ZoneArgument: ExpressibleByArgument {
  let zone: Zone

  init?(argument: String) {
    guard let zone = SystemZones.shared.zone(named: argument) else { return nil }
    self.zone = zone
  }
}

/// The start or end of an event: a date, or a date and a time with an optional UTC offset.
struct MomentArgument: ExpressibleByArgument, Hashable {
  let day: Day
  /// The date and the time; nil for a date alone.
  let wall: WallTime?
  /// The offset in seconds east of UTC; nil if none was given.
  let offset: Int?

  init?(argument: String) {
    if let day = Day(argument) {
      (self.day, wall, offset) = (day, nil, nil)
      return
    }
    let (dateAndTime, offset) = Self.split(argument)
    guard let wall = WallTime(dateAndTime) else { return nil }
    if let offset {
      guard let seconds = Self.offsetSeconds(offset) else { return nil }
      self.offset = seconds
    } else {
      self.offset = nil
    }
    (day, self.wall) = (wall.day, wall)
  }

  /// Splits a string into the date and time, and the offset if there is one.
  private static func split(_ text: String) -> (dateAndTime: String, offset: String?) {
    // The search for the offset begins at the T, because the date also contains hyphens.
    guard let separator = text.firstIndex(of: "T"),
      let sign = text[separator...].firstIndex(where: { $0 == "Z" || $0 == "+" || $0 == "-" })
    else { return (text, nil) }
    return (String(text[..<sign]), String(text[sign...]))
  }

  /// Returns the number of seconds in an offset such as `Z`, `+01:00` or `-05:30`; nil if it is invalid. The offset may
  /// include seconds, as in `+00:53:28`, because `handspan list` prints such offsets for historical dates.
  private static func offsetSeconds(_ text: String) -> Int? {
    if text == "Z" { return 0 }
    guard text.hasPrefix("+") || text.hasPrefix("-") else { return nil }
    let parts = text.dropFirst().split(separator: ":", omittingEmptySubsequences: false)
    guard (2...3).contains(parts.count),
      parts.allSatisfy({ $0.utf8.count == 2 && $0.allSatisfy(\.isNumber) }),
      let hours = Int(parts[0]), let minutes = Int(parts[1]), hours < 24, minutes < 60,
      let seconds = parts.count == 3 ? Int(parts[2]) : 0, seconds < 60
    else { return nil }
    return (hours * 3600 + minutes * 60 + seconds) * (text.hasPrefix("-") ? -1 : 1)
  }
}
