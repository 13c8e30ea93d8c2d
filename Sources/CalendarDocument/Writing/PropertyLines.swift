import CalendarModel
import ICalendar

/// Formats the properties of an event as unfolded content lines.
enum PropertyLines {
  /// Returns the name of a property in the file.
  static func name(_ kind: EventProperty.Kind) -> String {
    switch kind {
    case .times: "DTSTART"
    case .summary: "SUMMARY"
    case .location: "LOCATION"
    case .notes: "DESCRIPTION"
    case .link: "URL"
    case .color: "COLOR"
    case .status: "STATUS"
    case .transparency: "TRANSP"
    case .categories: "CATEGORIES"
    case .rule: "RRULE"
    case .reminders: "VALARM"
    }
  }

  /// Returns the value of a property's line, or nil if the property needs no line.
  ///
  /// - Precondition: the property is neither `times`, which has two lines (`start`, `end`), nor `reminders`,
  ///   each of which has several.
  static func value(_ property: EventProperty) throws(EditError) -> [UInt8]? {
    switch property {
    case .times, .reminders: preconditionFailure("times and reminders have lines of their own")
    case .rule(let rule): return rule.map { Array($0.description.utf8) }
    case .summary(let text), .location(let text), .notes(let text):
      let text = printable(text)
      return text.isEmpty ? nil : Text.escape(text)
    case .link(let link):
      guard link.unicodeScalars.allSatisfy({ $0.value > 0x20 && $0.value != 0x7F }) else {
        throw .unwritableLink
      }
      return link.isEmpty ? nil : Array(link.utf8)
    case .color(let color):
      guard let color else { return nil }
      guard let name = color.cssName else { throw .unnamedColor }
      return Array(name.utf8)
    case .status(.tentative): return Array("TENTATIVE".utf8)
    case .status(.confirmed): return Array("CONFIRMED".utf8)
    case .status(.canceled): return Array("CANCELLED".utf8)
    case .transparency(.busy): return Array("OPAQUE".utf8)
    case .transparency(.free): return Array("TRANSPARENT".utf8)
    case .categories(let categories):
      let texts = categories.map(printable).filter { !$0.isEmpty }.map(Text.escape)
      return texts.isEmpty ? nil : Array(texts.joined(separator: [0x2C]))
    }
  }

  /// Returns a DTSTART line.
  ///
  /// - Parameter keptParameters: parameters to keep from an older line, as written, each with its semicolon.
  static func start(_ time: EventTime, keptParameters: [UInt8] = []) -> [UInt8] {
    line("DTSTART", time, keptParameters)
  }

  /// Returns a DTEND or DURATION line, or nil if the end is implied.
  static func end(_ end: EventTimes.End, keptParameters: [UInt8] = []) -> [UInt8]? {
    switch end {
    case .implied: nil
    case .time(let time): line("DTEND", time, keptParameters)
    case .duration(let duration): Array("DURATION:".utf8) + duration.value
    }
  }

  private static func line(_ name: String, _ time: EventTime, _ keptParameters: [UInt8]) -> [UInt8] {
    var line = Array(name.utf8) + keptParameters
    switch time {
    case .date: line += Parameter.encoded("VALUE", "DATE")
    case .zoned(_, let zone): line += Parameter.encoded("TZID", zone.identifier)
    case .floating, .utc: break
    }
    return line + Array(":".utf8) + time.value
  }

  /// Removes the control characters that RFC 5545 3.3.11 does not allow, and keeps line breaks and tabs.
  private static func printable(_ text: String) -> String {
    let isAllowed = { (scalar: Unicode.Scalar) in
      scalar.value >= 0x20 && scalar.value != 0x7F || "\t\n\r".unicodeScalars.contains(scalar)
    }
    guard !text.unicodeScalars.allSatisfy(isAllowed) else { return text }
    return String(String.UnicodeScalarView(text.unicodeScalars.filter(isAllowed)))
  }
}
