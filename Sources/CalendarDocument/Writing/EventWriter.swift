import CalendarModel
import ICalendar

/// Writes new events, and new files for them.
enum EventWriter {
  /// PRODID, which identifies the program that wrote the file (RFC 5545 3.7.3).
  static let product = "-//Handspan//Handspan//EN"

  /// The unfolded content lines of a VEVENT: those that RFC 5545 3.6.1 requires, the time of creation, and
  /// its properties. Default values (confirmed, busy) are not written.
  static func lines(of event: CalendarEvent, stamp: Instant) throws(EditError) -> [[UInt8]] {
    try TimesWriter.check(event.times, mayBeEmpty: false)
    try TimesWriter.checkSameKind(event.times)
    let now = EventTime.utc(WallTime(seconds: stamp.seconds)).value
    var lines = ["BEGIN:VEVENT", "UID:"].map { Array($0.utf8) }
    lines[1] += Text.escape(event.id.uid.text)
    lines += ["DTSTAMP:", "CREATED:"].map { Array($0.utf8) + now }
    lines.append(PropertyLines.start(event.times.start))
    if let end = PropertyLines.end(event.times.end) { lines.append(end) }
    let defaults = CalendarEvent(id: event.id, times: event.times)
    for property in defaults.differences(to: event) {
      guard let value = try PropertyLines.value(property) else { continue }
      lines.append(Array("\(PropertyLines.name(property.kind)):".utf8) + value)
    }
    return lines + [Array("END:VEVENT".utf8)]
  }

  /// The lines before and after the components of a calendar.
  static let calendarLines: (head: [[UInt8]], tail: [[UInt8]]) = (
    ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:\(product)"].map { Array($0.utf8) },
    [Array("END:VCALENDAR".utf8)]
  )

  /// A calendar file without events, for a new file in a folder.
  static let emptyFile = ICalendarText.bytes(ofNew: calendarLines.head + calendarLines.tail)
}
