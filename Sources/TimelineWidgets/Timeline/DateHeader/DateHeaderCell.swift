import CGtk
import CalendarModel
import GtkSupport
import TimelinePainting

/// A date in the date header. It is painted only when it changes, and otherwise just moved.
@MainActor
final class DateHeaderCell: CustomWidget {
  private static let select = "date.select"
  private static let widgetClass = WidgetClass(
    "HandspanDateHeaderCell", role: GTK_ACCESSIBLE_ROLE_LIST_ITEM, cssName: "date",
    actions: [WidgetClass.Action(select)])
  /// The number of dates painted by Cairo since the program started.
  static var paintCount = 0

  /// The date to paint; nil beyond the first and the last supported day. `DateHeaderPage` paints the band behind it.
  private(set) var date: DateHeaderDay?
  private var name = ""
  private let style: TimelineStyle
  /// Returns the look that all dates of the week share.
  var look: () -> DateHeaderPainter.Look? = { nil }
  /// Called when assistive technology selects the date.
  var onSelect: (Day) -> Void = { _ in }

  init(style: TimelineStyle) {
    self.style = style
    super.init(DateHeaderCell.widgetClass)
    gtk_widget_set_focusable(gtkWidget, 1)
    gtk_widget_set_visible(gtkWidget, 0)
  }

  /// The date; nil beyond the first and the last supported day.
  var day: Day? { date?.day }

  /// Sets a different date, or updates the current one.
  func setDay(_ newDate: DateHeaderDay?, name: String) {
    var date = newDate
    // Only the band depends on this value, so the cell is not repainted when it changes.
    date?.isShown = true
    if name != self.name {
      self.name = name
      Accessible.setLabel(gtkWidget, name)
    }
    guard date != self.date else { return }
    let wasSelected = self.date?.isSelected ?? false
    self.date = date
    gtk_widget_set_visible(gtkWidget, (date != nil).gboolean)
    gtk_widget_queue_draw(gtkWidget)
    let isSelected = date?.isSelected ?? false
    if isSelected != wasSelected { Accessible.setSelected(gtkWidget, isSelected) }
  }

  override func perform(action: String) {
    if action == DateHeaderCell.select, let day { onSelect(day) }
  }

  // MARK: Painting

  /// The values that determine how a date looks.
  private struct PictureKey: Equatable {
    var date: DateHeaderDay
    var look: DateHeaderPainter.Look
    var width: Int
    var height: Int
    var scale: Double
    var styleRevision: Int
  }

  // Changes of focus and hover redraw the date, but do not repaint it.
  private let picture = CachedRenderNode<PictureKey>()

  /// The key of the current picture; nil if there is nothing to paint.
  private var pictureKey: PictureKey? {
    guard let date, let look = look(), width > 0 else { return nil }
    return PictureKey(
      date: date, look: look, width: width, height: height, scale: scaleFactor, styleRevision: style.revision)
  }

  override func snapshot(_ snapshot: OpaquePointer) {
    FrameStatistics.measure {
      guard let key = pictureKey else { return }
      picture.append(to: snapshot, for: key) { paint(key, on: $0) }
    }
  }

  /// Paints the date before it becomes visible.
  func paintInAdvance() {
    guard let key = pictureKey else { return }
    picture.prepare(for: key) { paint(key, on: $0) }
  }

  private func paint(_ key: PictureKey, on snapshot: OpaquePointer) {
    DateHeaderCell.paintCount += 1
    draw(on: snapshot) { cairo in
      DateHeaderPainter(palette: style.palette, text: style.text, phrases: style.phrases)
        .paint(key.date, key.look, width: Double(width), on: Canvas(cairo: cairo, scale: scaleFactor))
    }
  }
}
