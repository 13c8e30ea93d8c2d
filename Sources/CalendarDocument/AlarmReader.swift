import CalendarModel
import ICalendar

/// Reads the triggers of a VEVENT's alarms. Their ACTION is ignored.
enum AlarmReader {
  /// The alarms in the order of the file. Those whose TRIGGER cannot be read are left out.
  static func alarms(of event: Int, in text: ICalendarText) -> [EventAlarm] {
    text.children(of: event).compactMap { child in
      guard text.components[child].name == "VALARM" else { return nil }
      for index in text.ownLines(of: child).joined() {
        guard let line = text.line(index), line.name == "TRIGGER" else { continue }
        return alarm(line)
      }
      return nil
    }
  }

  private static func alarm(_ trigger: ContentLine) -> EventAlarm? {
    if let offset = EventDuration(trigger.value) {
      let isFromEnd = trigger.parameters.contains { parameter in
        parameter.name == "RELATED" && parameter.values.contains { $0.uppercased() == "END" }
      }
      return .offset(offset, from: isFromEnd ? .end : .start)
    }
    guard case .time(let wall, isUTC: true)? = TimeValue(trigger.value) else { return nil }
    return .at(Instant(seconds: wall.seconds))
  }
}
