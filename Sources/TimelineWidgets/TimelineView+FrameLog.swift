import CGtk
import CalendarModel
import GtkSupport
import TimelineInteraction

// One line per frame, written after it was painted (FrameLog.swift).
extension TimelineView {
  func installFrameLog() {
    guard frameLog != nil else { return }
    onSignal(pointer.opaque, "realize") { [weak self] in
      guard let self, let clock = gtk_widget_get_frame_clock(self.pointer), clock != self.logging.clock else {
        return
      }
      self.logging.clock = clock
      onSignal(clock, "before-paint") { [weak self] in self?.logging.began = Int(g_get_monotonic_time()) }
      onSignal(clock, "after-paint") { [weak self] in self?.logFrame() }
    }
  }

  /// The timeline has moved: the frame that shows it is logged, lifted or not.
  func noteScrolling() { logging.hasScrolled = true }

  /// The pages have moved: the frame that shows it is logged.
  func notePaging() { logging.hasPaged = true }

  /// What was done is on disk: a frame says so, though nothing moves.
  func logSaved() {
    guard frameLog != nil, let clock = gtk_widget_get_frame_clock(pointer) else { return }
    logging.hasScrolled = true
    gdk_frame_clock_request_phase(clock, GDK_FRAME_CLOCK_PHASE_AFTER_PAINT)
  }

  private func logFrame() {
    defer {
      FrameStatistics.work = 0
      FrameStatistics.paints = 0
      logging.hasScrolled = false
      logging.hasPaged = false
    }
    guard let frameLog, let clock = gtk_widget_get_frame_clock(pointer),
      let adjustment = sheet.verticalAdjustment
    else { return }
    let time = Int(gdk_frame_clock_get_frame_time(clock))
    let interval = logging.lastTime == 0 ? 0 : time - logging.lastTime
    logging.lastTime = time
    guard let phase = phaseName else { return }
    var frame = FrameLog.Frame(
      frame: Int64(gdk_frame_clock_get_frame_counter(clock)), time: time, interval: interval, phase: phase,
      scroll: gtk_adjustment_get_value(adjustment),
      scrollMax: gtk_adjustment_get_upper(adjustment) - gtk_adjustment_get_page_size(adjustment),
      velocity: lifted?.velocity ?? 0, viewDate: page.days.lowerBound, page: paging.row.pager.position.page,
      isSaved: isSaved,
      work: FrameStatistics.work, whole: Int(g_get_monotonic_time()) - logging.began,
      paints: FrameStatistics.paints)
    // Read back from what GTK has laid out: the pager knows where the page should be, and this is where it is.
    if let first = paging.deck.pages[frame.page] { frame.fraction = area.shownOffset(of: first) ?? 0 }
    (frame.stripPage, frame.stripFraction) = weekStrip.shownPosition
    if let point = input.pointer, isPointing {
      (frame.pointerX, frame.pointerY) = (point.x, point.y)
    }
    if let lifted, let block = liftLayer.lifted {
      frame.uid = lifted.occurrence.event.id.uid.text
      // The machine knows the column, the pointer holds the block.
      (frame.grab, frame.grabX, frame.isClamped) = (lifted.grab, lifted.grabX - held.inset, lifted.clamped)
      frame.snappedStart = lifted.snapped.start.description
      frame.snappedEnd = lifted.snapped.end.description
      let bottom = lifted.part == .end && !lifted.isBar ? block.lastPaintedBottom : 0
      (frame.edgeX, frame.edgeY) = placeInViewport(of: block, row: bottom)
    } else if let hold = liftedByKeys, let block = liftLayer.lifted {
      frame.uid = hold.occurrence.event.id.uid.text
      frame.snappedStart = hold.snapped.start.description
      frame.snappedEnd = hold.snapped.end.description
      (frame.edgeX, frame.edgeY) = placeInViewport(of: block, row: 0)
    }
    frameLog.write(frame)
  }

  /// Where a row of a block is in the viewport, as GTK has laid it out; nil if it is not in the window.
  private func placeInViewport(of block: EventBlock, row: Double) -> (x: Double?, y: Double?) {
    var inBlock = graphene_point_t(x: 0, y: Float(row))
    var inViewport = graphene_point_t()
    guard gtk_widget_compute_point(block.pointer, scrolledWindow, &inBlock, &inViewport) != 0 else {
      return (nil, nil)
    }
    return (Double(inViewport.x), Double(inViewport.y))
  }

  private var liftedByKeys: KeyHold? { state.interaction.hold.flatMap { $0.isLifted ? $0 : nil } }

  private var phaseName: String? {
    if let lifted {
      if lifted.isNew { return "create" }
      switch lifted.part {
      case .body: return "move"
      case .start: return "stretch-start"
      case .end: return "stretch-end"
      }
    }
    if liftedByKeys != nil { return "keys" }
    if case .pressing = state.interaction { return "pressing" }
    if logging.hasPaged { return "page" }
    return logging.hasScrolled ? "scroll" : nil
  }
}

/// What the frame log remembers between frames.
struct FrameLogging {
  var lastTime = 0
  /// When the present frame began, in microseconds.
  var began = 0
  var hasScrolled = false
  var hasPaged = false
  /// The clock whose frames are logged already.
  var clock: OpaquePointer?
}

extension WeekStrip {
  /// The week in sight and how far the next one has come: read back from the layout, for the frame log.
  var shownPosition: (week: Int, fraction: Double) {
    guard let page = page(of: position.page) else { return (position.page, 0) }
    return (position.page, area.shownOffset(of: page) ?? 0)
  }
}
