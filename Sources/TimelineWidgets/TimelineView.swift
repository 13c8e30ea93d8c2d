import CGtk
import CalendarModel
import CalendarText
import GtkSupport
import TimelineInteraction
import TimelinePainting
import WidgetSupport

/// Days on a timeline that one can hold: shows what a data source has, and hands it edits.
///
/// The days stand on pages: a day, three days, a work week or a week. Pages turn for ever to both sides.
///
/// The widget owns nothing but what is visible. What the user is about is judged by `TimelineState`, which knows neither
/// GTK nor a clock; the files beside this one hand inputs in and carry effects out.
@MainActor
public final class TimelineView: CustomWidget {
  private static let widgetClass = WidgetClass(
    "HandspanTimeline", role: GTK_ACCESSIBLE_ROLE_GROUP, cssName: "timeline")

  // MARK: For the host

  /// Where events come from and edits go.
  public weak var dataSource: (any TimelineDataSource)? {
    didSet {
      reload()
      nowLineChanged()
    }
  }
  /// Called when another day or another page is shown, by whatever.
  public var onDayChanged: (Day) -> Void = { _ in }
  /// Called when the zoom was changed by the user: px per hour, or 0 for the size that follows from the text.
  public var onZoomChanged: (Double) -> Void = { _ in }
  /// Called with a text to show for a moment: a refusal.
  public var onNotice: (String) -> Void = { _ in }
  /// Called when an event was to be made and no calendar takes it.
  public var onNoCalendar: () -> Void = {}
  /// Called when something was lifted or put down: other actions are off meanwhile.
  public var onLiftChanged: (Bool) -> Void = { _ in }
  /// Called when the title of a new event begins to be typed, or no longer is.
  public var onDraftChanged: () -> Void = {}
  /// Called when the user wants to edit an event, one that can be changed.
  public var onEdit: (Occurrence) -> Void = { _ in }
  /// Called when an event is to be cut, copied or duplicated, or something to be pasted.
  public var onExchange: (EventExchange, Occurrence?) -> Void = { _, _ in }
  /// Whether there is something to paste, for menus.
  public var canPaste: () -> Bool = { false }
  /// Called when the timeline got another width.
  public var onResized: () -> Void = {}
  /// The present moment, asked for when a day is opened and at `presentChanged`.
  public var now: () -> Instant = { Instant(seconds: Int(g_get_real_time() / 1_000_000)) }
  /// What the host decides of days, hours and pointers. What changed is shown once, however much of it did.
  public var configuration: TimelineConfiguration {
    get { settings }
    set {
      let changed = newValue.parts(changedFrom: settings)
      settings = newValue
      configurationChanged(changed)
    }
  }
  /// px that text of usual size is high.
  public var textSize: Double { style.text.size }
  /// What lets menus and popovers open; the host has it watch the window.
  public let gate = PopoverGate()
  /// What it says, and by which clock.
  public var phrases: Phrases {
    get { style.phrases }
    set {
      style.phrases = newValue
      phrasesChanged()
    }
  }
  /// Whether the last edit is safely on disk; told by the host, written into the frame log.
  public var isSaved = true { didSet { if isSaved, !oldValue { logSaved() } } }

  // MARK: Parts

  let style: TimelineStyle
  let scrolledWindow: WidgetPointer = created(gtk_scrolled_window_new())
  let sheet = TimelineSheet()
  let gutter: HourGutter
  /// The event in the hand.
  private(set) lazy var held = LiftedEvent(style: style, announcer: announcer)
  var liftLayer: LiftLayer { held.layer }
  let allDay: AllDayStrip
  /// The dates of the week above the days.
  public let weekStrip: WeekStrip
  /// The pages, and where in their row the timeline is.
  let paging: TimelinePaging
  let frameLog = FrameLog.fromEnvironment()
  let popover: DetailsPopover

  // MARK: State of what is visible

  var scrolling: PagingScroll?
  /// How often the source was asked again.
  var reloads = 0
  /// What the host decided, with the zoom that the user chose since.
  var settings = TimelineConfiguration()
  /// Where to scroll once the size is known.
  var pendingScroll: PendingScroll? = .opening
  /// What the user is about, and where the keyboard is.
  var state = TimelineState()
  /// Whether what the state asked for is being done, and what was raised meanwhile.
  var isCarryingOut = false
  var waitingInputs: [TimelineInput] = []
  /// The events that may look otherwise than at rest.
  var markedEvents: Set<Occurrence.ID> = []
  /// The field for the title of a new event.
  var draft: Draft?
  /// The field that the last title was typed in, out of sight, and what it is in.
  var usedField: (entry: TitleEntry, parent: CustomWidget)?
  var input = InputState()
  var logging = FrameLogging()
  /// The first button, or a finger.
  private(set) lazy var hand = PressGesture(on: pointer, isFirst: true)
  let zoomGesture = created(gtk_gesture_zoom_new())
  /// Where the mouse is over the days, in px of the viewport.
  var hover: Point?
  private(set) lazy var menus = EventMenus(on: self, style: style)
  /// Where the mouse was last, and whether it has been moved since a key was used: a mouse that only lies there, or that
  /// a window opened under, means no day.
  var mouse: (place: Point?, isInUse: Bool) = (nil, false)
  var cursorName: String?
  var hasWindowKeys = false
  private(set) lazy var announcer = Announcer { [weak self] in self?.speak($0) }
  /// Whether the row above the hours shows all that stands in it.
  var showsAllBars = false { didSet { if showsAllBars != oldValue { barsChanged() } } }

