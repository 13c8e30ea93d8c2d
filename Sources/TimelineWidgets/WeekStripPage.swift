import CGtk
import CalendarModel
import GtkSupport
import TimelinePainting

/// One week of the strip: a list of its dates, painted in one piece that is kept while it is moved.
///
/// A page is used again for other weeks, as they come into reach.
@MainActor
final class WeekStripPage: CustomWidget {
  private static let widgetClass = WidgetClass(
    "HandspanWeekStripPage", role: GTK_ACCESSIBLE_ROLE_LIST, cssName: "week")
  /// Weeks painted by Cairo since the program began.
  static var paints = 0

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
  // Apart from the dates, whose focus and hover must not paint the week anew.
  private let face = PaintedArea()
  private let style: TimelineStyle
  private var isHidden = false

  init(style: TimelineStyle, onSelect: @escaping (Day) -> Void) {
    self.style = style
    super.init(WeekStripPage.widgetClass)
    face.paint = { [weak self] canvas, width in self?.paint(on: canvas, width: width) }
    add(face.pointer)
    dates = (0..<7).map { _ in WeekStripDate() }
    for date in dates {
      date.onSelect = onSelect
      add(date.pointer)
    }
  }

  /// Shows a week; what has not changed is neither said nor painted again.
  func show(_ page: Int, _ content: Content) {
    self.page = page
    guard content != self.content else { return }
    if content.name != self.content.name { Accessible.setLabel(pointer, content.name) }
    if content.dates.map({ $0?.date }) != self.content.dates.map({ $0?.date }) { repaint() }
    self.content = content
    for (widget, date) in zip(dates, content.dates) {
      widget.show(date?.date.day, name: date?.name ?? "", isSelected: date?.date.isSelected ?? false)
    }
  }

  /// Whether assistive technology passes over the week: it is beside the one in sight.
  func passOver(_ isPassedOver: Bool) {
    guard isPassedOver != isHidden else { return }
    isHidden = isPassedOver
    Accessible.setHidden(pointer, isPassedOver)
  }

  /// Paints the week anew.
  func repaint() { face.repaint() }

  private func paint(on canvas: Canvas, width: Double) {
    WeekStripPage.paints += 1
    WeekStripPainter(palette: style.palette, text: style.text, phrases: style.phrases)
      .paint(content.dates.map { $0?.date }, width: width, on: canvas)
  }

  override func allocate(width: Int, height: Int) {
    place(face.pointer, x: 0, y: 0, width: width, height: height)
    for (index, date) in dates.enumerated() {
      let place = isRightToLeft ? dates.count - 1 - index : index
      let (left, right) = (place * width / dates.count, (place + 1) * width / dates.count)
      self.place(date.pointer, x: Double(left), y: 0, width: right - left, height: height)
    }
  }
}
