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
    /// The dates in chronological order, each with its accessible name; nil beyond the first and the last supported
    /// day.
    var dates: [(date: DateHeaderDay, name: String)?] = []

    static func == (a: Content, b: Content) -> Bool {
      a.name == b.name && a.dates.elementsEqual(b.dates) { $0?.date == $1?.date && $0?.name == $1?.name }
    }
  }

  /// The index of the week; nil before the first one is shown.
  private(set) var week: Int?
  private(set) var content = Content()
  private(set) var cells: [DateHeaderCell] = []
  private let band = PaintedArea()
  private let style: TimelineStyle
  /// Whether assistive technology ignores the week.
  private(set) var isHidden = false
  /// Whether the week is about to be hidden from assistive technology.
  var isHiddenLater = false

  init(style: TimelineStyle, onSelect: @escaping (Day) -> Void) {
    self.style = style
    super.init(DateHeaderPage.widgetClass)
    band.paint = { [weak self] canvas, width in
      guard let self else { return }
      self.painter.paintBand(under: self.days, width: width, on: canvas)
    }
    add(band.gtkWidget)
    cells = (0..<7).map { _ in DateHeaderCell(style: style) }
    for cell in cells {
      cell.onSelect = onSelect
      cell.look = { [weak self] in self?.look }
      add(cell.gtkWidget)
    }
  }

  /// Shows a week. Parts that have not changed are neither announced nor painted again.
  func setWeek(_ week: Int, _ content: Content) {
    self.week = week
    guard content != self.content else { return }
    if content.name != self.content.name { Accessible.setLabel(gtkWidget, content.name) }
    let previousShownFlags = days.map { $0?.isShown }
    self.content = content
    // Unlike `gtk_widget_set_visible`, this does not queue a resize of the window in the middle of a turn.
    gtk_widget_set_child_visible(band.gtkWidget, DateHeaderPainter.hasBand(days).gboolean)
    if days.map({ $0?.isShown }) != previousShownFlags {
      band.repaint()
      // GTK ignores a redraw request for a band that has never been drawn, so the page is redrawn too. The dates are
      // not painted again.
      gtk_widget_queue_draw(gtkWidget)
    }
    for (cell, date) in zip(cells, content.dates) { cell.setDay(date?.date, name: date?.name ?? "") }
  }

  private var days: [DateHeaderDay?] { content.dates.map { $0?.date } }

  /// Sets whether assistive technology ignores the week. Only the visible week is exposed to it.
  func setHiddenFromAccessibility(_ isHidden: Bool) {
    guard isHidden != self.isHidden else { return }
    self.isHidden = isHidden
    Accessible.setHidden(gtkWidget, isHidden)
  }

  /// Repaints the week after a change of style.
  func repaint() {
    band.repaint()
    for cell in cells { gtk_widget_queue_draw(cell.gtkWidget) }
  }

  /// Paints the week before it becomes visible.
  func paintInAdvance() { cells.forEach { $0.paintInAdvance() } }

  private var painter: DateHeaderPainter {
    DateHeaderPainter(palette: style.palette, text: style.text, phrases: style.phrases)
  }

  private var cachedLook: (width: Int, styleRevision: Int, look: DateHeaderPainter.Look)?

  /// The look that the dates share, for the current width and style.
  private var look: DateHeaderPainter.Look {
    let columnWidth = width / cells.count
    if let cachedLook, cachedLook.width == columnWidth, cachedLook.styleRevision == style.revision {
      return cachedLook.look
    }
    let look = painter.look(columnWidth: Double(columnWidth))
    cachedLook = (columnWidth, style.revision, look)
    return look
  }

  override func allocate(width: Int, height: Int) {
    // All dates share one look, so dates whose own width has not changed are also redrawn.
    if width / cells.count != cachedLook?.width {
      for cell in cells { gtk_widget_queue_draw(cell.gtkWidget) }
    }
    allocate(band.gtkWidget, x: 0, y: 0, width: width, height: height)
    for (index, cell) in cells.enumerated() {
      let column = isRightToLeft ? cells.count - 1 - index : index
      let (left, right) = (column * width / cells.count, (column + 1) * width / cells.count)
      self.allocate(cell.gtkWidget, x: Double(left), y: 0, width: right - left, height: height)
    }
  }
}
