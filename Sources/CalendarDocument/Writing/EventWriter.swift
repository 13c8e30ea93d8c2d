import CalendarModel
import ICalendar

/// Writes new events, and new files for them.
enum EventWriter {
  /// PRODID, which identifies the program that wrote the file (RFC 5545 3.7.3).
  static let product = "-//Handspan//Handspan//EN"

  /// Returns the unfolded content lines of a VEVENT: those that RFC 5545 3.6.1 requires, CREATED, and the
  /// event's properties. Default values, such as confirmed and busy, are not written.
  static func lines(of event: CalendarEvent, stamp: Instant) throws(EditError) -> [[UInt8]] {
    try TimesWriter.check(event.times, allowsZeroLength: false)
    try TimesWriter.checkSameKind(event.times)
    let timestamp = EventTime.utc(WallTime(seconds: stamp.seconds)).value
    var lines = ["BEGIN:VEVENT", "UID:"].map { Array($0.utf8) }
    lines[1] += Text.escape(event.id.uid.text)
    lines += ["DTSTAMP:", "CREATED:"].map { Array($0.utf8) + timestamp }
    lines.append(PropertyLines.start(event.times.start))
    if let end = PropertyLines.end(event.times.end) { lines.append(end) }
    let defaults = CalendarEvent(id: event.id, times: event.times)
    for property in defaults.differences(to: event) where ![.rule, .reminders].contains(property.kind) {
      guard let value = try PropertyLines.value(property) else { continue }
      lines.append(Array("\(PropertyLines.name(property.kind)):".utf8) + value)
    }
    if case .series(.master(let recurrence)) = event.repetition {
      lines += recurrence.rules.map { Array("RRULE:\($0)".utf8) }
    }
    lines += event.alarms.flatMap { alarm($0, description: Text.escape(event.summary)) }
    return lines + [Array("END:VEVENT".utf8)]
  }

  /// Returns the lines of a reminder that shows the event's title (RFC 5545 3.6.6).
  ///
  /// - Parameter description: the value of DESCRIPTION, as written.
  static func alarm(_ alarm: EventAlarm, description: [UInt8]) -> [[UInt8]] {
    let trigger: [UInt8]
    switch alarm {
    case .offset(let duration, .start): trigger = Array("TRIGGER:".utf8) + duration.value
    case .offset(let duration, .end): trigger = Array("TRIGGER;RELATED=END:".utf8) + duration.value
    case .at(let moment):
      trigger =
        Array("TRIGGER;VALUE=DATE-TIME:".utf8) + EventTime.utc(WallTime(seconds: moment.seconds)).value
    }
    // RFC 5545 requires DESCRIPTION, so a reminder of an untitled event has one, too.
    return [
      Array("BEGIN:VALARM".utf8), Array("ACTION:DISPLAY".utf8), trigger,
      Array("DESCRIPTION:".utf8) + description, Array("END:VALARM".utf8),
    ]
  }

  /// The lines before and after the components of a calendar.
  static let calendarLines: (head: [[UInt8]], tail: [[UInt8]]) = (
    ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:\(product)"].map { Array($0.utf8) },
    [Array("END:VCALENDAR".utf8)]
  )

  /// A calendar file without events, for a new file in a folder.
  static let emptyFile = ICalendarText.bytes(ofNewLines: calendarLines.head + calendarLines.tail)
}
