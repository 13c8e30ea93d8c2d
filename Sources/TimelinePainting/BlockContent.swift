import CalendarModel
import CalendarText

/// The contents of a block: the texts and the colour of its event.
package struct BlockContent: Hashable, Sendable {
  /// What the event is called.
  package var title: String
  /// When it takes place, as it is to be shown.
  package var timeText: String
  /// When it begins: said where there is no room for more.
  package var startText: String
  /// Where it takes place; empty if that is not known.
  package var location: String
  /// Its colour; nil means the accent.
  package var color: EventColor?
  /// Tentative events have a dashed bar, cancelled ones are struck through.
  package var status: CalendarEvent.Status
  /// Whether it leaves its time free: outlined instead of tinted.
  package var isFree: Bool
  /// Whether it is over: at 60 %.
  package var isPast: Bool
  /// Whether it belongs to a series: it bears a mark.
  package var isRepeating: Bool
  /// Whether it began before the part that this block shows: no round corners above.
  package var continuesBefore: Bool
  /// Whether it goes on after the part that this block shows: no round corners below.
  package var continuesAfter: Bool

  package init(
    title: String, timeText: String = "", startText: String = "", location: String = "",
    color: EventColor? = nil,
    status: CalendarEvent.Status = .confirmed, isFree: Bool = false, isPast: Bool = false,
    isRepeating: Bool = false, continuesBefore: Bool = false, continuesAfter: Bool = false
  ) {
    self.title = title
    self.timeText = timeText
    self.startText = startText
    self.location = location
    self.color = color
    self.status = status
    self.isFree = isFree
    self.isPast = isPast
    self.isRepeating = isRepeating
    self.continuesBefore = continuesBefore
    self.continuesAfter = continuesAfter
  }

  /// What the block of an occurrence says on a day's page.
  ///
  /// - Parameters:
  ///   - occurrence: the occurrence.
  ///   - day: the day that the page shows.
  ///   - now: the present moment, if known.
  ///   - phrases: the words.
  package init(_ occurrence: Occurrence, on day: Day, now: Instant?, phrases: Phrases) {
    let event = occurrence.event
    let (start, end) = (occurrence.start, occurrence.end)
    self.init(
      title: phrases.title(event), timeText: phrases.blockTime(occurrence, on: day),
      startText: phrases.blockStart(occurrence, on: day), location: event.location, color: event.color,
      status: event.status, isFree: event.transparency == .free,
      isPast: now.map { end.instant <= $0 } ?? false, isRepeating: event.isRepeating,
      continuesBefore: start.wall < WallTime(day), continuesAfter: end.wall > WallTime(day.adding(days: 1)))
  }
}
