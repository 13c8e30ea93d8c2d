import CGtk
import CalendarModel
import GtkSupport
import TimelinePainting

/// One week of the strip: a list of its dates, and the band under those that the timeline shows.
///
/// A page is used again for other weeks, as they come into reach.
@MainActor
final class WeekStripPage: CustomWidget {
  private static let widgetClass = WidgetClass(
    "HandspanWeekStripPage", role: GTK_ACCESSIBLE_ROLE_LIST, cssName: "week")
  /// What a page shows.
  struct Content: Equatable {
    /// What the week is called.
    var name = ""
    /// Its dates in the order of time, with what each is called; nil where the calendar has none.
    var dates: [(date: WeekStripDay, name: String)?] = []

    static func == (a: Content, b: Content) -> Bool {
      a.name == b.name && a.dates.elementsEqual(b.dates) { $0?.date == $1?.date && $0?.name == $1?.name }
    }
  }

  /// The number of the week, or nil before the first one is shown.
  private(set) var page: Int?
  private(set) var content = Content()
  private(set) var dates: [WeekStripDate] = []
  private let band = PaintedArea()
  private let style: TimelineStyle
  private var isHidden = false

  init(style: TimelineStyle, onSelect: @escaping (Day) -> Void) {
    self.style = style
    super.init(WeekStripPage.widgetClass)
    band.paint = { [weak self] canvas, width in
      guard let self else { return }
      self.painter.paintBand(under: self.days, width: width, on: canvas)
    }
    add(band.pointer)
    dates = (0..<7).map { _ in WeekStripDate(style: style) }
    for date in dates {
      date.onSelect = onSelect
      date.look = { [weak self] in self?.look }
      add(date.pointer)
    }
  }

  /// Shows a week; what has not changed is neither said nor painted again.
  func show(_ page: Int, _ content: Content) {
    self.page = page
    guard content != self.content else { return }
    if content.name != self.content.name { Accessible.setLabel(pointer, content.name) }
    let wasShown = days.map { $0?.isShown }
    self.content = content
    if days.map({ $0?.isShown }) != wasShown { band.repaint() }
    // Unlike another visibility this asks for no new layout of the window, in the middle of a turn.
    gtk_widget_set_child_visible(band.pointer, WeekStripPainter.hasBand(days).gboolean)
    for (widget, date) in zip(dates, content.dates) { widget.show(date?.date, name: date?.name ?? "") }
  }

  private var days: [WeekStripDay?] { content.dates.map { $0?.date } }

  /// Whether assistive technology passes over the week: it is beside the one in sight.
  func passOver(_ isPassedOver: Bool) {
    guard isPassedOver != isHidden else { return }
    isHidden = isPassedOver
    Accessible.setHidden(pointer, isPassedOver)
  }

  /// Paints the week anew: the style changed.
  func repaint() {
    band.repaint()
    for date in dates { gtk_widget_queue_draw(date.pointer) }
  }

  /// Paints the week before it is seen.
  func paintAhead() { dates.forEach { $0.paintAhead() } }

  private var painter: WeekStripPainter {
    WeekStripPainter(palette: style.palette, text: style.text, phrases: style.phrases)
  }

  private var knownLook: (width: Int, style: Int, look: WeekStripPainter.Look)?

  /// What the dates have in common, for the present width and style.
  private var look: WeekStripPainter.Look {
    let columnWidth = width / dates.count
    if let known = knownLook, known.width == columnWidth, known.style == style.revision { return known.look }
    let look = painter.look(columnWidth: Double(columnWidth))
    knownLook = (columnWidth, style.revision, look)
    return look
  }

  override func allocate(width: Int, height: Int) {
    // All dates look alike: those whose own width stays are drawn anew too.
    if width / dates.count != knownLook?.width { for date in dates { gtk_widget_queue_draw(date.pointer) } }
    place(band.pointer, x: 0, y: 0, width: width, height: height)
    for (index, date) in dates.enumerated() {
      let place = isRightToLeft ? dates.count - 1 - index : index
      let (left, right) = (place * width / dates.count, (place + 1) * width / dates.count)
      self.place(date.pointer, x: Double(left), y: 0, width: right - left, height: height)
    }
  }
}
