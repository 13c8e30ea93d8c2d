import CalendarModel
import ICalendar

/// Reads the alarms of a VEVENT: their triggers, and whether they show a message.
enum AlarmReader {
  /// An alarm together with the VALARM component from which it was read.
  struct ParsedAlarm {
    let component: Int
    let alarm: EventAlarm
    /// Whether ACTION is DISPLAY.
    let isReminder: Bool
    let notes: [AlarmNote]
  }

  /// Returns the alarms of a VEVENT in file order, without those that cannot be read and those that do not go off at a
  /// time.
  static func alarms(of component: Int, in text: ICalendarText) -> [ParsedAlarm] {
    var ignoredProblems = ProblemCollector()
    return alarms(of: component, in: text, problems: &ignoredProblems)
  }

  private static func alarms(
    of component: Int, in text: ICalendarText, problems: inout ProblemCollector
  ) -> [ParsedAlarm] {
    var alarms: [ParsedAlarm] = []
    for child in text.children(of: component) where text.components[child].name == "VALARM" {
      if let alarm = alarm(at: child, in: text, problems: &problems) { alarms.append(alarm) }
    }
    return alarms
  }

  private static func alarm(
    at component: Int, in text: ICalendarText, problems: inout ProblemCollector
  ) -> ParsedAlarm? {
    var trigger: (line: ContentLine, index: Int)?
    var action: String?
    var (count, interval): (Int?, EventDuration?) = (nil, nil)
    var acknowledged: Instant?
    for index in text.ownLines(of: component).joined() {
      guard let line = text.line(index) else { continue }
      switch line.name {
      case "TRIGGER" where trigger == nil: trigger = (line, index)
      case "ACTION" where action == nil:
        action = String(decoding: TimeValue.trimmed(line.value), as: UTF8.self).uppercased()
      case "REPEAT": count = decimalValue(TimeValue.trimmed(line.value))
      case "DURATION": interval = EventDuration(line.value)
      case "ACKNOWLEDGED": acknowledged = instant(line.value)
      // The alarm goes off on leaving or reaching a place (RFC 9074 8); its time is only a placeholder.
      case "PROXIMITY": return nil
      default: break
      }
    }
    // What Apple's programs write instead of an alarm, so that their default alarm does not apply.
    guard action != "NONE" else { return nil }
    guard let trigger else {
      problems.report(
        "An alarm has no TRIGGER; it never goes off.",
        line: text.lineNumber(text.components[component].lines.lowerBound))
      return nil
    }
    guard let alarm = alarm(trigger.line) else {
      problems.report(
        "TRIGGER is neither a duration nor a time in UTC; the alarm never goes off.",
        line: text.lineNumber(trigger.index), severity: .lost)
      return nil
    }
    var notes: [AlarmNote] = []
    // RFC 5545 requires ACTION. Without it, being reminded is better than not. Other actions, such as EMAIL, are for a
    // server, or must be ignored if they are unknown (3.8.6.1).
    if let action, action != "DISPLAY", action != "AUDIO" { notes.append(.silent(alarm)) }
    if let count, let interval, count > 0, interval.isPositive {
      let seconds = interval.days * WallTime.secondsPerDay + interval.seconds
      notes.append(.repeated(alarm, count: count, interval: seconds))
    }
    if let acknowledged { notes.append(.acknowledged(alarm, at: acknowledged)) }
    return ParsedAlarm(component: component, alarm: alarm, isReminder: action == "DISPLAY", notes: notes)
  }

  /// Reads the alarms of a VEVENT into its event.
  static func read(
    into event: inout CalendarEvent, of component: Int, in text: ICalendarText,
    problems: inout ProblemCollector
  ) {
    let parsedAlarms = alarms(of: component, in: text, problems: &problems)
    event.alarms = parsedAlarms.map(\.alarm)
    event.otherAlarms = parsedAlarms.filter { !$0.isReminder }.map(\.alarm)
    event.alarmNotes += parsedAlarms.flatMap(\.notes)
  }

  /// Reads a property of a VEVENT with which Mozilla's programs say that alarms were dismissed or are to go off again.
  ///
  /// - Returns: nil if it is another property.
  static func note(_ line: ContentLine) -> AlarmNote? {
    let snooze = "X-MOZ-SNOOZE-TIME"
    if line.name == "X-MOZ-LASTACK" { return instant(line.value).map { .allAcknowledged(at: $0) } }
    guard line.name.hasPrefix(snooze), let until = instant(line.value) else { return nil }
    if line.name == snooze { return .snoozed(originalStart: nil, until: until) }
    // The original start follows in microseconds since 1970.
    guard line.name.hasPrefix("\(snooze)-"), let microseconds = Int(line.name.dropFirst(snooze.count + 1))
    else {
      return nil
    }
    return .snoozed(originalStart: Instant(seconds: microseconds / 1_000_000), until: until)
  }

  private static func instant(_ value: ArraySlice<UInt8>) -> Instant? {
    guard case .time(let wall, isUTC: true)? = TimeValue(value) else { return nil }
    return Instant(seconds: wall.seconds)
  }

  private static func alarm(_ trigger: ContentLine) -> EventAlarm? {
    if let offset = EventDuration(trigger.value) {
      let isRelativeToEnd = trigger.parameters.contains { parameter in
        parameter.name == "RELATED" && parameter.values.contains { $0.uppercased() == "END" }
      }
      return .offset(offset, from: isRelativeToEnd ? .end : .start)
    }
    return instant(trigger.value).map { .at($0) }
  }
}
