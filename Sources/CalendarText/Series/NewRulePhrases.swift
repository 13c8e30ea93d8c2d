import CalendarModel

extension NewRuleError {
  /// Returns a sentence that says which part of the rule is not allowed and why.
  package func message(_ t: Translator) -> String {
    switch self {
    case .character: t.tr("A repeat rule cannot contain spaces, control characters, or accented letters.")
    case .noFrequency: t.tr("The repeat rule needs FREQ, such as FREQ=WEEKLY.")
    case .unknownPart(let part): t.tr("{part} is not a part of a repeat rule.", ["part": part])
    case .repeatedPart(let part): t.tr("The repeat rule contains {part} twice.", ["part": part])
    case .badValue(let part, let value):
      t.tr("{part} cannot be “{value}”.", ["part": part, "value": value])
    case .unsupported(let part): t.tr("{part} is not supported.", ["part": part])
    case .countAndUntil: t.tr("The repeat rule can contain COUNT or UNTIL, but not both.")
    case .partWithFrequency(let part, let frequency):
      t.tr("{part} is not allowed with FREQ={frequency}.", ["part": part, "frequency": frequency])
    case .numberedWeekday(let weekday):
      t.tr(
        "BYDAY={weekday}: a weekday can have a number only with FREQ=MONTHLY, or with FREQ=YEARLY without BYWEEKNO.",
        ["weekday": weekday])
    case .setPositionsAlone: t.tr("BYSETPOS needs another part, such as BYDAY.")
    case .partOfAllDayEvent(let part):
      t.tr("{part} is not allowed for an all-day event.", ["part": part])
    }
  }
}
