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
  private let blocks: EventBlocks
  private let style: TimelineStyle
  private let announcer: Announcer
  /// Returns the distances from the edges of the viewport to those of the window.
  var windowMargins: () -> LiftMargins = { LiftMargins() }
  /// The shape of the lifted block.
  private var shape = LiftShape(inset: 0, width: 0, laneTop: 0)
  /// The other lifted events that may become visible.
  private var companions: [Companion] = []
  /// The number of lifted events, whether they are visible or not.
  private var liftedCount = 1

  private struct Companion {
    let occurrence: Occurrence
    let shape: LiftShape
  }

  /// The distance in px from the left edge of the column to the lifted block.
  var inset: Double { shape.inset }

  /// The times that were announced last.
  private var announcedTimes: EventTimes?
  /// The label's text, cached together with the times that it shows and the day that it omits, if any.
  private var cachedLabel: (times: EventTimes, day: Day?, count: Int, text: String)?
  /// The target of the dwell that was announced last.
  private var announcedDwellTarget: Day?

  init(blocks: EventBlocks, style: TimelineStyle, announcer: Announcer) {
    (self.blocks, self.style, self.announcer) = (blocks, style, announcer)
    layer = LiftLayer(style: style)
  }

  /// The block of the lifted event.
  var block: EventBlock? { layer.liftedBlock }

  /// The position of the lifted block, in viewport coordinates; nil unless a pointer holds the whole block.
  var position: Point? {
    guard let placement = layer.placement, placement.isWholeEventHeld else { return nil }
    return Point(x: placement.x, y: placement.top)
  }

  /// The positions of all lifted blocks, in viewport coordinates; empty unless a pointer holds the whole block.
  var positions: [Occurrence.ID: Point] {
    guard let block, let position else { return [:] }
    var positions = [block.occurrence.id: position]
    for (companion, rectangle) in zip(companions, layer.companionRectangles)
    where companion.shape.width != nil {
      positions[companion.occurrence.id] = Point(x: rectangle.x, y: rectangle.y)
    }
    return positions
  }

  /// Lifts an event: shows a new block for it, with the width and the position in the column of the original
  /// block.
  ///
  /// - Parameters:
  ///   - otherEvents: the events that are lifted with it.
  ///   - day: the day of the column that the event is lifted from.
  func begin(
    _ occurrence: Occurrence, with otherEvents: [Occurrence], from day: Day, _ geometry: any LiftPlacing
  ) -> EventBlock {
    let block = liftedBlock(of: occurrence, on: day, geometry)
    shape = geometry.shape(of: occurrence, on: day)
    layer.begin(block)
    liftedCount = otherEvents.count + 1
    addCompanions(otherEvents, of: day, geometry)
    return block
  }

  private func liftedBlock(of occurrence: Occurrence, on day: Day, _ geometry: any LiftPlacing) -> EventBlock
  {
    let block = blocks.createBlock(occurrence, on: day, dayCount: geometry.days.count)
    block.setContent(blocks.fullContent(of: occurrence))
    block.appearance = .lifted
    return block
  }

  private func addCompanions(_ otherEvents: [Occurrence], of day: Day, _ geometry: any LiftPlacing) {
    // Events that are too far away never become visible beside the held one, even if it is carried into the sidebar.
    let margins = windowMargins()
    let columnCountBesideViewport = Int(
      ((margins.left + margins.right) / max(1, geometry.columnWidth)).rounded(.up))
    let maximumDistance = geometry.days.count + columnCountBesideViewport
    let nearbyEvents = otherEvents.filter {
      abs($0.span.start.day.days(since: day)) < max(maximumDistance, $0.days.count)
    }
    companions = nearbyEvents.map {
      Companion(occurrence: $0, shape: geometry.shape(of: $0, on: $0.span.start.day))
    }
    guard !companions.isEmpty else { return }
    layer.addCompanions(
      nearbyEvents.map { occurrence in
        let block = liftedBlock(of: occurrence, on: day, geometry)
        block.isReplaced = true
        return block
      })
  }

  /// Updates the position for the current pointer position, scroll offset and day, and announces changed
  /// times.
  func update(
    _ draggedEvent: DraggedEvent, _ geometry: any LiftPlacing, in surface: @autoclosure () -> any Surface
  ) {
    // A finger covers the label, so the time is also shown in the gutter, as on iOS.
    let isCovered = draggedEvent.pointerKind == .touch
    var placement = geometry.placement(of: draggedEvent, shape) { [style] in
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
      let surface = surface()
      placement.companions = companions.map { companion in
        geometry.placement(
          of: surface.position(of: companion.occurrence, besideHeld: draggedEvent), companion.occurrence,
          companion.shape)
      }
      if companions.contains(where: { $0.shape.width == nil }) {
        placement.heightAbove = geometry.heightAbove
      }
    }
    if !companions.isEmpty, draggedEvent.snappedOccurrence.times != announcedTimes {
      let (move, zone) = (draggedEvent.groupMove, surface().zone)
      showTimes { occurrence in
        move.times(of: occurrence, in: zone).map { occurrence.applying(.move($0), in: zone) } ?? occurrence
      }
    }
    layer.update(placement, label: label(of: draggedEvent, on: geometry.days))
    layer.liftedBlock?.isBar = draggedEvent.isBar
    announceTimes(draggedEvent.snappedOccurrence)
  }

  /// Updates the position of an event that is lifted with the keyboard. The event scrolls with the view.
  func updatePosition(_ keyboardMove: KeyboardMove, _ geometry: any LiftPlacing) {
    var placement = geometry.placement(of: keyboardMove, shape)
    if !companions.isEmpty {
      placement.companions = companions.map { companion in
        geometry.placement(of: keyboardMove.moved(companion.occurrence), companion.shape)
      }
      if companions.contains(where: { $0.shape.width == nil }) {
        placement.heightAbove = geometry.heightAbove
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
  func setDwell(_ dwell: DwellState?, in view: any CalendarView) {
    layer.setDwell(dwell.map(DwellBar.State.init))
    if let dwell, dwell.targetDay != announcedDwellTarget {
      let isForward = dwell.targetDay > view.scene.surface.days.lowerBound
      announcer.announce(style.phrases.pageTurnMessage(view.extent.kind, forward: isForward))
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