  enum PendingScroll: Equatable {
    /// To the now line, or to the first event.
    case opening
    case to(Double)
  }

  /// A timeline that says what it says in these phrases, on that day.
  public init(phrases: Phrases, day: Day) {
    style = TimelineStyle(phrases: phrases)
    gutter = HourGutter(style: style)
    allDay = AllDayStrip(style: style)
    weekStrip = WeekStrip(phrases: phrases, weeks: PageCalendar(.week), selected: day)
    let deck = PageDeck(style: style, stripArea: allDay.area, day: day)
    paging = TimelinePaging(day: day, deck: deck, weekStrip: weekStrip)
    popover = DetailsPopover(phrases: phrases)
    super.init(TimelineView.widgetClass)
    Accessible.setLabel(pointer, phrases.translator.tr("Timeline"))
    gtk_scrolled_window_set_policy(scrolledWindow.opaque, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
    gtk_scrolled_window_set_child(scrolledWindow.opaque, sheet.pointer)
    sheet.add(area.pointer)
    sheet.add(gutter.pointer)
    allDay.onAllocate = { [weak self] in self?.placeDraftInStrip() }
    sheet.placeContent = { [weak self] width, height, offset in
      FrameStatistics.measure { self?.placeContent(width: width, offset: offset) }
    }
    sheet.willPlace = { [weak self] _ in
      self?.applyPendingScroll()
      self?.viewportChanged()
    }
    sheet.onScroll = { [weak self] in self?.scrolled() }
    add(weekStrip.pointer)
    add(allDay.pointer)
    add(scrolledWindow)
    add(liftLayer.pointer)
    gtk_widget_set_parent(popover.pointer, pointer)
    popover.onAction = { [weak self] action, id in
      guard let self, let occurrence = self.occurrences.first(where: { $0.id == id }) else { return }
      self.perform(action, on: occurrence)
    }
    paging.host = self
    paging.showPages()
    installInput()
    installKeyboard()
    installFrameLog()
    onSignal(pointer.opaque, "map") { [weak self] in self?.paging.start() }
    style.follow(pointer) { [weak self] in self?.restyle() }
    onNotify(pointer.opaque, "scale-factor", { [weak self] in self?.layOutEvents() })
  }

  // MARK: Showing days

  /// Scrolls to the now line, or to the first event of what is shown.
  public func scrollToOpening() {
    pendingScroll = .opening
    applyPendingScroll()
  }

  private func placeContent(width: Int, offset: Double) {
    let content = Int(axis.contentHeight.rounded(.up))
    let gutterWidth = Int(style.gutterWidth)
    sheet.place(
      gutter.pointer, x: isRightToLeft ? Double(width - gutterWidth) : 0, y: -offset, width: gutterWidth,
      height: content)
    sheet.place(
      area.pointer, x: columnsLeft - area.bleed, y: -offset, width: Int(columnsWidth + 2 * area.bleed),
      height: content)
    paging.deck.draw(sight)
    placeDraft(offset: offset)
  }

  public override func measure(isVertical: Bool, for size: Int) -> (minimum: Int, natural: Int) {
    var (minimum, natural): (Int32, Int32) = (0, 0)
    gtk_widget_measure(
      scrolledWindow, isVertical ? GTK_ORIENTATION_VERTICAL : GTK_ORIENTATION_HORIZONTAL, -1, &minimum,
      &natural,
      nil, nil)
    guard isVertical else { return (max(280, Int(minimum)), 640) }
    return (Int(minimum) + allDay.wantedHeight + weekStrip.measure(isVertical: true, for: -1).minimum, 640)
  }

  public override func allocate(width: Int, height: Int) {
    FrameStatistics.measure {
      if Double(width) != paging.deck.width {
        paging.deck.width = Double(width)
        fitView()
        layOutWidth()
        onResized()
      }
      let dates = weekStrip.measure(isVertical: true, for: -1).natural
      place(weekStrip.pointer, x: 0, y: 0, width: width, height: dates)
      fitBars(into: height - dates)
      let row = min(allDay.wantedHeight, max(0, Int(stripRoom(in: height - dates))))
      place(allDay.pointer, x: 0, y: Double(dates), width: width, height: row)
      stripHeight = Double(row)
      let top = dates + row
      place(scrolledWindow, x: 0, y: Double(top), width: width, height: height - top)
      if top != laidOutTop || width != laidOutSize {
        (laidOutTop, laidOutSize) = (top, width)
        viewportMoved()
        viewportChanged()
      }
      // A bar may be carried over the row that it came from; what is among the hours ends with them.
      let above = liftLayer.placement.map { Int($0.above) } ?? 0
      place(liftLayer.pointer, x: 0, y: Double(top - above), width: width, height: height - top + above)
      placeDraftCalendars()
      gtk_popover_present(popover.pointer.as(GtkPopover.self))
      menus.place()
    }
  }

  /// px of the row above the hours.
  private(set) var stripHeight = 0.0
  private var laidOutTop = 0
  private var laidOutSize = 0

  public override func focus(_ direction: GtkDirectionType) -> Bool { moveFocusIn(direction) }

  // MARK: Style

  func restyle() {
    liftLayer.restyle()
    setAxis(settings.axis(textSuggests: style.defaultPixelsPerHour), anchoredAt: nil)
    gutter.repaint()
    fitView()
    layOutEvents()
    paging.deck.repaint()
    gtk_widget_queue_resize(pointer)
  }
}
