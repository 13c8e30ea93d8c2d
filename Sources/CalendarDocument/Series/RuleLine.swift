import CalendarModel
import ICalendar

/// Rewrites an RRULE in place: parts that do not change keep their order and spelling.
enum RuleLine {
  /// Returns the value of an RRULE after its rule has changed.
  static func value(
    _ writtenValue: ArraySlice<UInt8>, changing oldRule: RecurrenceRule, to newRule: RecurrenceRule
  ) -> [UInt8] {
    var parts = writtenValue.split(separator: UInt8(ascii: ";")).map(Array.init)
    for part in oldRule.changedParts(to: newRule) {
      let newPart = newRule.value(part).map { Array("\(part.rawValue)=\($0)".utf8) }
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
