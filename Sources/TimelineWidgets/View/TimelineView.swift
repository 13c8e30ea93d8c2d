import CGtk
import CalendarModel
import CalendarText
import GtkSupport
import TimelineInteraction
import TimelinePainting
import WidgetSupport

/// A timeline of days that shows the occurrences of a data source and sends edits to it.
///
/// A page contains one day, three days, a work week or a week. Pages can be turned endlessly in both
/// directions.
///
/// `TimelineState`, which depends on neither GTK nor a clock, interprets the user's input. The extensions of
/// this class pass inputs to it and perform the resulting effects.
@MainActor
package final class TimelineView: CustomWidget {
  private static let widgetClass = WidgetClass(
    "HandspanTimeline", role: GTK_ACCESSIBLE_ROLE_GROUP, cssName: "timeline")

  // MARK: API for the host

  /// Supplies events and accepts edits.
  package weak var dataSource: (any TimelineDataSource)? {
    didSet {
      reload()
      gutterChanged()
      nowLineChanged()
    }
  }
  /// The sidebar, in which a lifted event can be dropped.
  package weak var liftDestination: (any LiftDestination)?
  /// The host's callbacks.
  package var callbacks = CalendarCallbacks()
  /// Returns the current time.
  package var now: () -> Instant = { Instant(seconds: Int(g_get_real_time() / 1_000_000)) }
  /// The host's settings for days, hours and pointers. All changes in one assignment are applied together.
  package var configuration: TimelineConfiguration {
    get { storedConfiguration }
    set {
      let changedParts = newValue.parts(changedFrom: storedConfiguration)
      storedConfiguration = newValue
      configurationChanged(changedParts)
    }
  }
  /// The font size of body text, in px.
  package var textSize: Double { style.text.size }
  /// Decides when menus and popovers may open. The host must call `watch` with its window.
  package let popoverGate = PopoverGate()
  /// Translated phrases and the clock format.
  package var phrases: Phrases {
    get { style.phrases }
    set {
      style.phrases = newValue
      phrasesChanged()
    }
  }
  /// Whether the last edit has been saved to disk. Set by the host and written to the frame log.
  package var isSaved = true { didSet { if isSaved, !oldValue { frameRecorder?.recordSaving() } } }

  /// The event that shows a ring without having the focus; nil for none.
  package var highlightedOccurrence: Occurrence.ID? {
    didSet { if highlightedOccurrence != oldValue { blocks.updateAppearances(on: paging.deck) } }
  }

  // MARK: Parts

  let style: TimelineStyle
  /// Manages the pages and turns them.
  let paging: TimelinePaging
  /// The scrolling hour grid.
  let hours: HoursArea
  let allDay: AllDayRow
  /// The dates of the week above the days.
  package let dateHeader: DateHeader
  let blocks: EventBlocks
  let detailsPopover: DetailsPopover
  private(set) lazy var menus = ContextMenus(
    on: self, popoverGate: popoverGate, details: detailsPopover, style: style)
  /// The presentation of the lifted event.
  private(set) lazy var liftPresenter = LiftPresenter(
    on: paging, hours: hours, allDay: allDay, blocks: blocks, style: style, announcer: announcer)
  /// Lets the user type the title of a new event and choose its calendar.
  private(set) lazy var editor = NewEventEditor(on: self, style: style)
  /// Manages the keyboard focus of the widgets.
  private(set) lazy var focusManager = TimelineFocus(
    on: self, paging: paging, hours: hours, dateHeader: dateHeader, details: detailsPopover)
  /// Controllers for pointers, keys and frames.
  private(set) lazy var controllers = TimelineControllers(
    on: self, hours: hours, details: detailsPopover, editor: editor)
  /// Whether the window is active, as last reported by the host.
  var isWindowActive = true
  private(set) lazy var announcer = Announcer { [weak self] in self?.announceNow($0) }
  private(set) lazy var frameRecorder = FrameRecorder(of: self)

  /// The card that asks for the scope of a change; nil until it is first shown.
  var scopeCard: ScopeCard?

  // MARK: State

  /// Owns the state: the active interaction and the keyboard focus.
  let stateLoop = StateLoop()
  /// The host's configuration, with its zoom replaced once the user has zoomed.
  var storedConfiguration = TimelineConfiguration()
  /// Whether the keys that apply to a lifted event have been explained.
  var hasExplainedLift = false
  /// Where the event that the scope card asks about was dropped, in page coordinates; nil if it was not
  /// dragged.
  var scopeCardOrigin: Point?
  /// The top edge and the width of the viewport at the last layout, in px.
  var lastLayout = (top: 0, width: 0)

  /// Creates a timeline that shows a day.
  package init(phrases: Phrases, day: Day) {
    style = TimelineStyle(phrases: phrases)
    allDay = AllDayRow(style: style)
    dateHeader = DateHeader(phrases: phrases, weekPaging: DayPaging(.week), selectedDay: day)
    let deck = PageDeck(style: style, allDayArea: allDay.area, day: day)
    paging = TimelinePaging(day: day, deck: deck, dateHeader: dateHeader)
    hours = HoursArea(style: style, deck: deck)
    blocks = EventBlocks(style: style)
    detailsPopover = DetailsPopover(phrases: phrases)
    super.init(TimelineView.widgetClass)
    Accessible.setLabel(gtkWidget, phrases.translator.tr("Timeline"))
    for part in [dateHeader.gtkWidget, allDay.gtkWidget, scrolledWindow, liftLayer.gtkWidget] { add(part) }
    gtk_widget_set_parent(detailsPopover.gtkWidget, gtkWidget)
    connectParts()
    liftPresenter.windowMargins = { [weak self] in self?.windowMargins ?? LiftLayer.Margins() }
    blocks.host = self
    paging.host = self
    paging.showPages()
    // The order matters: callbacks for frames, mapping and unmapping run in the order of connection.
    _ = controllers
    connectDateHeader()
    addTooltips()
    _ = frameRecorder
    onSignal(gtkWidget.opaque, "map") { [weak self] in self?.paging.start() }
    style.observe(gtkWidget) { [weak self] in self?.restyle() }
    onNotify(gtkWidget.opaque, "scale-factor", { [weak self] in self?.layOutEvents() })
    followSurfaceScale { [weak self] in self?.layOutEvents() }
  }

  private func connectParts() {
    scrollContent.allocateContent = { [weak self] width, _, offset in
      FrameStatistics.measure { self?.allocateContent(width: width, offset: offset) }
    }
    scrollContent.willAllocate = { [weak self] _ in
      self?.applyPendingScroll()
      self?.viewportChanged()
    }
    scrollContent.onScroll = { [weak self] in self?.scrolled() }
    allDay.onAllocate = { [weak self] in
      if let self { self.allocateTitleField(in: self.allDay, offset: 0) }
    }
    allDay.onExpandedChanged = { [weak self] in self?.allDayRowExpandedChanged() }
    allDay.onCollapse = { [weak self] in _ = self?.collapseAllDayRow() }
    detailsPopover.onCloseWithFocus = { [weak self] in self?.focusManager.returnFocus(to: $0) }
    detailsPopover.onAction = { [weak self] action, id in
      guard let self, let occurrence = self.occurrenceOnPage(id) else { return }
      self.perform(action, on: occurrence)
    }
    editor.onInput = { [weak self] in self?.send($0) }
    editor.onChooseCalendar = { [weak self] in self?.chooseCalendar($0) }
  }

  // MARK: Size and focus

  package override func measure(isVertical: Bool, for size: Int) -> (minimum: Int, natural: Int) {
    var (minimum, natural): (Int32, Int32) = (0, 0)
    gtk_widget_measure(
      scrolledWindow, isVertical ? GTK_ORIENTATION_VERTICAL : GTK_ORIENTATION_HORIZONTAL, -1, &minimum,
      &natural,
      nil, nil)
    guard isVertical else { return (max(280, Int(minimum)), 640) }
    return (Int(minimum) + allDay.naturalHeight + dateHeader.measure(isVertical: true, for: -1).minimum, 640)
  }

  package override func allocate(width: Int, height: Int) {
    FrameStatistics.measure {
      if Double(width) != paging.deck.width { widthChanged(to: Double(width)) }
      let dateHeaderHeight = dateHeader.measure(isVertical: true, for: -1).natural
      allocate(dateHeader.gtkWidget, x: 0, y: 0, width: width, height: dateHeaderHeight)
      let allDayHeight = allDay.distributeHeight(
        height - dateHeaderHeight, hourHeight: axis.pixelsPerHour, on: paging.deck)
      allocate(allDay.gtkWidget, x: 0, y: Double(dateHeaderHeight), width: width, height: allDayHeight)
      let top = dateHeaderHeight + allDayHeight
      allocate(scrolledWindow, x: 0, y: Double(top), width: width, height: height - top)
      if lastLayout != (top, width) {
        lastLayout = (top, width)
        controllers.press.viewportMoved()
        viewportChanged()
      }
      allocateLiftLayer(top: top, width: width, height: height)
      allocateCalendarChooser()
      allocateScopeCard()
      gtk_popover_present(detailsPopover.gtkWidget.as(GtkPopover.self))
      menus.reposition()
    }
  }

  package override func focus(_ direction: GtkDirectionType) -> Bool {
    scopeCard?.moveFocus(direction) ?? focusManager.move(direction, editor: editor)
  }

  // MARK: Convenience accessors

  var scrolledWindow: WidgetPointer { hours.scrolledWindow }
  var scrollContent: TimelineScrollContent { hours.scrollContent }
  var gutter: HourGutter { hours.gutter }
  var liftLayer: LiftLayer { liftPresenter.layer }
  var newEventWidgets: NewEventWidgets? { editor.newEventWidgets }
}
