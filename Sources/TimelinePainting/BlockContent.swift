import CalendarModel
import CalendarText

/// What a block says of its event.
public struct BlockContent: Hashable, Sendable {
  /// What the event is called.
  public var title: String
  /// When it takes place, as it is to be shown.
  public var timeText: String
  /// When it begins: said where there is no room for more.
  public var startText: String
  /// Where it takes place; empty if that is not known.
  public var place: String
  /// Its colour; nil means the accent.
  public var color: EventColor?
  /// Tentative events have a dashed bar, cancelled ones are struck through.
  public var status: CalendarEvent.Status
  /// Whether it leaves its time free: outlined instead of tinted.
  public var isFree: Bool
  /// Whether it is over: at 60 %.
  public var isPast: Bool
  /// Whether it belongs to a series: it bears a mark.
  public var isRepeating: Bool
  /// Whether it began before the part that this block shows: no round corners above.
  public var continuesBefore: Bool
  /// Whether it goes on after the part that this block shows: no round corners below.
  public var continuesAfter: Bool

  /// A block that says those things.
  public init(
    title: String, timeText: String = "", startText: String = "", place: String = "",
    color: EventColor? = nil,
    status: CalendarEvent.Status = .confirmed, isFree: Bool = false, isPast: Bool = false,
    isRepeating: Bool = false, continuesBefore: Bool = false, continuesAfter: Bool = false
  ) {
    self.title = title
    self.timeText = timeText
    self.startText = startText
    self.place = place
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
  public init(_ occurrence: Occurrence, on day: Day, now: Instant?, phrases: Phrases) {
    let event = occurrence.event
    let (start, end) = (occurrence.start, occurrence.end)
    self.init(
      title: phrases.title(event), timeText: phrases.blockTime(occurrence, on: day),
      startText: phrases.blockStart(occurrence, on: day), place: event.location, color: event.color,
      status: event.status, isFree: event.transparency == .free,
      isPast: now.map { end.instant <= $0 } ?? false, isRepeating: event.isRepeating,
      continuesBefore: start.wall < WallTime(day), continuesAfter: end.wall > WallTime(day.adding(days: 1)))
  }
}

/// How a block is shown at the moment.
public struct BlockAppearance: Hashable, Sendable {
  /// Where the block stands in a drag.
  public enum Pose: Hashable, Sendable {
    /// In its place.
    case resting
    /// In the hand: risen, with a shadow.
    case lifted
    /// The place that a lifted event came from: at 35 %.
    case original
    /// The place where a lifted event would be dropped: an outline.
    case dropOutline
  }

  /// Where the block stands in a drag.
  public var pose: Pose
  /// Whether its two handles show.
  public var isSelected: Bool
  /// Whether the pointer is over it.
  public var isHovered: Bool
  /// Whether it has the keyboard's focus and that is to be seen.
  public var isFocused: Bool

  /// A block in that pose.
  public init(
    _ pose: Pose = .resting, isSelected: Bool = false, isHovered: Bool = false, isFocused: Bool = false
  ) {
    self.pose = pose
    self.isSelected = isSelected
    self.isHovered = isHovered
    self.isFocused = isFocused
  }

  /// In its place.
  public static let resting = BlockAppearance(.resting)
  /// In the hand.
  public static let lifted = BlockAppearance(.lifted)
  /// Where a lifted event came from.
  public static let original = BlockAppearance(.original)
  /// Where it would be dropped.
  public static let dropOutline = BlockAppearance(.dropOutline)
}
