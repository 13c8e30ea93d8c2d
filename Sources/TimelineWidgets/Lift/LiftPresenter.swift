import CalendarModel
import CalendarText
import GtkSupport
import TimelineInteraction

/// Presents the lifted event: above everything else, with the outline of where it would be dropped, and with
/// an announcement whenever its times change.
@MainActor
final class LiftPresenter {
  let layer: LiftLayer
  private let paging: TimelinePaging
  private let hours: HoursArea
  private let allDay: AllDayRow
  private let blocks: EventBlocks
  private let style: TimelineStyle
  private let announcer: Announcer
  /// The distance in px from the column's edge to the lifted block, and the block's width.
  private(set) var inset = 0.0
  private var width = 0.0
  /// The times that were announced last.
  private var announcedTimes: EventTimes?
  /// The label's text, with the times and the implied day that it was made for.
  private var label: (times: EventTimes, day: Day?, text: String)?
  /// The day of the dwell that was announced last.
  private var announcedDwellTarget: Day?

  init(
    on paging: TimelinePaging, hours: HoursArea, allDay: AllDayRow, blocks: EventBlocks,
    style: TimelineStyle, announcer: Announcer
  ) {
    (self.paging, self.hours, self.allDay, self.blocks) = (paging, hours, allDay, blocks)
    (self.style, self.announcer) = (style, announcer)
    layer = LiftLayer(style: style)
  }

  /// The block that is shown lifted.
  var block: EventBlock? { layer.lifted }

  /// The position of the lifted block in px of the sheet; nil if only an edge of it is held.
  var position: Point? {
    guard let placement = layer.placement, placement.holdsBody else { return nil }
    return Point(x: placement.x - paging.deck.columnsLeft, y: placement.top + hours.sheet.drawnScroll)
  }

  /// Shows a new block of an event lifted, with the event's own width and position in its column.
  ///
  /// - Parameter day: the day of the column that it is lifted from.
  func begin(_ occurrence: Occurrence, from day: Day) -> EventBlock {
    let page = paging.deck.page
    let block = blocks.make(occurrence, on: paging.row.day, dayCount: page.days.count)
    block.setContent(blocks.fullContent(of: occurrence))
    (inset, width) = page.blockPlacement(of: occurrence, on: day)
    block.appearance = .lifted
    layer.begin(block)
    return block
  }

  /// Updates the position for the present pointer, scroll offset and day, and announces a new time.
  func update(_ lifted: DraggedEvent) {
    let geometry = geometry(for: lifted.snapped.id)
    // A finger covers the label, so the time is also shown in the gutter, as on iOS.
    let isCovered = lifted.pointerKind == .touch
    let placement = geometry.placement(of: lifted, inset: inset, width: width) { [style] in
      isCovered ? style.phrases.time($0) : nil
    }
    layer.update(placement, label: dragLabel(of: lifted.snapped, on: geometry.days))
    layer.lifted?.isBar = lifted.isBar
    announceTimes(lifted.snapped)
  }

  /// Updates the position of an event that is lifted by keys. It scrolls with the sheet.
  func updatePosition(_ hold: KeyboardMove) {
    let geometry = geometry(for: hold.snapped.id)
    layer.update(
      geometry.placement(of: hold, inset: inset, width: width),
      label: dragLabel(of: hold.snapped, on: geometry.days))
  }

  /// The layout on which the position of a lifted event depends.
  private func geometry(for id: Occurrence.ID) -> LiftGeometry {
    let (deck, sheet) = (paging.deck, hours.sheet)
    let bars = deck.page.allDay
    return LiftGeometry(
      axis: deck.axis, offset: sheet.drawnScroll, columns: deck.columns, days: deck.page.days,
      scale: sheet.scaleFactor, minimumHeight: style.minimumBlockHeight, gutterWidth: style.gutterWidth,
      allDayRowHeight: allDay.allocatedHeight, barHeight: bars.laneHeight,
      // The lane that the event comes from, or the first.
      lane: bars.frame(of: id)?.top ?? bars.top(ofLane: 0))
  }

  /// Announces a new snapped time once, and shows it on the lifted block.
  ///
  /// - Parameter first: the original times, which need no announcement if none has been made yet.
  func announceTimes(_ snapped: Occurrence, after first: EventTimes? = nil) {
    announcedTimes = announcedTimes ?? first
    guard snapped.times != announcedTimes else { return }
    if announcedTimes != nil {
      announcer.announceStep { [phrases = style.phrases] in phrases.position(snapped) }
    }
    announcedTimes = snapped.times
    layer.setContent(blocks.fullContent(of: snapped))
  }

  /// Forgets which times were announced.
  func forgetTimes() { announcedTimes = nil }

  /// Discards the label's text after a change of the phrases.
  func forgetLabel() { label = nil }

  /// Shows the progress of a dwell, and announces once where it leads.
  func setDwell(_ dwell: DwellState?) {
    layer.setDwell(dwell.map(DwellBar.State.init))
    if let dwell, dwell.target != announcedDwellTarget {
      let isForward = dwell.target > paging.deck.page.days.lowerBound
      announcer.announce(style.phrases.turned(paging.row.view, forward: isForward))
    }
    announcedDwellTarget = dwell?.target
  }

  /// Ends the lift.
  func end() {
    layer.end()
    announcedTimes = nil
  }

  /// Cached, so that the text is not formatted in each frame in which the times stay the same. If only one
  /// day is shown, the label does not name it.
  private func dragLabel(of snapped: Occurrence, on days: Range<Day>) -> String {
    let named = days.count == 1 ? days.lowerBound : nil
    if let label, label.times == snapped.times, label.day == named { return label.text }
    let text = style.phrases.dragLabel(snapped, shown: named)
    label = (snapped.times, named, text)
    return text
  }
}

extension DwellBar.State {
  fileprivate init(_ dwell: DwellState) {
    let edge: DwellBar.Edge =
      switch dwell.side {
      case .left: .left
      case .right: .right
      case .top: .top
      case .bottom: .bottom
      }
    self.init(edge: edge, progress: dwell.progress)
  }
}
