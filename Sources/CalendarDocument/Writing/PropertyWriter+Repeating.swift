import CalendarModel
import ICalendar

// RRULE and VALARM, which are written differently from other properties.
extension PropertyWriter {
  /// Returns the edits that give the event one rule. Parts of the rule that stay the same keep their order
  /// and spelling. Without a rule, the event does not repeat, so all its recurrence properties are removed.
  func ruleEdits(_ rule: RecurrenceRule?) -> [LineEdit] {
    guard let rule else { return lines.recurrence.map { .remove(line: $0) } }
    let ruleLines = lines.recurrence.filter { text.line($0)?.name == "RRULE" }
    guard let line = ruleLines.first, let writtenValue = text.line(line)?.value else {
      guard let lastTimeLine = [lines.start, lines.end, lines.duration].compactMap({ $0 }).max() else {
        return []
      }
      return [.insert(after: lastTimeLine, content: Array("RRULE:\(rule)".utf8))]
    }
    let oldRule = try? RecurrenceRule(parsing: writtenValue)
    let value =
      if let oldRule, oldRule.isSupported {
        RuleLine.value(writtenValue, changing: oldRule, to: rule)
      } else {
        Array(rule.description.utf8)
      }
    return [.setValue(line: line, value: value)] + ruleLines.dropFirst().map { .remove(line: $0) }
  }

  /// Returns the edits that leave exactly the given reminders. Reminders that stay, and alarms that are not
  /// reminders, keep their bytes.
  func reminderEdits(_ reminders: [EventAlarm]) -> [LineEdit] {
    var missingReminders = reminders
    var edits: [LineEdit] = []
    for existingAlarm in AlarmReader.alarms(of: component, in: text) where existingAlarm.isReminder {
      if let index = missingReminders.firstIndex(of: existingAlarm.alarm) {
        missingReminders.remove(at: index)
      } else {
        edits += text.components[existingAlarm.component].lines.map { .remove(line: $0) }
      }
    }
    let event = text.components[component]
    let lastLine = event.lines.upperBound - (event.hasEnd ? 2 : 1)
    let summary = text.ownLines(of: component).joined().lazy
      .compactMap { text.line($0) }.first { $0.name == "SUMMARY" }
    let description = summary.map { Array($0.value) } ?? []
    return edits
      + missingReminders.flatMap { EventWriter.alarmLines($0, description: description) }
      .map { .insert(after: lastLine, content: $0) }
  }
}
