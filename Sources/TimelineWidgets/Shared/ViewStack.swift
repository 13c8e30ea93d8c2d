import CGtk
import CalendarModel
import CalendarText
import GtkSupport
import TimelineInteraction
import TimelinePainting
import WidgetSupport

/// What a window shows of its calendars: a view, and over it everything that the user does with events.
///
/// `TimelineState`, which depends on neither GTK nor a clock, interprets the user's input. The extensions of this class
/// pass inputs to it and carry out the resulting effects; they ask the view only for what `CalendarView` requires.
/// The window uses this class and never a view.
@MainActor
package final class ViewStack: CustomWidget {
  private static let widgetClass = WidgetClass(
    "HandspanViewStack", role: GTK_ACCESSIBLE_ROLE_GROUP, cssName: "viewstack")

  // MARK: API for the window

  /// Supplies events and accepts edits.
  package weak var dataSource: (any TimelineDataSource)? {
    didSet {
      reload()
      displayZoneChanged()
    }
  }
  /// The sidebar, in which a lifted event can be dropped.
  package weak var liftDestination: (any LiftDestination)?
  /// The callbacks through which the stack reports to its window.
  package var callbacks = CalendarCallbacks()
  /// Returns the current time.
  package var now: () -> Instant = { Instant(seconds: Int(g_get_real_time() / 1_000_000)) }
  /// The settings for days, hours and pointers. All changes in one assignment are applied together.
  package var configuration: TimelineConfiguration {
    get { view.configuration }
    set { view.configuration = newValue }
  }
  /// The font size of body text, in px.
  package var textSize: Double { style.text.size }
  /// Decides when menus and popovers may open. The window must call `watch`.
  package let popoverGate = PopoverGate()
  /// Translated phrases and the clock format.
  package var phrases: Phrases {
    get { style.phrases }
    set {
      style.phrases = newValue
      phrasesChanged()
    }
  }
  /// Whether the last edit has been saved to disk. Set by the window and written to the frame log.
  package var isSaved = true { didSet { if isSaved, !oldValue { frameRecorder?.recordSaving() } } }

  /// The event that shows a ring without having the focus, such as a search result; nil for none.
  package var highlightedOccurrence: Occurrence.ID? {
    didSet { if highlightedOccurrence != oldValue { blocks.updateAppearances(in: view) } }
  }

  // MARK: Parts

  /// The view that is shown.
  package let view: any CalendarView
  /// The widgets of the view.
  let parts: ViewParts
  let style: TimelineStyle
  package let blocks: EventBlocks
  let detailsPopover: DetailsPopover
  private(set) lazy var menus = ContextMenus(
    on: self, popoverGate: popoverGate, details: detailsPopover, style: style)
  /// The presentation of the lifted event.
  private(set) lazy var liftPresenter = LiftPresenter(blocks: blocks, style: style, announcer: announcer)
  /// Lets the user type the title of a new event and choose its calendar.
  private(set) lazy var editor = NewEventEditor(on: self, style: style)
  /// Manages the keyboard focus of the widgets.
  private(set) lazy var focusManager = FocusManager(on: self, details: detailsPopover)
  /// Controllers for pointers, keys and frames.
  private(set) lazy var controllers = TimelineControllers(on: self, details: detailsPopover, editor: editor)
  /// Whether the window is active, as last reported by it.
  var isWindowActive = true
  private(set) lazy var announcer = Announcer { [weak self] in self?.announceNow($0) }
  private(set) lazy var frameRecorder = FrameRecorder(of: self)

  /// The card that asks for the scope of a change; nil until it is first shown.
  var scopeCard: ScopeCard?

  // MARK: State

  /// Owns the state: the active interaction and the keyboard focus.
  let stateLoop = StateLoop()
  /// Whether the keys that apply to a lifted event have been explained.
  var hasExplainedLift = false
  /// Where the event that the scope card asks about was dropped, in viewport coordinates; nil if it was not dragged.
  var scopeCardOrigin: Point?
  /// The upper edge and the size of the viewport at the last layout, in px.
  private var lastLayout = (top: 0.0, width: 0, height: 0)

  /// Creates a stack that shows a day.
  ///
  /// - Parameter makeView: creates the view with the given style.
  package init(
    phrases: Phrases, day: Day,
    showing makeView: (TimelineStyle, Day) -> any CalendarView = { TimelineView(style: $0, day: $1) }
  ) {
    style = TimelineStyle(phrases: phrases)
    blocks = EventBlocks(style: style)
    detailsPopover = DetailsPopover(phrases: phrases)
    view = makeView(style, day)
    parts = view.parts
    super.init(ViewStack.widgetClass)
    // The name is that of the stack, because a lifted event and the questions about it are not in the view.
    Accessible.setLabel(gtkWidget, parts.name)
    for part in [view.gtkWidget, liftLayer.gtkWidget] { add(part) }
    gtk_widget_set_parent(detailsPopover.gtkWidget, gtkWidget)
    connectParts()
    liftPresenter.windowMargins = { [weak self] in self?.windowMargins ?? LiftMargins() }
    blocks.host = self
    view.host = self
    // The order matters: callbacks for frames, mapping and unmapping run in the order of connection.
    _ = controllers
    addTooltips()
    _ = frameRecorder
    style.observe(gtkWidget) { [weak self] in self?.restyle() }
    followSurfaceScale()
  }

  private func connectParts() {
    detailsPopover.onCloseWithFocus = { [weak self] in self?.focusManager.returnFocus(to: $0) }
    detailsPopover.onAction = { [weak self] action, id in
      guard let self, let occurrence = self.occurrenceOnPage(id) else { return }
      self.perform(action, on: occurrence)
    }
    editor.onInput = { [weak self] in self?.send($0) }
    editor.onChooseCalendar = { [weak self] in self?.chooseCalendar($0) }
  }

  private func restyle() {
    liftLayer.restyle()
    view.handle(.update(.style))
  }

  // MARK: Size and focus

  package override func measure(isVertical: Bool, for size: Int) -> (minimum: Int, natural: Int) {
    view.measure(isVertical: isVertical, for: size)
  }

  package override func allocate(width: Int, height: Int) {
    FrameStatistics.measure {
      allocate(view.gtkWidget, x: 0, y: 0, width: width, height: height)
      let top = viewportTop
      if lastLayout != (top, width, height) {
        lastLayout = (top, width, height)
        controllers.press.viewportMoved()
        send(.layoutChanged)
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

  // MARK: What is shown

  /// The days that are shown.
  package var shownDays: Range<Day> { view.scene.surface.days }
  /// The day with the keyboard focus; one of `shownDays`.
  package var day: Day {
    get { view.day }
    set { view.day = newValue }
  }
  /// The kind of view in use: the preferred one, or a narrower one if there is not enough space for it.
  package var shownView: ViewKind { view.extent.kind }
  /// The width in px at which the preferred view is shown with all of its days.
  package var minimumWidth: Double { view.extent.minimumWidth }
  /// The occurrences that are shown, in reading order.
  var occurrences: [Occurrence] { view.scene.occurrences }
  /// Returns the occurrence with this ID, if it is shown.
  func occurrenceOnPage(_ id: Occurrence.ID) -> Occurrence? { occurrences.first { $0.id == id } }
  func block(for id: Occurrence.ID) -> EventBlock? { view.block(for: id) }
  /// Returns the visible part of an event's block, in this widget's coordinates; nil if the event is not shown.
  package func frame(of id: Occurrence.ID) -> GdkRectangle? { view.frame(of: id) }

  /// Shows a day without an animation, and keeps the scroll position.
  package func jump(to day: Day) { view.go(to: .day(day)) }
  /// Shows a day with an animation.
  package func turn(to day: Day) { view.go(to: .turn(to: day)) }
  /// Turns `count` pages forward, or back if `count` is negative.
  package func turn(by count: Int) { view.go(to: .pages(count)) }
  /// Scrolls to the current time, or to the first event if today is not visible.
  package func scrollToInitialPosition() { view.go(to: .initialPosition) }
  /// Zooms in by `steps`, or out if negative, around the focused event or the middle.
  package func zoom(steps: Double) { zoom(steps: steps, anchoredAt: nil) }
  func zoom(steps: Double, anchoredAt anchor: Double?) { view.handle(.zoom(steps: steps, anchor: anchor)) }
  /// Resets the zoom to its default, which depends on the text size.
  package func resetZoom() { view.handle(.resetZoom) }

  /// The event to which a window command applies, together with the other events in `multipleSelection`. If
  /// several events are selected and `selectedOccurrence` is not one of them, this is the first of them; otherwise,
  /// it is `selectedOccurrence`.
  package var primaryOccurrence: Occurrence? {
    guard !multipleSelection.isEmpty else { return selectedOccurrence }
    return multipleSelection.first { $0.id == selectedOccurrence?.id } ?? multipleSelection.first
  }

  // MARK: Convenience accessors

  /// The scene in which the state handles inputs.
  var visibleScene: TimelineScene {
    var scene = view.scene
    // While an event is dragged, nothing can be pressed.
    if !state.interaction.isDrag {
      scene.lockedEvents = state.handleCandidates.filter { id in
        scene.occurrences.first { $0.id == id }.map { !canEdit($0) } ?? false
      }
    }
    scene.doubleClickTime = controllers.desktopSettings.doubleClickTime
    return scene
  }
  var liftLayer: LiftLayer { liftPresenter.layer }
  var newEventWidgets: NewEventWidgets? { editor.newEventWidgets }
  var zone: Zone { dataSource?.displayZone ?? .utc }
}
