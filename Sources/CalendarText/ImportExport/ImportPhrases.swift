import CalendarModel

extension ImportRefusal {
  /// Returns the message for content that came from a file.
  package func messageForFile(_ t: Translator) -> String {
    self == .noCalendar ? t.tr("This file contains no calendar") : message(t)
  }

  /// Returns a one-line message that says what was wrong and what to do.
  package func message(_ t: Translator) -> String {
    switch self {
    case .tooLarge(let limit):
      t.tr(
        "The events take up more than {limit} MB. Open the file as a separate calendar instead.",
        ["limit": t.number(limit >> 20)])
    case .tooMany(let count, let limit):
      t.tr(
        "The file has {count} events, but only {limit} can be added at once. Open the file as a separate calendar instead.",
        ["count": t.number(count), "limit": t.number(limit)])
    case .noCalendar: t.tr("No event to paste")
    case .noEvents: t.tr("This calendar has no events")
    case .message:
      t.tr("This is a message about an event, not an event. Use Import to let it change the event.")
    case .incomplete: t.tr("The end of the file is missing. Get the file again, and then import it.")
    case .unreadable: t.tr("None of these events can be read")
    }
  }
}
