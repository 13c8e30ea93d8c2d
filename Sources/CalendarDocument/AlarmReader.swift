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
  }

  /// Returns the alarms of a VEVENT in file order. Alarms whose TRIGGER cannot be read are left out.
  static func alarms(of component: Int, in text: ICalendarText) -> [ParsedAlarm] {
    text.children(of: component).compactMap { child in
      guard text.components[child].name == "VALARM" else { return nil }
      var alarm: EventAlarm?
      var action: String?
      for index in text.ownLines(of: child).joined() {
        guard let line = text.line(index) else { continue }
        if line.name == "TRIGGER", alarm == nil {
          alarm = AlarmReader.alarm(line)
          if alarm == nil { return nil }
        } else if line.name == "ACTION", action == nil {
          action = String(decoding: TimeValue.trimmed(line.value), as: UTF8.self).uppercased()
        }
      }
      return alarm.map { ParsedAlarm(component: child, alarm: $0, isReminder: action == "DISPLAY") }
    }
  }

  /// Reads the alarms of a VEVENT into its event.
  static func read(into event: inout CalendarEvent, of component: Int, in text: ICalendarText) {
    let parsedAlarms = alarms(of: component, in: text)
    event.alarms = parsedAlarms.map(\.alarm)
    event.otherAlarms = parsedAlarms.filter { !$0.isReminder }.map(\.alarm)
  }

  private static func alarm(_ trigger: ContentLine) -> EventAlarm? {
    if let offset = EventDuration(trigger.value) {
      let isRelativeToEnd = trigger.parameters.contains { parameter in
        parameter.name == "RELATED" && parameter.values.contains { $0.uppercased() == "END" }
      }
      return .offset(offset, from: isRelativeToEnd ? .end : .start)
    }
    guard case .time(let wall, isUTC: true)? = TimeValue(trigger.value) else { return nil }
    return .at(Instant(seconds: wall.seconds))
  }
}
