import CGtk
import CalendarModel
import GtkSupport
import TimelineInteraction
import TimelinePainting

/// One month of a month calendar: a group of days that are painted together.
///
/// Its accessible role is neither a list nor a grid: with a list, Orca would say "list with 42 items"
/// whenever the month changes; with a grid, under GTK 4.8, Orca would say nothing at all when a cell is
/// focused.
///
/// Pages are reused for other months.
@MainActor
final class MonthPage: CustomWidget {
  private static let widgetClass = WidgetClass(
    "HandspanMonthPage", role: GTK_ACCESSIBLE_ROLE_GROUP, cssName: "month")
  /// The number of months painted by Cairo since the program started.
  static var paintCount = 0

  /// Everything that a page shows.
  struct Content: Equatable {
    /// The accessible name of the month.
    var name = ""
    /// The days in chronological order; nil for positions before the first or after the last day that
    /// Handspan shows.
    var days: [Day?] = []
    /// How the days are painted.
    var appearances: [MonthDay?] = []
    /// The accessible names of the days.
    var dayNames: [String] = []
    /// The numbers of the weeks; empty if they are not shown.
    var weekNumbers: [Int] = []
  }

  /// The month; nil before the first one is shown.
  private(set) var month: Month?
  private(set) var content = Content()
  let cells: [MonthCell]
  private let style: MonthStyle
  private var isHidden = false

  init(style: MonthStyle, onChoose: @escaping (Day) -> Void) {
    self.style = style
    cells = (0..<MonthGrid.dayCount).map { _ in MonthCell() }
    super.init(MonthPage.widgetClass)
    for cell in cells {
      cell.onChoose = onChoose
      add(cell.gtkWidget)
    }
  }

  /// Shows a month. Unchanged content is neither announced nor painted again.
  func setMonth(_ month: Month, _ content: Content) {
    self.month = month
    guard content != self.content else { return }
    let oldContent = self.content
    self.content = content
    if content.name != oldContent.name { Accessible.setLabel(gtkWidget, content.name) }
    if content.weekNumbers.isEmpty != oldContent.weekNumbers.isEmpty { gtk_widget_queue_allocate(gtkWidget) }
    if content.appearances != oldContent.appearances || content.weekNumbers != oldContent.weekNumbers {
      gtk_widget_queue_draw(gtkWidget)
    }
    for (index, cell) in cells.enumerated() {
      cell.setDay(
        content.days[index], name: content.dayNames[index],
        isSelected: content.appearances[index]?.isSelected ?? false)
    }
  }

  /// Returns the cell of a day, or nil if the page does not show the day.
  func cell(of day: Day) -> MonthCell? { cells.first { $0.day == day } }

  /// Sets whether assistive technology ignores the month. Only the shown month is exposed to it.
  func setHiddenFromAccessibility(_ isHiddenFromAccessibility: Bool) {
    guard isHiddenFromAccessibility != isHidden else { return }
    isHidden = isHiddenFromAccessibility
    Accessible.setHidden(gtkWidget, isHiddenFromAccessibility)
  }

  // MARK: Layout

  /// The positions of the days.
  var geometry: MonthGeometry {
    MonthGeometry(
      width: Double(width), height: Double(height), hasWeekNumbers: !content.weekNumbers.isEmpty,
      isRightToLeft: isRightToLeft)
  }

  override func allocate(width: Int, height: Int) {
    let geometry = MonthGeometry(
      width: Double(width), height: Double(height), hasWeekNumbers: !content.weekNumbers.isEmpty,
      isRightToLeft: isRightToLeft)
    for (index, cell) in cells.enumerated() {
      let (x, y) = (geometry.x(ofColumn: index % 7), geometry.y(ofRow: index / 7))
      // The cells have integral bounds without gaps, so that the pointer is always over a day.
      let right = (x + geometry.columnWidth).rounded(.down)
      let bottom = (y + geometry.rowHeight).rounded(.down)
      self.allocate(
        cell.gtkWidget, x: x.rounded(.down), y: y.rounded(.down), width: Int(right - x.rounded(.down)),
        height: Int(bottom - y.rounded(.down)))
    }
  }

  override func focus(_ direction: GtkDirectionType) -> Bool { false }

  // MARK: Painting

  /// Everything that the picture of a month depends on.
  private struct PictureKey: Equatable {
    var appearances: [MonthDay?]
    var geometry: MonthGeometry
    var weekNumbers: [Int]
    var scale: Double
    var styleRevision: Int
  }

  // Focus and hover redraw a cell, but do not repaint the month.
  private let picture = CachedRenderNode<PictureKey>()

  private var pictureKey: PictureKey? {
    guard width > 0, !content.days.isEmpty else { return nil }
    return PictureKey(
      appearances: content.appearances, geometry: geometry, weekNumbers: content.weekNumbers,
      scale: scaleFactor, styleRevision: style.revision)
  }

  override func snapshot(_ snapshot: OpaquePointer) {
    if let key = pictureKey { picture.append(to: snapshot, for: key) { paint(key, on: $0) } }
    super.snapshot(snapshot)
  }

  /// Paints the month before it becomes visible, and returns whether painting was necessary.
  func paintInAdvance() -> Bool {
    guard let key = pictureKey, !picture.isCached(for: key) else { return false }
    picture.prepare(for: key) { paint(key, on: $0) }
    return true
  }

  private func paint(_ key: PictureKey, on snapshot: OpaquePointer) {
    MonthPage.paintCount += 1
    draw(on: snapshot) { cairo in
      style.painter.paint(
        key.appearances, weekNumbers: key.weekNumbers, in: key.geometry,
        on: Canvas(cairo: cairo, scale: scaleFactor))
    }
  }
}
