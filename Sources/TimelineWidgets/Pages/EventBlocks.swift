import CalendarModel
import GtkSupport
import TimelineInteraction
import TimelinePainting

/// What the blocks of events follow from.
@MainActor
protocol EventBlocksHost: AnyObject {
  /// The active interaction.
  var state: TimelineState { get }
  /// The present moment.
  var now: () -> Instant { get }
  /// Does what assistive technology asked for at a block.
  func perform(_ action: EventAction, on occurrence: Occurrence)
  /// A block got the focus, or lost it.
  func focusChanged(_ block: EventBlock, _ isFocused: Bool)
}

/// Makes the blocks of events, and has them say and look what they should.
@MainActor
final class EventBlocks {
  weak var host: (any EventBlocksHost)?
  private let style: TimelineStyle
  /// The events that may look otherwise than at rest.
  private var marked: Set<Occurrence.ID> = []

  init(style: TimelineStyle) { self.style = style }

  /// A block that shows an occurrence on a day; above the hours, on a page of so many days that begins with that day.
  func make(_ occurrence: Occurrence, on day: Day, dayCount: Int) -> EventBlock {
    let block = EventBlock(
      occurrence: occurrence, content: content(of: occurrence, on: day, dayCount: dayCount),
      name: style.phrases.accessibleName(occurrence), style: style)
    block.onAction = { [weak self] block, action in self?.host?.perform(action, on: block.occurrence) }
    block.onFocus = { [weak self] block, isFocused in self?.host?.focusChanged(block, isFocused) }
    return block
  }

  /// Has a block show an occurrence, with what it says now.
  func refresh(_ block: EventBlock, _ occurrence: Occurrence, on day: Day, dayCount: Int) {
    block.update(
      occurrence: occurrence, content: content(of: occurrence, on: day, dayCount: dayCount),
      name: style.phrases.accessibleName(occurrence))
    updateAppearance(block)
  }

  // MARK: What they say

  /// What a block says on a day.
  func content(of occurrence: Occurrence, on day: Day, dayCount: Int) -> BlockContent {
    var content = BlockContent(occurrence, on: day, now: now, phrases: style.phrases)
    if occurrence.standsAboveHours {
      if occurrence.isAllDay { content.timeText = "" }
      // A bar is the whole page's, which begins with that day.
      content.continuesBefore = occurrence.days.lowerBound < day
      content.continuesAfter = occurrence.days.upperBound > day.adding(days: dayCount)
    }
    return content
  }

  /// What the block of a lifted event says: all of it is lifted.
  func wholeContent(of occurrence: Occurrence) -> BlockContent {
    var content = BlockContent(occurrence, on: occurrence.start.wall.day, now: now, phrases: style.phrases)
    (content.continuesBefore, content.continuesAfter) = (false, false)
    return content
  }

  private var now: Instant { host?.now() ?? Instant(seconds: 0) }

  // MARK: What they look like

  /// Shows whether the event of a block is selected, focused, or lifted.
  func updateAppearance(_ block: EventBlock) {
    guard let marks = host?.state.marks(of: block.occurrence.id, isBar: block.isBar) else { return }
    var appearance: BlockAppearance = marks.isOriginal ? .original : .resting
    appearance.isFocused = marks.isFocused
    appearance.isSelected = marks.hasHandles
    block.appearance = appearance
    block.isPassedOver = marks.isOriginal
    block.isSelected = marks.isSelected
  }

  /// Shows on all pages which events are lifted, selected and focused now: those that are, and those that were.
  func updateAppearances(on deck: PageDeck) {
    guard let host else { return }
    let now = host.state.markedEvents
    deck.updateAppearances(of: now.union(marked))
    marked = now
  }
}
