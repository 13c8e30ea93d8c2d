import CGtk
import CalendarModel
import GtkSupport
import TimelineInteraction
import TimelinePainting

// The layout of the widget's parts, and the geometry that the gestures use.
extension TimelineView {
  /// Called when the width has changed. The number of days that fit may change with it.
  func widthChanged(to width: Double) {
    paging.deck.width = width
    updateShownView()
    layOutWidth()
    host?.viewReports(.resized)
  }

  /// Allocates the children of `scrollContent`, for its width and scroll offset.
  func allocateContent(width: Int, offset: Double) {
    hours.allocateContent(width: width, offset: offset)
    host?.allocateTitleField(
      in: scrollContent, over: newEventRectangle(offset: offset), within: daysExtent)
  }

  /// The horizontal range of the days, in timeline coordinates.
  private var daysExtent: ClosedRange<Double> { columnsLeft...(columnsLeft + columnsWidth) }

  private func newEventRectangle(offset: Double) -> Rectangle? {
    guard let frame = (host?.state.interaction.naming?.occurrence.id).flatMap(page.frame) else { return nil }
    return Rectangle(
      x: columnsLeft + frame.left, y: frame.top - offset, width: frame.width, height: frame.height)
  }

  /// Allocates the title field over the bar of a new event.
  func allocateBarTitleField() {
    host?.allocateTitleField(in: allDay, over: newBarRectangle, within: daysExtent)
  }

  private var newBarRectangle: Rectangle? {
    guard let frame = (host?.state.interaction.naming?.occurrence.id).flatMap(page.allDay.frame) else {
      return nil
    }
    return Rectangle(
      x: columnsLeft + frame.left, y: frame.top, width: frame.right - frame.left,
      height: frame.bottom - frame.top)
  }

  /// The distance in px from the top of this widget to the viewport.
  var viewportTop: Double { hours.viewportTop(in: self) }

  // MARK: Geometry for gestures

  /// The current layout, without the events.
  var viewport: HoursSurface {
    let (width, height) = hours.viewportSize
    let conditions = host?.surfaceConditions
    return HoursSurface(
      width: width, height: height, scroll: scrollContent.scroll, scrollMax: scrollContent.scrollMax,
      axis: axis,
      columns: columns, zone: conditions?.zone ?? .utc, scale: scaleFactor,
      dragThreshold: conditions?.dragThreshold ?? Feel.dragThreshold,
      mouseRequiresLongPress: storedConfiguration.mouseRequiresLongPress,
      allDayRowHeight: allDayRowHeight,
      barHeight: page.allDay.laneHeight, firstLaneTop: page.allDay.top(ofLane: 0),
      sidebar: conditions?.sidebar)
  }

  package var scene: TimelineScene {
    var surface = viewport
    (surface.blocks, surface.bars) = (page.dayFrames, page.allDay.frames)
    return TimelineScene(
      surface, occurrences: page.occurrences, selectedDay: day, isTurning: paging.row.pager.isMoving)
  }

  package func liftGeometry(for id: Occurrence.ID) -> any LiftPlacing {
    let allDayPage = page.allDay
    return HoursLiftPlacing(
      geometry: LiftGeometry(
        axis: axis, offset: scrollContent.drawnScroll, columns: columns, days: page.days,
        scale: scrollContent.scaleFactor, minimumHeight: style.minimumBlockHeight,
        gutterWidth: style.gutterWidth, allDayRowHeight: allDay.allocatedHeight,
        barHeight: allDayPage.laneHeight,
        // The lane that the event comes from, or else the first lane.
        laneTop: allDayPage.frame(of: id)?.top ?? allDayPage.top(ofLane: 0)),
      page: page)
  }

  /// Called when the size, the zoom or the day has changed.
  func viewportChanged() {
    scrollContent.contentHeight = axis.contentHeight
    host?.viewReports(.layoutChanged)
  }

  /// Called after scrolling, which moves everything except a lifted event.
  func scrolled() {
    host?.viewReports(.scrolled)
    paging.scrolled()
  }

  // MARK: Updates

  /// Lays out the events again: the columns of overlapping events, the edges on device pixels, and the text
  /// for the current minute.
  func layOutEvents() {
    paging.deck.layOut()
    paging.deck.refreshBlocks()
    paging.appearanceChanged()
  }

  /// Lays out the existing blocks for a new width or zoom. May be called during allocation, because it
  /// neither creates nor removes blocks.
  func layOutWidth() {
    hours.layOut()
    paging.appearanceChanged()
  }

  /// Called when the desktop's style, the text size or the phrases have changed.
  func restyle() {
    zoomChanged()
    gutter.repaint()
    gutterChanged()
    layOutEvents()
    paging.deck.repaint()
  }
}
