import CGtk
import CalendarModel
import GtkSupport
import TimelinePainting

/// A week in the date header: a list of its dates, and the band that marks the dates shown by the timeline.
///
/// Pages are reused for other weeks.
@MainActor
final class DateHeaderPage: CustomWidget {
  private static let widgetClass = WidgetClass(
    "HandspanDateHeaderPage", role: GTK_ACCESSIBLE_ROLE_LIST, cssName: "week")
  struct Content: Equatable {
    /// The accessible name of the week.
    var name = ""
    /// The dates in chronological order, each with its accessible name; nil where the calendar has no date.
    var dates: [(date: DateHeaderDay, name: String)?] = []

    static func == (a: Content, b: Content) -> Bool {
      a.name == b.name && a.dates.elementsEqual(b.dates) { $0?.date == $1?.date && $0?.name == $1?.name }
    }
  }

  /// The number of the week; nil before the first one is shown.
  private(set) var page: Int?
  private(set) var content = Content()
  private(set) var dates: [DateHeaderCell] = []
  private let band = PaintedArea()
  private let style: TimelineStyle
  private var isHidden = false

  init(style: TimelineStyle, onSelect: @escaping (Day) -> Void) {
    self.style = style
    super.init(DateHeaderPage.widgetClass)
    band.paint = { [weak self] canvas, width in
      guard let self else { return }
      self.painter.paintBand(under: self.days, width: width, on: canvas)
    }
    add(band.gtkWidget)
    dates = (0..<7).map { _ in DateHeaderCell(style: style) }
    for date in dates {
      date.onSelect = onSelect
      date.look = { [weak self] in self?.look }
      add(date.gtkWidget)
    }
  }

  /// Shows a week. Parts that have not changed are neither announced nor painted again.
  func setWeek(_ page: Int, _ content: Content) {
    self.page = page
    guard content != self.content else { return }
    if content.name != self.content.name { Accessible.setLabel(gtkWidget, content.name) }
    let wasShown = days.map { $0?.isShown }
    self.content = content
    if days.map({ $0?.isShown }) != wasShown { band.repaint() }
    // Unlike `gtk_widget_set_visible`, this does not queue a resize of the window in the middle of a turn.
    gtk_widget_set_child_visible(band.gtkWidget, DateHeaderPainter.hasBand(days).gboolean)
    for (widget, date) in zip(dates, content.dates) { widget.setDay(date?.date, name: date?.name ?? "") }
  }

  private var days: [DateHeaderDay?] { content.dates.map { $0?.date } }

  /// Sets whether assistive technology ignores the week, because it is not the visible one.
  func setHiddenFromAccessibility(_ isHiddenFromAccessibility: Bool) {
    guard isHiddenFromAccessibility != isHidden else { return }
    isHidden = isHiddenFromAccessibility
    Accessible.setHidden(gtkWidget, isHiddenFromAccessibility)
  }

  /// Repaints the week after a change of style.
  func repaint() {
    band.repaint()
    for date in dates { gtk_widget_queue_draw(date.gtkWidget) }
  }

  /// Paints the week before it becomes visible.
  func paintInAdvance() { dates.forEach { $0.paintInAdvance() } }

  private var painter: DateHeaderPainter {
    DateHeaderPainter(palette: style.palette, text: style.text, phrases: style.phrases)
  }

  private var cachedLook: (width: Int, style: Int, look: DateHeaderPainter.Look)?

  /// The look that the dates share, for the current width and style.
  private var look: DateHeaderPainter.Look {
    let columnWidth = width / dates.count
    if let cached = cachedLook, cached.width == columnWidth, cached.style == style.revision {
      return cached.look
    }
    let look = painter.look(columnWidth: Double(columnWidth))
    cachedLook = (columnWidth, style.revision, look)
    return look
  }

  override func allocate(width: Int, height: Int) {
    // All dates share one look, so dates whose own width has not changed are also redrawn.
    if width / dates.count != cachedLook?.width {
      for date in dates { gtk_widget_queue_draw(date.gtkWidget) }
    }
    allocate(band.gtkWidget, x: 0, y: 0, width: width, height: height)
    for (index, date) in dates.enumerated() {
      let index = isRightToLeft ? dates.count - 1 - index : index
      let (left, right) = (index * width / dates.count, (index + 1) * width / dates.count)
      self.allocate(date.gtkWidget, x: Double(left), y: 0, width: right - left, height: height)
    }
  }
}
