import CGtk
import CalendarModel
import CalendarText
import GtkSupport
import TimelineInteraction
import TimelinePainting
import WidgetSupport

/// A month calendar in which the user chooses a day by tapping, with the keyboard or with assistive
/// technology. Swipes, the mouse wheel and keys turn to any other month.
///
/// `MonthViewState` computes the position and the cursor. Three pages are reused for the visible month
/// and the adjacent months, which are prepared while nothing moves.
@MainActor
package final class MonthView: CustomWidget {
  private static let widgetClass = WidgetClass(
    "HandspanMonthView", role: GTK_ACCESSIBLE_ROLE_GROUP, cssName: "monthview")

  /// The time between two preparation steps, in milliseconds. It leaves time to handle input.
  static let preparationInterval: UInt32 = 20

  /// The properties that depend on the user's settings and locale.
  package struct Configuration: Equatable {
    package var firstWeekday = Weekday.monday
    package var weekend = Weekday.defaultWeekend
    package var showsWeekNumbers = false

    package init() {}
  }

  // MARK: For the host

  package var configuration: Configuration {
    didSet { if configuration != oldValue { configurationChanged() } }
  }
  /// The day that is shown or edited. It is marked by a ring.
  package var selectedDay: Day? { didSet { if selectedDay != oldValue { invalidateContents() } } }
  /// The current day, which is marked; nil to mark none.
  package var today: Day? { didSet { if today != oldValue { todayChanged() } } }
  /// Called when the user chooses a day.
  package var onChoose: (Day) -> Void = { _ in }
  /// Called when the cursor has moved.
  package var onCursorMoved: (Day) -> Void = { _ in }
  /// The day with the keyboard cursor.
  package var cursor: Day { state.cursor }

  // MARK: Parts

  let style: MonthStyle
  let header: MonthHeader
  let pageArea = PageArea()
  var state: MonthViewState
  /// Returns the marks of each day of a range; nil if the calendar shows no marks.
  let marks: ((Range<Day>) -> [DayMarks])?
  /// The marks of the months near the visible one.
  var cachedMarks: [Month: [DayMarks]] = [:]
  /// The months whose pages are up to date.
  var preparedMonths: Set<Month> = []
  private(set) var pages: [MonthPage] = []
  let weekdayRow = nonNull(gtk_drawing_area_new())
  var monthChooser: MonthChooser?
  private let weekdayRowReference: ObjectReference
  private(set) lazy var pressGesture = PressGesture(on: pageArea.gtkWidget)
  let outerScrollBlocker = OuterScrollBlocker()
  var scrolling: PagingScroll?
  var mouseWheelFilter = PickerWheelFilter()
  var press: PagingPress?
  /// The day or button over which a lifted event is held.
  var dropTarget: WidgetPointer?
  /// The callback that turns the pages in each frame; 0 while they are not moving.
  private var tickCallback: guint = 0
  /// The timer that prepares pages; 0 if it is not running.
  var preparationTimer: guint = 0

  /// Creates a calendar that shows the month of a day, with the cursor on that day.
  ///
  /// - Parameters:
  ///   - background: the name of the background color in the style sheet.
  ///   - marks: returns the marks of each day of a range; nil for a calendar without marks. It is called
  ///     while nothing moves: once for the visible month and for each adjacent month, and again after
  ///     `reload`.
  package init(
    phrases: Phrases, day: Day, configuration: Configuration = Configuration(), background: String,
    marks: ((Range<Day>) -> [DayMarks])? = nil
  ) {
    style = MonthStyle(phrases: phrases, showsDots: marks != nil)
    style.backgroundColorName = background
    header = MonthHeader(style: style)
    (self.configuration, self.marks) = (configuration, marks)
    state = MonthViewState(day: day, firstWeekday: configuration.firstWeekday)
    weekdayRowReference = ObjectReference(weekdayRow.opaque)
    super.init(MonthView.widgetClass)
    Accessible.setRole(weekdayRow, GTK_ACCESSIBLE_ROLE_PRESENTATION)
    pages = (0..<3).map { _ in MonthPage(style: style) { [weak self] in self?.choose($0) } }
    for page in pages { pageArea.add(page.gtkWidget) }
    for widget in [header.gtkWidget, weekdayRow, pageArea.gtkWidget] { add(widget) }
    setDrawFunction(weekdayRow) { [weak self] cairo, width, height in
      self?.paintWeekdays(Canvas(cairo: cairo, scale: self?.scaleFactor ?? 1), width, height)
    }
    connectHeader()
    installInput()
    installKeyboard()
    followSurfaceScale()
    onSignal(gtkWidget.opaque, "unmap") { [weak self] in self?.stop() }
    onSignal(gtkWidget.opaque, "map") { [weak self] in self?.prepareSoon() }
    style.observe(gtkWidget) { [weak self] in self?.restyle() }
    update()
  }

  isolated deinit { if preparationTimer != 0 { g_source_remove(preparationTimer) } }

  /// Shows the month of a day without animation, with the cursor on that day.
  package func jump(to day: Day) {
    setChoosingMonth(false)
    change { $0.jump(to: day) }
  }

  /// Turns to the month of a day, and moves the cursor to that day.
  package func turn(to day: Day) { change { $0.turn(to: day) } }

  /// Fetches the marks again.
  package func reload() {
    cachedMarks = [:]
    invalidateContents()
  }

  /// Fetches the marks again, one month at a time. A month shows its old marks until its new ones have been
  /// fetched.
  package func reloadGradually() {
    cachedMarks = [:]
    prepareSoon()
  }

  // MARK: Changes

  /// Changes the position or the cursor, and shows the result.
  func change(_ body: (inout MonthViewState) -> Void) {
    let oldState = state
    state.configure(
      isRightToLeft: isRightToLeft, isMotionReduced: adw_get_enable_animations(gtkWidget) == 0)
    body(&state)
    let hadFocus = containsFocus
    update()
    if hadFocus { focusCursor() } else if state.month != oldState.month { announceMonth() }
    if state.cursor != oldState.cursor { onCursorMoved(state.cursor) }
    guard state.isMoving else { return prepareSoon() }
    guard tickCallback == 0 else { return }
    tickCallback = addTickCallback(gtkWidget) { [weak self] time in
      guard let self else { return false }
      self.state.tick(frameTime: Double(time) / 1_000_000)
      self.update()
      guard !self.state.isMoving else { return true }
      self.tickCallback = 0
      self.prepareSoon()
      return false
    }
  }

  /// Chooses a day, which may be in the previous or next month.
  func choose(_ day: Day) {
    turn(to: day)
    onChoose(day)
  }

  private func configurationChanged() {
    state.firstWeekday = configuration.firstWeekday
    cachedMarks = [:]
    gtk_widget_queue_draw(weekdayRow)
    gtk_widget_queue_resize(gtkWidget)
    invalidateContents()
  }

  private func todayChanged() {
    gtk_widget_set_visible(header.todayButton, (today != nil).gboolean)
    invalidateContents()
  }

  /// Marks all pages as out of date, and updates them.
  private func invalidateContents() {
    preparedMonths = []
    update()
    prepareSoon()
  }

  private func stop() {
    if tickCallback != 0 { gtk_widget_remove_tick_callback(gtkWidget, tickCallback) }
    if preparationTimer != 0 { g_source_remove(preparationTimer) }
    (tickCallback, preparationTimer) = (0, 0)
    state.jump(to: state.cursor)
    update()
  }

  // MARK: Layout and style

  private var columnCount: Int { configuration.showsWeekNumbers ? 8 : 7 }
  /// The space between the header and the days, in px.
  private static let spacing = 6

  private var naturalWidth: Int {
    let daysWidth = Int(style.painter.naturalWidth(columns: columnCount))
    // Make room for a header in one row, unless the row would be wider than the narrowest window.
    let headerWidth = header.rowWidth
    return headerWidth <= Int(MonthPainter.maximumNaturalWidth) ? max(daysWidth, headerWidth) : daysWidth
  }
  private var naturalDaysHeight: Int {
    let columnWidth = Double(naturalWidth) / Double(columnCount)
    return MonthGrid.weekCount * Int(style.painter.naturalRowHeight(columnWidth: columnWidth))
  }
  private var weekdayHeight: Int { Int(style.painter.weekdayHeight) }

  package override func measure(isVertical: Bool, for size: Int) -> (minimum: Int, natural: Int) {
    guard isVertical else {
      let minimum = Int(MonthPainter.minimumDaySize) * columnCount
      var headerSize = GtkRequisition()
      gtk_widget_get_preferred_size(header.gtkWidget, &headerSize, nil)
      return (max(minimum, Int(headerSize.width)), max(naturalWidth, Int(headerSize.width)))
    }
    let headerHeight = header.height(forWidth: size >= 0 ? size : naturalWidth)
    let height = headerHeight + MonthView.spacing + weekdayHeight + naturalDaysHeight
    return (height, height)
  }

  package override func allocate(width: Int, height: Int) {
    let headerHeight = header.height(forWidth: width)
    allocate(header.gtkWidget, x: 0, y: 0, width: width, height: headerHeight)
    let top = headerHeight + MonthView.spacing
    if let monthChooser {
      allocate(monthChooser.gtkWidget, x: 0, y: Double(top), width: width, height: max(0, height - top))
    }
    allocate(weekdayRow, x: 0, y: Double(top), width: width, height: weekdayHeight)
    pageArea.pageWidth = Double(width)
    pageArea.isMirrored = isRightToLeft
    allocate(
      pageArea.gtkWidget, x: 0, y: Double(top + weekdayHeight), width: width,
      height: max(0, height - top - weekdayHeight))
  }

  private func paintWeekdays(_ canvas: Canvas, _ width: Int, _ height: Int) {
    let geometry = MonthGeometry(
      width: Double(width), height: Double(height), hasWeekNumbers: configuration.showsWeekNumbers,
      isRightToLeft: isRightToLeft)
    style.painter.paintWeekdays(state.grid(state.month).weekdays, in: geometry, on: canvas)
  }

  private func restyle() {
    for page in pages { gtk_widget_queue_draw(page.gtkWidget) }
    gtk_widget_queue_draw(weekdayRow)
    gtk_widget_queue_resize(header.gtkWidget)
    gtk_widget_queue_resize(gtkWidget)
  }

  package override func grabFocus() -> Bool { focusCursor() }

  package override func focus(_ direction: GtkDirectionType) -> Bool {
    let isBackward = direction == GTK_DIR_TAB_BACKWARD
    guard !isChoosingMonth, isBackward || direction == GTK_DIR_TAB_FORWARD else {
      return super.focus(direction)
    }
    return moveFocusInside(isBackward: isBackward)
  }
}
