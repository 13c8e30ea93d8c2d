import CGtk
import CalendarModel
import GtkSupport
import TimelineInteraction
import TimelinePainting

/// The row of all-day events above the hours. It has one page per timeline page, which slides with it.
/// Without events it takes no space.
@MainActor
final class AllDayRow: CustomWidget {
  private static let widgetClass = WidgetClass(
    "HandspanAllDayStrip", role: GTK_ACCESSIBLE_ROLE_GROUP, cssName: "allday")

  /// The maximum number of lanes while the row is collapsed.
  private static let collapsedLaneCount = 4

  private let style: TimelineStyle
  let area = PageArea()
  let label = created(gtk_label_new(nil))
  /// Collapses the expanded row.
  private let fold = created(gtk_button_new_from_icon_name("pan-up-symbolic"))
  private var canFold = false
  /// The width and the look that the label was last fitted to.
  private var fitted: (width: Int, revision: Int)?
  /// Called when the user wants to collapse the row.
  var onFold: () -> Void = {}
  /// Called after the children have been allocated.
  var onAllocate: () -> Void = {}
  /// Called when the row is expanded or collapsed.
  var onExpandedChanged: () -> Void = {}
  /// Whether the row is expanded and shows all its events.
  var isExpanded = false { didSet { if isExpanded != oldValue { onExpandedChanged() } } }
  /// The natural height in px. The row may get less while a page turns.
  private(set) var naturalHeight = 0
  /// The allocated height in px.
  private(set) var allocatedHeight = 0.0

  init(style: TimelineStyle) {
    self.style = style
    super.init(AllDayRow.widgetClass)
    gtk_widget_set_overflow(pointer, GTK_OVERFLOW_HIDDEN)
    gtk_label_set_text(label.opaque, style.phrases.allDay)
    gtk_label_set_ellipsize(label.opaque, PANGO_ELLIPSIZE_END)
    gtk_widget_add_css_class(label, "strip-label")
    Accessible.setRole(label, GTK_ACCESSIBLE_ROLE_PRESENTATION)
    let words = style.phrases.translator.tr("Show Fewer All-Day Events")
    gtk_widget_set_tooltip_text(fold, words)
    Accessible.setLabel(fold, words)
    for name in ["flat", "strip-fold"] { gtk_widget_add_css_class(fold, name) }
    onSignal(fold.opaque, "clicked") { [weak self] in self?.onFold() }
    add(label)
    add(fold)
    add(area.pointer)
  }

  /// Distributes the height among the lanes and returns the row's height in px.
  ///
  /// - Parameters:
  ///   - height: the timeline's height in px.
  ///   - hour: the height in px of one hour, which stays free below an expanded row.
  func distributeHeight(_ height: Int, hour: Double, on deck: PageDeck) -> Int {
    let available = isExpanded ? Double(height) - hour : Double(height) / 2
    let page = deck.page.allDay
    let collapsedLanes = min(AllDayRow.collapsedLaneCount, page.lanes(in: Double(height) / 2))
    canFold = isExpanded && page.layout.laneCount > collapsedLanes
    deck.setLaneCount(fitting: available, maximum: isExpanded ? .max : AllDayRow.collapsedLaneCount)
    _ = updateNaturalHeight()
    let allocated = min(naturalHeight, max(0, Int(available)))
    allocatedHeight = Double(allocated)
    return allocated
  }

  /// Updates the natural height for the visible pages. Between two pages it is interpolated linearly.
  ///
  /// - Returns: whether the height has changed.
  func updateNaturalHeight() -> Bool {
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
    fitLabel(into: gutter - 12)
    let line = Int(style.minimumBlockHeight) + 6
    gtk_widget_set_child_visible(label, (height >= line).gboolean)
    allocate(
      label, x: isRightToLeft ? Double(width - gutter + 6) : 6, y: AllDayPage.padding,
      width: max(1, gutter - 12),
      height: line)
    // At the end of the last lane.
    let side = max(24, line)
    let showsFold = canFold && height >= 2 * line
    gtk_widget_set_child_visible(fold, showsFold.gboolean)
    Accessible.setHidden(fold, !showsFold)
    allocate(
      fold, x: isRightToLeft ? Double(width - gutter + 6) : Double(gutter - 6 - side),
      y: Double(height - side) - AllDayPage.padding, width: side, height: side)
    onAllocate()
  }

  /// The minimum size of the label, relative to that of its style. Below it, the label is ellipsized.
  private static let minimumLabelScale = 0.65

  /// Makes the label smaller if it is too wide, for example at a large text scale.
  private func fitLabel(into width: Int) {
    guard fitted?.width != width || fitted?.revision != style.revision else { return }
    fitted = (width, style.revision)
    func scale(to factor: Double) {
      let list = pango_attr_list_new()
      pango_attr_list_insert(list, pango_attr_scale_new(factor))
      gtk_label_set_attributes(label.opaque, list)
      pango_attr_list_unref(list)
    }
    scale(to: 1)
    var natural: Int32 = 0
    gtk_widget_measure(label, GTK_ORIENTATION_HORIZONTAL, -1, nil, &natural, nil, nil)
    if Int(natural) > width { scale(to: max(AllDayRow.minimumLabelScale, Double(width) / Double(natural))) }
  }

  override func focus(_ direction: GtkDirectionType) -> Bool { false }
}
