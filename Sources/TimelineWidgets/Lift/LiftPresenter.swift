import CalendarModel
import CalendarText
import GtkSupport
import TimelineInteraction
import TimelinePainting
import WidgetSupport

/// Presents the lifted event: shows it above everything else, outlines its drop position, and announces
/// changes to its times.
@MainActor
final class LiftPresenter {
  let layer: LiftLayer
  private let paging: TimelinePaging
  private let hours: HoursArea
  private let allDay: AllDayRow
  private let blocks: EventBlocks
  private let style: TimelineStyle
  private let announcer: Announcer
  /// Returns the distances from the edges of the viewport to those of the window.
  var windowMargins: () -> LiftLayer.Margins = { LiftLayer.Margins() }
  /// The distance in px from the left edge of the column to the lifted block.
  private(set) var inset = 0.0
  /// The width of the lifted block in px.
  private var width = 0.0
  /// The other lifted events that may become visible.
  private var companions: [Companion] = []
  /// The number of lifted events, whether they are visible or not.
  private var liftedCount = 1

  private struct Companion {
    let occurrence: Occurrence
    /// The distance in px from the left edge of the event's column to its block, and the block's width; nil for a bar.
    let placement: (inset: Double, width: Double)?
    /// The upper edge of the event's lane in the all-day row, in px.
    let laneTop: Double
  }

  /// The times that were announced last.
  private var announcedTimes: EventTimes?
  /// The label's text, cached together with the times that it shows and the day that it omits, if any.
  private var cachedLabel: (times: EventTimes, day: Day?, count: Int, text: String)?
  /// The target of the dwell that was announced last.
  private var announcedDwellTarget: Day?

  init(
    on paging: TimelinePaging, hours: HoursArea, allDay: AllDayRow, blocks: EventBlocks,
    style: TimelineStyle, announcer: Announcer
  ) {
    (self.paging, self.hours, self.allDay, self.blocks) = (paging, hours, allDay, blocks)
    (self.style, self.announcer) = (style, announcer)
    layer = LiftLayer(style: style)
  }

  /// The block of the lifted event.
  var block: EventBlock? { layer.liftedBlock }

  /// The position of the lifted block, in page coordinates; nil unless a pointer holds the whole block.
  var position: Point? {
    guard let placement = layer.placement, placement.isWholeEventHeld else { return nil }
    return Point(x: placement.x - paging.deck.columnsLeft, y: placement.top + hours.scrollContent.drawnScroll)
  }

  /// The positions of all lifted blocks, in page coordinates; empty unless a pointer holds the whole block.
  var positions: [Occurrence.ID: Point] {
    guard let block, let position else { return [:] }
    var positions = [block.occurrence.id: position]
    for (companion, rectangle) in zip(companions, layer.companionRectangles) where companion.placement != nil
    {
      positions[companion.occurrence.id] = Point(
        x: rectangle.x - paging.deck.columnsLeft, y: rectangle.y + hours.scrollContent.drawnScroll)
    }
    return positions
  }

  /// Lifts an event: shows a new block for it, with the width and the position in the column of the original
  /// block.
  ///
  /// - Parameters:
  ///   - otherEvents: the events that are lifted with it.
  ///   - day: the day of the column that the event is lifted from.
  func begin(_ occurrence: Occurrence, with otherEvents: [Occurrence], from day: Day) -> EventBlock {
    let page = paging.deck.page
    let block = blocks.createBlock(occurrence, on: paging.row.selectedDay, dayCount: page.days.count)
    block.setContent(blocks.fullContent(of: occurrence))
    (inset, width) = page.blockPlacement(of: occurrence, on: day)
    block.appearance = .lifted
    layer.begin(block)
    liftedCount = otherEvents.count + 1
    addCompanions(otherEvents, of: day)
    return block
  }

