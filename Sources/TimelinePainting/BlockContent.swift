import CalendarModel
import CalendarText

/// The contents of a block: the texts and the colour of its event.
package struct BlockContent: Hashable, Sendable {
  /// The title of the event.
  package var title: String
  /// The time of the event, formatted for display.
  package var timeText: String
  /// The start time, shown where there is no room for the full time.
  package var startText: String
  /// The location; empty if unknown.
  package var location: String
  /// Its colour; nil stands for the accent colour.
  package var color: EventColor?
  /// The status: tentative events have a dashed bar, cancelled ones are struck through.
  package var status: CalendarEvent.Status
  /// Whether its time counts as free: it is outlined instead of tinted.
  package var isFree: Bool
  /// Whether it is past: at 60 % opacity.
  package var isPast: Bool
  /// Whether it belongs to a series, which is marked by an icon.
  package var isRepeating: Bool
  /// Whether it began before the part that this block shows: the upper corners are not rounded.
  package var continuesBefore: Bool
  /// Whether it continues after the part that this block shows: the lower corners are not rounded.
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

  /// The content of an occurrence's block on the page of a day.
  ///
  /// - Parameters:
  ///   - day: the day that the page shows.
  ///   - now: the current time, if known.
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
