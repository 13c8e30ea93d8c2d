import CGtk
import CalendarModel
import GtkSupport
import TimelineInteraction
import TimelinePainting

// The size of things: which part of the widget each has, and what the gestures have to know of it.
extension TimelineView {
  /// There is another width: other days may have room.
  func widthChanged(to width: Double) {
    paging.deck.width = width
    fitView()
    layOutWidth()
    callbacks.onResized()
  }

  /// Places what is on the sheet, which is so wide and scrolled so far.
  func placeContent(width: Int, offset: Double) {
    hours.place(width: width, offset: offset)
    placeDraft(in: sheet, offset: offset)
  }

  // MARK: What the gestures know

  /// What the gestures must know of the present layout.
  var viewport: TimelineViewport {
    let (width, height) = hours.viewport
    return TimelineViewport(
      width: width, height: height, scroll: sheet.scroll, scrollMax: sheet.scrollMax, axis: axis,
      columns: columns, zone: dataSource?.displayZone ?? .utc, scale: scaleFactor,
      dragThreshold: input.desktop.dragThreshold, holdToDrag: settings.holdToDrag,
      allDayRowHeight: allDayRowHeight,
      barHeight: page.allDay.laneHeight)
  }

  /// What the state has to know of what is shown.
  var shownScene: TimelineScene {
    TimelineScene(
      viewport, occurrences: occurrences, blocks: page.dayFrames, bars: page.allDay.frames, day: day,
      isTurning: paging.row.pager.isMoving, doubleClickTime: input.desktop.doubleClickTime)
  }

  /// Size, zoom or day changed.
  func viewportChanged() {
    sheet.contentHeight = axis.contentHeight
    send(.layoutChanged)
  }

  /// The sheet was scrolled: what is lifted stays, everything else went.
  func scrolled() {
    popover.close()
    if state.interaction.isPointing || isLifted { FrameStatistics.measure { _ = send(.layoutChanged) } }
    frames?.noteScrolling()
  }

  // MARK: Looking otherwise

  /// Lays the events out again: columns for those that overlap, edges on device pixels, words of the present minute.
  func layOutEvents() {
    paging.deck.layOut()
    paging.deck.refreshBlocks()
    paging.looksOtherwise()
  }

  /// Places the blocks that there are for a new width or zoom; makes and drops none, so it may be done while
  /// allocating.
  func layOutWidth() {
    hours.layOut()
    paging.looksOtherwise()
  }

  /// The desktop's style, the text's size or the words are others.
  func restyle() {
    liftLayer.restyle()
    zoomChanged()
    gutter.repaint()
    fitView()
    layOutEvents()
    paging.deck.repaint()
    gtk_widget_queue_resize(pointer)
  }
}
