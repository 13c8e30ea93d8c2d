import CGtk
import CalendarModel
import CalendarText
import GtkSupport
import TimelineInteraction
import TimelinePainting

/// A day on a timeline that one can hold: shows what a data source has, and hands it edits.
///
/// The widget owns nothing but what is visible. Gestures are judged by `TimelineGesture` and `KeyboardEdit`,
/// which know neither GTK nor a clock; the files beside this one carry events in and effects out.
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
  /// Called when another day is shown, by whatever.
  public var onDayChanged: (Day) -> Void = { _ in }
  /// Called when the zoom was changed by the user: px per hour, or 0 for the size that follows from the text.
  public var onZoomChanged: (Double) -> Void = { _ in }
  /// Called with a text to show for a moment: a refusal.
  public var onNotice: (String) -> Void = { _ in }
  /// Called when something was lifted or put down: other actions are off meanwhile.
  public var onLiftChanged: (Bool) -> Void = { _ in }
  /// Called when the timeline got another width.
  public var onResized: () -> Void = {}
  /// The present moment, asked for once a minute and when a day is opened.
  public var now: () -> Instant = { Instant(seconds: Int(g_get_real_time() / 1_000_000)) }
  /// Working hours in seconds after midnight; the rest is shaded.
  public var workingHours = 9 * 3600..<17 * 3600 { didSet { repaintGrid() } }
  /// Whether the mouse lifts by a long press only.
  public var holdToDrag = false
  /// Whether the last edit is safely on disk; told by the host, written into the frame log.
  public var isSaved = true { didSet { if isSaved, !oldValue { logSaved() } } }

  // MARK: Parts

  let style: TimelineStyle
  let scrolledWindow: WidgetPointer = created(gtk_scrolled_window_new())
  let sheet = TimelineSheet()
  let grid: HourGrid
  let nowLine: NowLine
  let liftLayer: LiftLayer
  let allDay: AllDayStrip
  var column: DayColumn
  /// Days that are no longer shown, in which the finger that holds an event still is.
  var retired: [DayColumn] = []
  let frameLog = FrameLog.fromEnvironment()
  let popover: DetailsPopover

  // MARK: State of what is visible

  /// The day shown.
  public internal(set) var day: Day
  var occurrences: [Occurrence] = []
  var frames: [BlockFrame] = []
  var axis: DayAxis
  /// 0 for the size that follows from the text.
  var chosenPixelsPerHour = 0.0
  /// Where to scroll once the size is known.
  var pendingScroll: PendingScroll? = .opening
  var selected: Occurrence.ID?
  var focused: Occurrence.ID?
  var gesture = TimelineGesture()
  var keyboardEdit = KeyboardEdit()
  var input = InputState()
  var logging = FrameLogging()
  var controllers: Controllers!
  var hoverY: Double?
  var cursorName: String?
  var pinch: PinchZoom?
  var hasWindowKeys = false
  var speech = Speech()
  var announcedDwell: Day?
  /// Whose details were open when the present press began.
  var popoverAtPress: Occurrence.ID?
  /// px from the column's edge to the lifted block, and its width.
  var liftedInset = 0.0
  var liftedWidth = 0.0
  var menuPopover: WidgetPointer?
  /// The times that were last said, so that each is said once.
  var spokenTimes: EventTimes?

  enum PendingScroll: Equatable {
    /// To the now line, or to the first event.
    case opening
    case to(Double)
  }

  /// A timeline that says what it says in these phrases, on that day.
  public init(phrases: Phrases, day: Day) {
    style = TimelineStyle(phrases: phrases)
    self.day = day
    axis = DayAxis(pixelsPerHour: style.defaultPixelsPerHour)
    column = DayColumn(day: day)
    grid = HourGrid(style: style)
    nowLine = NowLine(grid: grid)
    liftLayer = LiftLayer(style: style)
    allDay = AllDayStrip(style: style)
    popover = DetailsPopover(phrases: phrases)
    super.init(TimelineView.widgetClass)
    Accessible.setLabel(pointer, phrases.translator.tr("Timeline"))
    gtk_scrolled_window_set_policy(scrolledWindow.opaque, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
    gtk_scrolled_window_set_child(scrolledWindow.opaque, sheet.pointer)
    for tile in grid.tiles { sheet.add(tile) }
    sheet.add(column.pointer)
    sheet.add(nowLine.pointer)
    sheet.placeContent = { [weak self] width, height, offset in
      FrameStatistics.measure { self?.placeContent(width: width, offset: offset) }
    }
    sheet.willPlace = { [weak self] _ in
      self?.applyPendingScroll()
      self?.viewportChanged()
    }
    sheet.onScroll = { [weak self] in self?.scrolled() }
    add(allDay.pointer)
    add(scrolledWindow)
    add(liftLayer.pointer)
    gtk_widget_set_parent(popover.pointer, pointer)
    installInput()
    installKeyboard()
    installFrameLog()
    watchClock()
    watchStyle()
  }

  // MARK: Showing days

  /// Shows another day, scrolled as the one before unless an offset is given.
  public func show(_ day: Day, scroll: Double? = nil) {
    let day = min(max(day, .earliest), .latest)
    if let scroll { pendingScroll = .to(scroll) }
    guard day != self.day else {
      applyPendingScroll()
      return
    }
    popover.close()
    let hadFocus = containsFocus
    self.day = day
    retire(column)
    column = DayColumn(day: day)
    sheet.add(column.pointer, before: nowLine.pointer)
    repaintGrid()
    reload()
    nowLineChanged()
    applyPendingScroll()
    gtk_widget_queue_allocate(sheet.pointer)
    if hadFocus, liftLayer.lifted == nil { takeFocus() }
    onDayChanged(day)
  }

  /// Scrolls to the now line, or to the day's first event.
  public func scrollToOpening() {
    pendingScroll = .opening
    applyPendingScroll()
  }

  /// Asks the source again and shows what it has now.
  public func reload() {
    guard let dataSource else { return }
    occurrences = withPendingSteps(dataSource.occurrences(in: day..<day.adding(days: 1)))
    layOutEvents()
    occurrencesReloaded()
  }

  /// Whether something is lifted, by pointer or keys.
  public var isLifted: Bool { lifted != nil || keyboardEdit.hold?.isLifted == true }

  func placeContent(width: Int, offset: Double) {
    let scale = Double(scaleFactor)
    grid.place(on: sheet, axis: axis, width: width, offset: offset, scale: scale)
    let content = Int(axis.contentHeight.rounded(.up))
    for old in retired {
      sheet.place(old.pointer, x: -2 * Double(width), y: 0, width: width, height: content)
    }
    sheet.place(column.pointer, x: 0, y: -offset, width: width, height: content)
    if let second = nowLine.second {
      let y = ((axis.y(ofSecond: Double(second)) * scale).rounded() / scale) - offset
      sheet.place(nowLine.pointer, x: 0, y: y - NowLine.reach, width: width, height: Int(2 * NowLine.reach))
    }
  }

  public override func measure(isVertical: Bool, for size: Int) -> (minimum: Int, natural: Int) {
    var (minimum, natural): (Int32, Int32) = (0, 0)
    gtk_widget_measure(
      scrolledWindow, isVertical ? GTK_ORIENTATION_VERTICAL : GTK_ORIENTATION_HORIZONTAL, -1, &minimum,
      &natural,
      nil, nil)
    return isVertical ? (Int(minimum) + allDay.wantedHeight, 640) : (max(280, Int(minimum)), 640)
  }

  public override func allocate(width: Int, height: Int) {
    FrameStatistics.measure {
      let top = min(allDay.wantedHeight, height / 3)
      place(allDay.pointer, x: 0, y: 0, width: width, height: top)
      if Double(width) != laidOutWidth {
        laidOutWidth = Double(width)
        layOutWidth()
        onResized()
      }
      place(scrolledWindow, x: 0, y: Double(top), width: width, height: height - top)
      if top != laidOutTop || width != laidOutSize {
        (laidOutTop, laidOutSize) = (top, width)
        viewportMoved()
        viewportChanged()
      }
      place(liftLayer.pointer, x: 0, y: Double(top), width: width, height: height - top)
      gtk_popover_present(popover.pointer.as(GtkPopover.self))
      if let menuPopover { gtk_popover_present(menuPopover.as(GtkPopover.self)) }
    }
  }

  var laidOutWidth = 640.0
  private var laidOutTop = 0
  private var laidOutSize = 0

  public override func focus(_ direction: GtkDirectionType) -> Bool { moveFocusIn(direction) }

  // MARK: Style and clock

  private func watchStyle() {
    let manager = adw_style_manager_get_default()
    let restyle: @MainActor () -> Void = { [weak self] in self?.restyle() }
    if let manager {
      for property in ["dark", "high-contrast"] { onNotify(manager, property, restyle) }
    }
    onSignal(pointer.opaque, "realize", restyle)
    if let settings = gtk_settings_get_default() {
      for property in ["gtk-font-name", "gtk-xft-dpi", "gtk-theme-name"] {
        onNotify(settings, property, restyle)
      }
    }
    onNotify(pointer.opaque, "scale-factor", { [weak self] in self?.layOutEvents() })
  }

  private func restyle() {
    guard style.read(from: pointer) else { return }
    liftLayer.restyle()
    if chosenPixelsPerHour == 0 {
      setAxis(DayAxis(pixelsPerHour: style.defaultPixelsPerHour), anchoredAt: nil)
    }
    repaintGrid()
    layOutEvents(repaint: true)
    gtk_widget_queue_resize(pointer)
  }

  func repaintGrid() {
    grid.workingHours = workingHours
    grid.isWeekend = day.weekday == .saturday || day.weekday == .sunday
    grid.clockChanges = dataSource.map { ClockChange.on(day, in: $0.displayZone) } ?? []
    grid.nowSecond = nowLine.second
    grid.repaint()
  }

  private func watchClock() {
    // Woken as a minute begins: the line stands on whole minutes.
    let rest = 60 - floorSeconds() % 60
    afterMilliseconds(UInt32(rest) * 1000) { [weak self] in
      guard let self else { return false }
      self.nowLineChanged()
      self.watchClock()
      return false
    }
  }

  private func floorSeconds() -> Int { Int(g_get_real_time() / 1_000_000) }

  func nowLineChanged() {
    guard let zone = dataSource?.displayZone else { return }
    let wall = zone.time(at: now()).wall
    let second: Int? = wall.day == day ? wall.secondOfDay / 60 * 60 : nil
    guard second != nowLine.second else { return }
    nowLine.second = second
    gtk_widget_set_visible(nowLine.pointer, (second != nil).gboolean)
    repaintGrid()
    gtk_widget_queue_allocate(sheet.pointer)
    layOutEvents()
  }
}
