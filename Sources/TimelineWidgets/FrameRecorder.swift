import CGtk
import CalendarModel
import GtkSupport
import TimelineInteraction

/// The state that the frame log reads.
@MainActor
protocol FrameSource: AnyObject {
  var pointer: WidgetPointer { get }
  var state: TimelineState { get }
  var isSaved: Bool { get }
  var hours: HoursArea { get }
  var liftPresenter: LiftPresenter { get }
  var input: TimelineControllers { get }
  var paging: TimelinePaging { get }
  var dateHeader: DateHeader { get }
}

/// Writes one line per frame in which something is lifted, pressed or moving, after the frame was painted.
@MainActor
final class FrameRecorder {
  private let log: FrameLog
  private unowned let source: any FrameSource
  private var lastTime = 0
  /// The start of the present frame, in microseconds.
  private var frameStart = 0
  private var hasScrolled = false
  private var hasPaged = false
  /// The frame clock that is already connected.
  private var clock: OpaquePointer?

  /// Returns nil unless the environment requests a log.
  init?(of source: any FrameSource) {
    guard let log = FrameLog.fromEnvironment() else { return nil }
    (self.log, self.source) = (log, source)
    onSignal(source.pointer.opaque, "realize") { [weak self] in
      guard let self, let clock = gtk_widget_get_frame_clock(self.source.pointer), clock != self.clock else {
        return
      }
      self.clock = clock
      onSignal(clock, "before-paint") { [weak self] in self?.frameStart = Int(g_get_monotonic_time()) }
      onSignal(clock, "after-paint") { [weak self] in self?.frameEnded() }
    }
  }

  /// Called when the timeline has scrolled. The frame that shows it is logged, even if nothing is lifted.
  func recordScrolling() { hasScrolled = true }

  /// Called when the pages have moved. The frame that shows it is logged.
  func recordPaging() { hasPaged = true }

  /// Called when an edit has been saved. A frame is logged even if nothing moves.
  func recordSaving() {
    guard let clock = gtk_widget_get_frame_clock(source.pointer) else { return }
    hasScrolled = true
    gdk_frame_clock_request_phase(clock, GDK_FRAME_CLOCK_PHASE_AFTER_PAINT)
  }

  private func frameEnded() {
    defer {
      (FrameStatistics.workTime, FrameStatistics.paints) = (0, 0)
      (hasScrolled, hasPaged) = (false, false)
    }
    guard let clock = gtk_widget_get_frame_clock(source.pointer),
      let adjustment = source.hours.sheet.verticalAdjustment
    else { return }
    let time = Int(gdk_frame_clock_get_frame_time(clock))
    let interval = lastTime == 0 ? 0 : time - lastTime
    lastTime = time
    guard let phase else { return }
    var frame = FrameLog.Frame(
      frame: Int64(gdk_frame_clock_get_frame_counter(clock)), time: time, interval: interval, phase: phase,
      scroll: gtk_adjustment_get_value(adjustment),
      scrollMax: gtk_adjustment_get_upper(adjustment) - gtk_adjustment_get_page_size(adjustment),
      velocity: source.state.interaction.drag?.lifted.velocity ?? 0,
      viewDate: source.paging.deck.page.days.lowerBound, page: source.paging.row.pager.position.page,
      isSaved: source.isSaved, workTime: FrameStatistics.workTime,
      frameDuration: Int(g_get_monotonic_time()) - frameStart,
      paints: FrameStatistics.paints)
    addPages(to: &frame)
    addHeldEvent(to: &frame)
    log.write(frame)
  }

  /// Reads the position of the pages back from GTK's layout. The pager knows only where they should be.
  private func addPages(to frame: inout FrameLog.Frame) {
    let deck = source.paging.deck
    if let first = deck.pages[frame.page] { frame.fraction = deck.area.shownOffset(of: first) ?? 0 }
    (frame.dateHeaderPage, frame.dateHeaderFraction) = source.dateHeader.shownPosition
  }

  private func addHeldEvent(to frame: inout FrameLog.Frame) {
    let interaction = source.state.interaction
    if let point = source.input.press.point, interaction.isPointing {
      (frame.pointerX, frame.pointerY) = (point.x, point.y)
    }
    guard let block = source.liftPresenter.block else { return }
    if let lifted = interaction.drag?.lifted {
      frame.uid = lifted.occurrence.event.id.uid.text
      // `lifted.grabX` is measured from the column's edge, the logged value from the block's edge.
      (frame.grab, frame.isClamped) = (lifted.grab, lifted.isClamped)
      frame.grabX = lifted.grabX - source.liftPresenter.inset
      frame.snappedStart = lifted.snapped.start.description
      frame.snappedEnd = lifted.snapped.end.description
      let bottom = lifted.part == .end && !lifted.isBar ? block.lastPaintedBottom : 0
      (frame.edgeX, frame.edgeY) = positionInViewport(of: block, row: bottom)
    } else if let hold = interaction.keyboardMove, hold.isLifted {
      frame.uid = hold.occurrence.event.id.uid.text
      frame.snappedStart = hold.snapped.start.description
      frame.snappedEnd = hold.snapped.end.description
      (frame.edgeX, frame.edgeY) = positionInViewport(of: block, row: 0)
    }
  }

  /// The position of a row of a block in the viewport, as laid out by GTK; nil if it is not in the window.
  private func positionInViewport(of block: EventBlock, row: Double) -> (x: Double?, y: Double?) {
    var inBlock = graphene_point_t(x: 0, y: Float(row))
    var inViewport = graphene_point_t()
    guard
      gtk_widget_compute_point(block.pointer, source.hours.scrolledWindow, &inBlock, &inViewport) != 0
    else { return (nil, nil) }
    return (Double(inViewport.x), Double(inViewport.y))
  }

  private var phase: String? {
    switch source.state.interaction {
    case .dragging(let drag), .carrying(let drag): return FrameRecorder.phase(of: drag.lifted)
    case .keyboardMove: return "keys"
    case .pressing: return "pressing"
    case .idle, .ignoring, .pinching, .keyboardStep, .naming:
      return hasPaged ? "page" : hasScrolled ? "scroll" : nil
    }
  }

  private static func phase(of lifted: DraggedEvent) -> String {
    if lifted.isNew { return "create" }
    switch lifted.part {
    case .body: return "move"
    case .start: return "stretch-start"
    case .end: return "stretch-end"
    }
  }
}

extension DateHeader {
  /// The visible week and the progress towards the next one, read back from the layout for the frame log.
  fileprivate var shownPosition: (week: Int, fraction: Double) {
    guard let page = page(of: position.page) else { return (position.page, 0) }
    return (position.page, area.shownOffset(of: page) ?? 0)
  }
}