  private func addCompanions(_ otherEvents: [Occurrence], of day: Day) {
    let page = paging.deck.page
    // Events that are too far away never become visible beside the held one, even if it is carried into the sidebar.
    let margins = windowMargins()
    let columnWidth = max(1, paging.deck.columns.columnWidth)
    let columnCountBesideViewport = Int(((margins.left + margins.right) / columnWidth).rounded(.up))
    let maximumDistance = page.days.count + columnCountBesideViewport
    let nearbyEvents = otherEvents.filter {
      abs($0.span.start.day.days(since: day)) < max(maximumDistance, $0.days.count)
    }
    companions = nearbyEvents.map { occurrence in
      let isBar = occurrence.isInAllDayRow
      let laneTop = page.allDay.frame(of: occurrence.id)?.top ?? page.allDay.top(ofLane: 0)
      return Companion(
        occurrence: occurrence,
        placement: isBar ? nil : page.blockPlacement(of: occurrence, on: occurrence.span.start.day),
        laneTop: laneTop)
    }
    guard !companions.isEmpty else { return }
    layer.addCompanions(
      nearbyEvents.map { occurrence in
        let block = blocks.createBlock(occurrence, on: paging.row.selectedDay, dayCount: page.days.count)
        block.setContent(blocks.fullContent(of: occurrence))
        block.appearance = .lifted
        block.isReplaced = true
        return block
      })
  }

  /// Updates the position for the current pointer position, scroll offset and day, and announces changed
  /// times.
  func update(_ draggedEvent: DraggedEvent, in viewport: @autoclosure () -> TimelineViewport) {
    let geometry = geometry(for: draggedEvent.snappedOccurrence.id)
    // A finger covers the label, so the time is also shown in the gutter, as on iOS.
    let isCovered = draggedEvent.pointerKind == .touch
    var placement = geometry.placement(of: draggedEvent, inset: inset, width: width) { [style] in
      isCovered ? style.phrases.time($0) : nil
    }
    if placement.isWholeEventHeld {
      placement.margins = windowMargins()
      placement.dropTarget = draggedEvent.dropTarget
      placement.dropTargetArea = draggedEvent.dropTargetArea.flatMap { area in
        draggedEvent.dropTarget?.isOwnCalendar == true ? nil : Rectangle(area)
      }
    }
    if !companions.isEmpty {
      let viewport = viewport()
      placement.companions = companions.map { companion in
        geometry.placement(
          of: draggedEvent.position(of: companion.occurrence, in: viewport), companion.occurrence,
          companion.placement, laneTop: companion.laneTop)
      }
      if companions.contains(where: { $0.placement == nil }) {
        placement.heightAbove = allDay.allocatedHeight
      }
    }
    if !companions.isEmpty, draggedEvent.snappedOccurrence.times != announcedTimes {
      let (move, zone) = (draggedEvent.groupMove, viewport().zone)
      showTimes { occurrence in
        move.times(of: occurrence, in: zone).map { occurrence.applying(.move($0), in: zone) } ?? occurrence
      }
    }
    layer.update(placement, label: label(of: draggedEvent, on: geometry.days))
    layer.liftedBlock?.isBar = draggedEvent.isBar
    announceTimes(draggedEvent.snappedOccurrence)
  }

  /// Updates the position of an event that is lifted with the keyboard. The event scrolls with the hours.
  func updatePosition(_ keyboardMove: KeyboardMove) {
    let geometry = geometry(for: keyboardMove.snappedOccurrence.id)
    var placement = geometry.placement(of: keyboardMove, inset: inset, width: width)
    if !companions.isEmpty {
      placement.companions = companions.map { companion in
        geometry.placement(
          of: keyboardMove.moved(companion.occurrence), companion.placement,
          laneTop: companion.laneTop)
      }
      if companions.contains(where: { $0.placement == nil }) {
        placement.heightAbove = allDay.allocatedHeight
      }
    }
    if !companions.isEmpty { showTimes(keyboardMove.moved) }
    layer.update(
      placement,
      label: dragLabel(of: keyboardMove.snappedOccurrence, on: geometry.days))
  }

  /// Shows the new times of the other lifted events on their blocks.
  private func showTimes(_ withNewTimes: (Occurrence) -> Occurrence) {
    layer.setCompanionContents(companions.map { blocks.fullContent(of: withNewTimes($0.occurrence)) })
  }

  /// Returns the layout that determines the position of a lifted event.
  private func geometry(for id: Occurrence.ID) -> LiftGeometry {
    let (deck, scrollContent) = (paging.deck, hours.scrollContent)
    let allDayPage = deck.page.allDay
    return LiftGeometry(
      axis: deck.axis, offset: scrollContent.drawnScroll, columns: deck.columns, days: deck.page.days,
      scale: scrollContent.scaleFactor, minimumHeight: style.minimumBlockHeight,
      gutterWidth: style.gutterWidth,
      allDayRowHeight: allDay.allocatedHeight, barHeight: allDayPage.laneHeight,
      // The lane that the event comes from, or else the first lane.
      laneTop: allDayPage.frame(of: id)?.top ?? allDayPage.top(ofLane: 0))
  }

