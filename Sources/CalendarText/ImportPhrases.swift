import CalendarModel

extension ImportRefusal {
  /// The same of a file.
  public func messageOfFile(_ t: Translator) -> String {
    self == .noCalendar ? t.tr("There is no calendar in this file") : message(t)
  }

  /// What was wrong and what to do, in one calm line.
  public func message(_ t: Translator) -> String {
    switch self {
    case .tooLarge(let limit):
      t.tr(
        "This is more than {limit} MB. Open the file as a calendar of its own.", ["limit": "\(limit >> 20)"])
    case .tooMany(let count, let limit):
      t.tr(
        "These are {count} events, and at most {limit} are added at once. Open the file as a calendar of its own.",
        ["count": "\(count)", "limit": "\(limit)"])
    case .noCalendar: t.tr("There is no event to paste")
    case .noEvents: t.tr("This calendar has no events")
    case .unreadable: t.tr("None of these events can be read")
    }
  }
}
