import CGtk
import CalendarModel
import GtkSupport
import TimelineInteraction
import TimelinePainting

/// The row of all-day events above the hours. It has a page for each page of the timeline, which slides with it.
/// Without events it takes no space.
@MainActor
final class AllDayRow: CustomWidget {
  private static let widgetClass = WidgetClass(
    "HandspanAllDayStrip", role: GTK_ACCESSIBLE_ROLE_GROUP, cssName: "allday")

  /// Lanes that it has as long as it is not opened.
  private static let collapsedLaneCount = 4

  private let style: TimelineStyle
  let area = PageArea()
  private let label = created(gtk_label_new(nil))
  /// Called once the parts are placed.
  var onAllocate: () -> Void = {}
  /// Called when it was opened, or closed.
  var onOpen: () -> Void = {}
  /// Whether it shows all that stands in it.
  var isOpen = false { didSet { if isOpen != oldValue { onOpen() } } }
  /// px; the room that it is given, which may be less than it wants while a page turns.
  private(set) var naturalHeight = 0
  /// px that it was given.
  private(set) var givenHeight = 0.0

  init(style: TimelineStyle) {
    self.style = style
    super.init(AllDayRow.widgetClass)
    gtk_widget_set_overflow(pointer, GTK_OVERFLOW_HIDDEN)
    gtk_label_set_text(label.opaque, style.phrases.allDay)
    gtk_label_set_ellipsize(label.opaque, PANGO_ELLIPSIZE_END)
    gtk_widget_add_css_class(label, "strip-label")
    Accessible.setRole(label, GTK_ACCESSIBLE_ROLE_PRESENTATION)
    add(label)
    add(area.pointer)
  }

  /// Gives its pages the lanes that there is room for in a timeline of that height, and says what it is given of it.
  ///
  /// - Parameter hour: px that an hour needs, which are left where it is open.
  func takeHeight(of height: Int, hour: Double, on deck: PageDeck) -> Int {
    let room = isOpen ? Double(height) - hour : Double(height) / 2
    deck.fitBars(into: room, maximum: isOpen ? .max : AllDayRow.collapsedLaneCount)
    _ = fit()
    let given = min(naturalHeight, max(0, Int(room)))
    givenHeight = Double(given)
    return given
  }

  /// Takes the height that what is shown needs: between two pages it goes evenly from the one's to the other's.
  ///
  /// - Returns: whether that is another height.
  func fit() -> Bool {
    var height = 0.0
    for position in area.positions {
      guard let page = position.page as? AllDayPage else { continue }
      height += page.naturalHeight * max(0, 1 - abs(position.distance))
    }
    let before = naturalHeight
    naturalHeight = Int(height.rounded())
    return naturalHeight != before
  }

  override func measure(isVertical: Bool, for size: Int) -> (minimum: Int, natural: Int) {
    isVertical ? (0, naturalHeight) : (120, 640)
  }

  override func allocate(width: Int, height: Int) {
    let gutter = Int(style.gutterWidth)
    let across = Int(area.pageWidth.rounded(.up))
    allocate(
      area.pointer, x: isRightToLeft ? PageDeck.endInset : Double(gutter), y: 0, width: across,
      height: max(0, height))
    // The word stands only where it fits.
    var natural: Int32 = 0
    gtk_widget_measure(label, GTK_ORIENTATION_HORIZONTAL, -1, nil, &natural, nil, nil)
    let line = Int(style.minimumBlockHeight) + 6
    gtk_widget_set_child_visible(label, (Int(natural) <= gutter - 12 && height >= line).gboolean)
    allocate(
      label, x: isRightToLeft ? Double(width - gutter + 6) : 6, y: AllDayPage.padding,
      width: max(1, gutter - 12),
      height: line)
    onAllocate()
  }

  override func focus(_ direction: GtkDirectionType) -> Bool { false }
}
