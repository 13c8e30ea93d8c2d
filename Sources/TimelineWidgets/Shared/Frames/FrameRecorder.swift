import CGtk
import CalendarModel
import GtkSupport
import TimelineInteraction

/// A view whose pages slide, as the frame log reads them.
@MainActor
protocol PagedView: AnyObject {
  var paging: TimelinePaging { get }
  var dateHeader: DateHeader { get }
}

/// Collects the data of each frame that is to be logged, and passes it to `FrameLog` after the frame has been painted.
@MainActor
final class FrameRecorder {
  private let log: FrameLog
  private unowned let source: ViewStack
  /// The time of the previous frame, in microseconds; 0 before the first one.
  private var lastFrameTime = 0
  /// The start of the current frame, in microseconds.
  private var frameStart = 0
  private var hasScrolled = false
  private var hasPaged = false
  /// The frame clock whose signals are already connected.
  private var clock: OpaquePointer?

  /// Creates a recorder, or returns nil if there is no log.
  init?(of source: ViewStack) {
    guard let log = FrameLog.fromEnvironment() else { return nil }
    (self.log, self.source) = (log, source)
    onSignal(source.gtkWidget.opaque, "realize") { [weak self] in
      guard let self, let clock = gtk_widget_get_frame_clock(self.source.gtkWidget), clock != self.clock
      else {
        return
      }
      self.clock = clock
      onSignal(clock, "before-paint") { [weak self] in self?.frameStart = Int(g_get_monotonic_time()) }
      onSignal(clock, "after-paint") { [weak self] in self?.frameEnded() }
    }
  }

  /// Records that the timeline has scrolled. The next frame is logged, even if nothing is lifted.
  func recordScrolling() { hasScrolled = true }

  /// Records that the pages have moved. The next frame is logged.
  func recordPaging() { hasPaged = true }

  /// Records that an edit has been saved. A frame is logged, even if nothing moves.
  func recordSaving() {
    guard let clock = gtk_widget_get_frame_clock(source.gtkWidget) else { return }
    // The frame is logged like one in which the timeline has scrolled.
    hasScrolled = true
    gdk_frame_clock_request_phase(clock, GDK_FRAME_CLOCK_PHASE_AFTER_PAINT)
  }

  private func frameEnded() {
    defer {
      (FrameStatistics.workTime, FrameStatistics.paintCount) = (0, 0)
      (hasScrolled, hasPaged) = (false, false)
    }
    guard let clock = gtk_widget_get_frame_clock(source.gtkWidget),
      let adjustment = source.parts.content.verticalAdjustment
    else { return }
    let frameTime = Int(gdk_frame_clock_get_frame_time(clock))
    let interval = lastFrameTime == 0 ? 0 : frameTime - lastFrameTime
    lastFrameTime = frameTime
    guard let phase else { return }
    var frame = FrameLog.Frame(
      number: Int64(gdk_frame_clock_get_frame_counter(clock)), time: frameTime, interval: interval,
      phase: phase,
      scroll: gtk_adjustment_get_value(adjustment),
      scrollMax: gtk_adjustment_get_upper(adjustment) - gtk_adjustment_get_page_size(adjustment),
      velocity: source.state.interaction.drag?.draggedEvent.scrollVelocity ?? 0,
      viewDate: source.shownDays.lowerBound, page: 0,
      isSaved: source.isSaved, workTime: FrameStatistics.workTime,
      frameDuration: Int(g_get_monotonic_time()) - frameStart,
      paintCount: FrameStatistics.paintCount)
    addPages(to: &frame)
    addHeldEvent(to: &frame)
    log.write(frame)
  }

  /// Adds the position of the pages, read back from GTK's layout. The pager knows only their intended position.
  private func addPages(to frame: inout FrameLog.Frame) {
    guard let view = source.view as? any PagedView else { return }
    let deck = view.paging.deck
    frame.page = view.paging.row.pager.position.page
    if let page = deck.pages[frame.page] { frame.fraction = deck.area.shownOffset(of: page) ?? 0 }
    (frame.dateHeaderPage, frame.dateHeaderFraction) = view.dateHeader.shownPosition
  }