  /// Announces new snapped times once, and shows them on the lifted block.
  ///
  /// - Parameter original: the original times. They count as announced if no times have been announced yet.
  func announceTimes(_ snapped: Occurrence, original: EventTimes? = nil) {
    announcedTimes = announcedTimes ?? original
    guard snapped.times != announcedTimes else { return }
    if announcedTimes != nil {
      announcer.announceStep { [phrases = style.phrases] in phrases.position(snapped) }
    }
    announcedTimes = snapped.times
    layer.setContent(blocks.fullContent(of: snapped))
  }

  /// Forgets which times were announced.
  func forgetAnnouncedTimes() { announcedTimes = nil }

  /// Discards the label's text after a change of the phrases.
  func forgetLabel() { cachedLabel = nil }

  /// Shows the progress of a dwell, and announces its target once.
  func setDwell(_ dwell: DwellState?) {
    layer.setDwell(dwell.map(DwellBar.State.init))
    if let dwell, dwell.targetDay != announcedDwellTarget {
      let isForward = dwell.targetDay > paging.deck.page.days.lowerBound
      announcer.announce(style.phrases.pageTurnMessage(paging.row.view, forward: isForward))
    }
    announcedDwellTarget = dwell?.targetDay
  }

  /// Announces the sidebar calendar that the event is over. A day need not be announced here, because
  /// `announceTimes` announces the times that the event would have on it.
  func announce(_ dropTarget: SidebarDropTarget) {
    guard case .calendar(let calendar) = dropTarget, !calendar.isCurrent else { return }
    announcer.announceStep { [phrases = style.phrases] in
      calendar.refusal ?? phrases.dropLabel(calendar: calendar.name)
    }
  }

  /// Ends the lift.
  func end() {
    layer.end()
    (companions, liftedCount) = ([], 1)
    announcedTimes = nil
  }

  /// Returns the label's text: the effect of a drop if the event is over a calendar in the sidebar, otherwise the
  /// times.
  private func label(of draggedEvent: DraggedEvent, on days: Range<Day>) -> String {
    switch draggedEvent.dropTarget {
    case .calendar(let calendar) where !calendar.isCurrent:
      calendar.refusal ?? withCount(style.phrases.dropLabel(calendar: calendar.name))
    // Over the sidebar, the label always names the day, even if the page shows only one.
    case .calendar, .day, .turningMonths, .elsewhere:
      withCount(style.phrases.dragLabel(draggedEvent.snappedOccurrence, onPageOf: nil))
    case nil: dragLabel(of: draggedEvent.snappedOccurrence, on: days)
    }
  }

  /// Returns the label's text, which is cached because the times stay the same in most frames. If only one
  /// day is visible, the text does not name it.
  private func dragLabel(of snapped: Occurrence, on days: Range<Day>) -> String {
    let onlyDay = days.count == 1 ? days.lowerBound : nil
    if let cachedLabel, cachedLabel.times == snapped.times, cachedLabel.day == onlyDay,
      cachedLabel.count == liftedCount
    {
      return cachedLabel.text
    }
    let text = withCount(style.phrases.dragLabel(snapped, onPageOf: onlyDay))
    cachedLabel = (snapped.times, onlyDay, liftedCount, text)
    return text
  }

  /// Returns a label that also contains the number of lifted events, if there are several.
  private func withCount(_ label: String) -> String {
    liftedCount > 1 ? style.phrases.dragLabel(label, count: liftedCount) : label
  }
}

extension SidebarDropTarget {
  /// Whether this is the calendar that already contains the event.
  fileprivate var isOwnCalendar: Bool {
    if case .calendar(let calendar) = self { calendar.isCurrent } else { false }
  }
}

extension Rectangle {
  /// Creates a rectangle from an area, with its edges rounded down to whole px.
  fileprivate init(_ area: SidebarDropTargets.Area) {
    let (left, top) = (area.left.rounded(.down), area.top.rounded(.down))
    self.init(
      x: left, y: top, width: max(1, area.right.rounded(.down) - left),
      height: max(1, area.bottom.rounded(.down) - top))
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
