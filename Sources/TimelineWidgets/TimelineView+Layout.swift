import CGtk
import CalendarModel
import GtkSupport
import TimelineInteraction
import TimelinePainting

// The layout of the widget's parts, and the geometry that the gestures need.
extension TimelineView {
  /// Called when the width has changed, and with it perhaps the number of days that fit.
  func widthChanged(to width: Double) {
    paging.deck.width = width
    updateShownView()
    layOutWidth()
    callbacks.onResized()
  }

  /// Allocates the children of the sheet, for its width and scroll offset.
  func allocateContent(width: Int, offset: Double) {
    hours.allocateContent(width: width, offset: offset)
    allocateTitleField(in: sheet, offset: offset)
  }

  // MARK: Geometry for gestures

  /// The present layout, as the gestures need it.
  var viewport: TimelineViewport {
    let (width, height) = hours.viewport
    return TimelineViewport(
      width: width, height: height, scroll: sheet.scroll, scrollMax: sheet.scrollMax, axis: axis,
      columns: columns, zone: dataSource?.displayZone ?? .utc, scale: scaleFactor,
      dragThreshold: input.desktop.dragThreshold, holdToDrag: settings.holdToDrag,
      allDayRowHeight: allDayRowHeight,
      barHeight: page.allDay.laneHeight)
  }

  /// The visible content, as far as the state depends on it.
  var shownScene: TimelineScene {
    TimelineScene(
      viewport, occurrences: occurrences, blocks: page.dayFrames, bars: page.allDay.frames, day: day,
      isTurning: paging.row.pager.isMoving, doubleClickTime: input.desktop.doubleClickTime)
  }

  /// Called when size, zoom or day has changed.
  func viewportChanged() {
    sheet.contentHeight = axis.contentHeight
    send(.layoutChanged)
  }

  /// Called after scrolling. The lifted event stays in place; everything else has moved.
  func scrolled() {
    popover.close()
    if state.interaction.isPointing || isLifted { FrameStatistics.measure { _ = send(.layoutChanged) } }
    frames?.recordScrolling()
  }

  // MARK: Updates

  /// Lays out the events again: columns for overlapping ones, edges on device pixels, text for the present
  /// minute.
  func layOutEvents() {
    paging.deck.layOut()
    paging.deck.refreshBlocks()
    paging.appearanceChanged()
  }

  /// Lays out the existing blocks for a new width or zoom. It creates and removes none, so it may be called
  /// during allocation.
  func layOutWidth() {
    hours.layOut()
    paging.appearanceChanged()
  }

  /// Called when the desktop's style, the text size or the phrases have changed.
  func restyle() {
    liftLayer.restyle()
    zoomChanged()
    gutter.repaint()
    updateShownView()
    layOutEvents()
    paging.deck.repaint()
    gtk_widget_queue_resize(pointer)
  }
}