  private func addHeldEvent(to frame: inout FrameLog.Frame) {
    let interaction = source.state.interaction
    if let point = source.controllers.press.point, interaction.isPointerActive {
      (frame.pointerX, frame.pointerY) = (point.x, point.y)
    }
    if let question = interaction.scopeQuestion {
      frame.uid = question.occurrence.event.id.uid.text
      frame.snappedStart = question.changedOccurrence.start.description
      frame.snappedEnd = question.changedOccurrence.end.description
      let id = question.id(among: source.occurrences)
      if let block = source.block(for: id) {
        (frame.edgeX, frame.edgeY) = positionInViewport(of: block, y: 0)
      }
      return
    }
    guard let block = source.liftPresenter.block else { return }
    frame.others = source.liftPresenter.layer.companions.map { companion in
      let position = positionInViewport(of: companion, y: 0)
      return (companion.occurrence.event.id.uid.text, position.x, position.y)
    }
    if let draggedEvent = interaction.drag?.draggedEvent {
      frame.uid = draggedEvent.occurrence.event.id.uid.text
      // `draggedEvent.grabX` is relative to the column's edge; the logged value is relative to the block's edge.
      (frame.grabY, frame.isClamped) = (draggedEvent.grabY, draggedEvent.isClamped)
      frame.grabX = draggedEvent.grabX - source.liftPresenter.inset
      frame.snappedStart = draggedEvent.snappedOccurrence.start.description
      frame.snappedEnd = draggedEvent.snappedOccurrence.end.description
      let bottom = draggedEvent.part == .end && !draggedEvent.isBar ? block.lastPaintedBottom : 0
      (frame.edgeX, frame.edgeY) = positionInViewport(of: block, y: bottom)
    } else if let keyboardMove = interaction.keyboardMove, keyboardMove.isLifted {
      frame.uid = keyboardMove.occurrence.event.id.uid.text
      frame.snappedStart = keyboardMove.snappedOccurrence.start.description
      frame.snappedEnd = keyboardMove.snappedOccurrence.end.description
      (frame.edgeX, frame.edgeY) = positionInViewport(of: block, y: 0)
    }
  }

  /// Returns the viewport coordinates of a point on a block's left edge, as laid out by GTK. Both are nil if
  /// the block is not in the window.
  private func positionInViewport(of block: EventBlock, y: Double) -> (x: Double?, y: Double?) {
    var blockPoint = graphene_point_t(x: 0, y: Float(y))
    var viewportPoint = graphene_point_t()
    guard
      gtk_widget_compute_point(block.gtkWidget, source.parts.viewport, &blockPoint, &viewportPoint) != 0
    else { return (nil, nil) }
    return (Double(viewportPoint.x), Double(viewportPoint.y))
  }

  /// The phase to log; nil if the frame is not logged.
  private var phase: String? {
    switch source.state.interaction {
    case .dragging(let drag), .followingPointer(let drag): return FrameRecorder.phase(of: drag.draggedEvent)
    case .keyboardMove: return "keys"
    case .pressing: return "pressing"
    case .choosingScope: return "scope"
    case .idle, .ignoring, .pinching, .keyboardStep, .naming:
      return hasPaged ? "page" : hasScrolled ? "idle" : nil
    }
  }

  private static func phase(of draggedEvent: DraggedEvent) -> String {
    if draggedEvent.isNew { return "create" }
    switch draggedEvent.part {
    case .body: return "move"
    case .start: return "stretch-start"
    case .end: return "stretch-end"
    }
  }
}

extension DateHeader {
  /// The visible week and the progress toward the next one, read back from the layout for the frame log.
  fileprivate var shownPosition: (week: Int, fraction: Double) {
    guard let page = page(of: position.page) else { return (position.page, 0) }
    return (position.page, area.shownOffset(of: page) ?? 0)
  }
}
