import CGtk
import CalendarModel
import CalendarText
import GtkSupport
import TimelineInteraction
import TimelineWidgets
import WidgetSupport

/// A minimal view for the window: a list of the titles of one day's events.
@MainActor
final class DayList: CustomWidget, CalendarPresenting {
  private static let widgetClass = WidgetClass("HandspanTestDayList", role: GTK_ACCESSIBLE_ROLE_LIST)

  weak var dataSource: (any TimelineDataSource)? { didSet { reload() } }
  var configuration = TimelineConfiguration() { didSet { configurations.append(configuration) } }
  var phrases: Phrases
  var now: () -> Instant = { Instant(seconds: 0) }
  let popoverGate = PopoverGate()
  var isSaved = true
  private(set) var day: Day

  var callbacks = CalendarCallbacks()

  // MARK: For the test

  /// The events on the shown day, and the selected one.
  private(set) var events: [Occurrence] = []
  private(set) var selectedOccurrence: Occurrence?
  /// The calls that this view has received from the window.
  private(set) var configurations: [TimelineConfiguration] = []
  private(set) var reloadCount = 0
  private(set) var announcements: [String] = []
  private(set) var hasEndedInteraction = false

  /// The titles shown in the window.
  var titles: [String] { labels.map { String(cString: gtk_label_get_text($0.opaque)) } }
  private var labels: [WidgetPointer] = []

  init(phrases: Phrases, day: Day) {
    (self.phrases, self.day) = (phrases, day)
    super.init(DayList.widgetClass)
    gtk_widget_set_focusable(gtkWidget, 1)
  }

  // MARK: CalendarPresenting

  var shownDays: Range<Day> { day..<day.adding(days: 1) }
  var shownView: ViewKind { .day }

  func jump(to day: Day) {
    self.day = day
    reload()
    callbacks.onDayChanged(day)
  }

  func turn(to day: Day) { jump(to: day) }
  func goTo(_ day: Day) { jump(to: day) }
  func turn(by count: Int) { jump(to: day.adding(days: count)) }
  func scrollIntoView(_ occurrence: Occurrence) { jump(to: occurrence.start.wall.day) }

  func reveal(_ occurrence: Occurrence) {
    scrollIntoView(occurrence)
    selectedOccurrence = occurrence
    takeFocus()
  }

  func reload() {
    reloadCount += 1
    events = dataSource?.occurrences(in: shownDays) ?? []
    labels.forEach(remove)
    labels = events.map { nonNull(gtk_label_new($0.event.summary)) }
    labels.forEach { add($0) }
  }

  func currentTimeChanged() {}
  func displayZoneChanged() { reload() }
  func takeFocus() { _ = gtk_widget_grab_focus(gtkWidget) }

  func createEvent() {
    guard let event = dataSource?.newEvent(at: EventTimes(start: .date(day), end: .implied)) else {
      return callbacks.onNoWritableCalendar()
    }
    dataSource?.apply(.add(event))
  }

  func delete(_ occurrence: Occurrence) { dataSource?.apply(occurrence.edit(.delete)) }
  func endInteraction() { hasEndedInteraction = true }
  func announce(_ text: String) { announcements.append(text) }

  // MARK: Layout

  override func measure(isVertical: Bool, for size: Int) -> (minimum: Int, natural: Int) { (100, 300) }

  override func allocate(width: Int, height: Int) {
    for (index, label) in labels.enumerated() {
      allocate(label, x: 0, y: Double(30 * index), width: width, height: 30)
    }
    callbacks.onResized()
  }
}
