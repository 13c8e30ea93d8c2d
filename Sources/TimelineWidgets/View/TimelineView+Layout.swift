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
    callbacks.onResized()
  }

  /// Allocates the children of `scrollContent`, for its width and scroll offset.
  func allocateContent(width: Int, offset: Double) {
    hours.allocateContent(width: width, offset: offset)
    allocateTitleField(in: scrollContent, offset: offset)
  }

  // MARK: Geometry for gestures

  /// The current layout, in the form that the gestures use.
  var viewport: TimelineViewport {
    let (width, height) = hours.viewportSize
    return TimelineViewport(
      width: width, height: height, scroll: scrollContent.scroll, scrollMax: scrollContent.scrollMax,
      axis: axis,
      columns: columns, zone: dataSource?.displayZone ?? .utc, scale: scaleFactor,
      dragThreshold: controllers.desktopSettings.dragThreshold,
      mouseRequiresLongPress: storedConfiguration.mouseRequiresLongPress,
      allDayRowHeight: allDayRowHeight,
      barHeight: page.allDay.laneHeight, sidebar: sidebarDropTargets)
  }

  /// The parts of the visible content that the state depends on.
  var visibleScene: TimelineScene {
    TimelineScene(
      viewport, occurrences: occurrences, blocks: page.dayFrames, bars: page.allDay.frames,
      lockedEvents: lockedEvents, selectedDay: day, isTurning: paging.row.pager.isMoving,
      doubleClickTime: controllers.desktopSettings.doubleClickTime)
  }

  private var lockedEvents: Set<Occurrence.ID> {
    // This is done in every frame of a drag, so only the few events that may show handles are looked up.
    state.handleCandidates.filter { id in page.occurrence(of: id).map { !canEdit($0) } ?? false }
  }

  /// Called when the size, the zoom or the day has changed.
  func viewportChanged() {
    scrollContent.contentHeight = axis.contentHeight
    send(.layoutChanged)
  }

  /// Called after scrolling, which moves everything except a lifted event.
  func scrolled() {
    detailsPopover.close()
    scopeCardMoved()
    if state.interaction.isPointerActive || isEventLifted {
      FrameStatistics.measure { _ = send(.layoutChanged) }
    }
    paging.scrolled()
    frameRecorder?.recordScrolling()
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
    liftLayer.restyle()
    zoomChanged()
    gutter.repaint()
    gutterChanged()
    layOutEvents()
    paging.deck.repaint()
  }
}
