import CalendarModel
import ICalendar

/// Rewrites an RRULE in place: parts that do not change keep their order and spelling.
enum RuleLine {
  /// Returns the value of an RRULE after its rule has changed.
  static func value(
    _ written: ArraySlice<UInt8>, changing old: RecurrenceRule, to new: RecurrenceRule
  ) -> [UInt8] {
    var parts = written.split(separator: UInt8(ascii: ";")).map(Array.init)
    for part in old.changedParts(to: new) {
      let newPart = new.value(part).map { Array("\(part.rawValue)=\($0)".utf8) }
      let position = parts.firstIndex { name(of: $0) == part.rawValue }
      switch (position, newPart) {
      case (let position?, let newPart?): parts[position] = newPart
      case (let position?, nil): parts.remove(at: position)
      case (nil, let newPart?): parts.append(newPart)
      case (nil, nil): break
      }
    }
    return Array(parts.joined(separator: Array(";".utf8)))
  }

  private static func name(of part: [UInt8]) -> String {
    let name = part.prefix { $0 != UInt8(ascii: "=") }.filter { $0 > 0x20 }
    return String(decoding: name, as: UTF8.self).uppercased()
  }
}
