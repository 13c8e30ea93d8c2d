import CalendarModel
import ICalendar

/// Writes events, and files for them, that did not exist before.
enum EventWriter {
  /// What names the writer of a file (RFC 5545 3.7.3).
  static let product = "-//Handspan//Handspan//EN"

  /// The content lines of a VEVENT, each in one piece: what RFC 5545 3.6.1 asks for, when it was made, and what it
  /// says. What is as it is anyway (confirmed, busy) is not said.
  static func lines(of event: CalendarEvent, stamp: Instant) throws(EditError) -> [[UInt8]] {
    try TimesWriter.check(event.times, mayBeEmpty: false)
    try TimesWriter.checkKinds(event.times)
    let now = EventTime.utc(WallTime(seconds: stamp.seconds)).value
    var lines = ["BEGIN:VEVENT", "UID:"].map { Array($0.utf8) }
    lines[1] += Text.escape(event.id.uid.text)
    lines += ["DTSTAMP:", "CREATED:"].map { Array($0.utf8) + now }
    lines.append(PropertyLines.start(event.times.start))
    if let end = PropertyLines.end(event.times.end) { lines.append(end) }
    let usual = CalendarEvent(id: event.id, times: event.times)
    for property in usual.differences(to: event) {
      guard let value = try PropertyLines.value(property) else { continue }
      lines.append(Array("\(PropertyLines.name(property.kind)):".utf8) + value)
    }
    return lines + [Array("END:VEVENT".utf8)]
  }

  /// What stands before and after the components of a calendar.
  static let calendarLines: (head: [[UInt8]], tail: [[UInt8]]) = (
    ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:\(product)"].map { Array($0.utf8) },
    [Array("END:VCALENDAR".utf8)]
  )

  /// A calendar file without an event, as a new file of a folder begins.
  static let emptyFile = ICalendarText.bytes(ofNew: calendarLines.head + calendarLines.tail)
}
