import CalendarModel
import CalendarText

/// The contents of a block: the text, color and status of its event.
package struct BlockContent: Hashable, Sendable {
  /// The title of the event.
  package var title: String
  /// The time of the event, formatted for display.
  package var timeText: String
  /// The start time, shown where there is not enough space for the full time.
  package var startText: String
  /// The location; empty if the event has none.
  package var location: String
  /// The color of the event; nil for the accent color.
  package var color: EventColor?
  /// The status. Tentative events have a dashed stripe, and canceled events are struck through.
  package var status: CalendarEvent.Status
  /// Whether the event's time counts as free. Such a block is outlined instead of tinted.
  package var isFree: Bool
  /// Whether the event is over. Its block is then painted at 60% opacity.
  package var isPast: Bool
  /// Whether the event belongs to a series, which an icon indicates.
  package var isRepeating: Bool
  /// Whether the event begins before the part that this block shows. The upper corners are then square.
  package var continuesBefore: Bool
  /// Whether the event continues after the part that this block shows. The lower corners are then square.
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

  /// The content with its color and status, but without text.
  package var withoutText: BlockContent {
    var content = BlockContent(title: "", color: color, status: status, isFree: isFree)
    (content.continuesBefore, content.continuesAfter) = (continuesBefore, continuesAfter)
    return content
  }

  /// Creates the content of an occurrence's block on a day.
  ///
  /// - Parameters:
  ///   - day: the day whose column contains the block.
  ///   - now: the current time; nil if no event is to be dimmed as past.
  package init(_ occurrence: Occurrence, on day: Day, now: Instant?, phrases: Phrases) {
    let (start, end) = (occurrence.start, occurrence.end)
    // The event contains a dozen strings and arrays, so it is not copied into a variable.
    self.init(
      title: phrases.title(occurrence.event), timeText: phrases.blockTime(occurrence, on: day),
      startText: phrases.blockStart(occurrence, on: day), location: occurrence.event.location,
      color: occurrence.event.color, status: occurrence.event.status,
      isFree: occurrence.event.transparency == .free, isPast: now.map { end.instant <= $0 } ?? false,
      isRepeating: occurrence.event.isRepeating,
      continuesBefore: start.wall < WallTime(day), continuesAfter: end.wall > WallTime(day.adding(days: 1)))
  }
}
