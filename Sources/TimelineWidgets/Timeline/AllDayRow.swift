import CGtk
import CalendarModel
import GtkSupport
import TimelineInteraction
import TimelinePainting
import WidgetSupport

/// The row of all-day events above the hour grid. It has one page for each page of the timeline, and both
/// slide together. Without events, the row has space for one. If there is a second time zone, the names of both zones are
/// at the lower edge of the row, above their hours.
@MainActor
final class AllDayRow: CustomWidget {
  private static let widgetClass = WidgetClass(
    "HandspanAllDayRow", role: GTK_ACCESSIBLE_ROLE_GROUP, cssName: "allday")

  /// The maximum number of lanes while the row is collapsed.
  private static let collapsedLaneCount = 4

  private let style: TimelineStyle
  /// The area that contains the all-day events of all pages.
  let area = PageArea()
  /// The label in the gutter that names the row.
  let label = nonNull(gtk_label_new(nil))
  /// The button that collapses the expanded row.
  private let collapseButton = nonNull(gtk_button_new_from_icon_name("pan-up-symbolic"))
  private var canCollapse = false
  /// The names of the time zones; empty unless there are two.
  private let zones = PaintedArea()
  /// The width in px and the style revision for which the label was last fitted.
  private var labelFit: (width: Int, revision: Int)?
  /// Called when the user clicks the button that collapses the row.
  var onCollapse: () -> Void = {}
  /// Called after the children have been allocated.
  var onAllocate: () -> Void = {}
  /// Called when the row is expanded or collapsed.
  var onExpandedChanged: () -> Void = {}
  /// Whether the row is expanded to show as many of its events as there is space for.
  var isExpanded = false { didSet { if isExpanded != oldValue { onExpandedChanged() } } }
  /// The natural height in px. If there is not enough space, the allocated height is smaller.
  private(set) var naturalHeight = 0
  /// The allocated height in px.
  private(set) var allocatedHeight = 0.0

  init(style: TimelineStyle) {
    self.style = style
    super.init(AllDayRow.widgetClass)
    gtk_widget_set_overflow(gtkWidget, GTK_OVERFLOW_HIDDEN)
    gtk_label_set_text(label.opaque, style.phrases.allDay)
    gtk_label_set_ellipsize(label.opaque, PANGO_ELLIPSIZE_END)
    gtk_widget_add_css_class(label, "all-day-label")
    Accessible.setRole(label, GTK_ACCESSIBLE_ROLE_PRESENTATION)
    let tooltip = style.phrases.translator.tr("Show Fewer All-Day Events")
    Accessible.setLabelAndTooltip(collapseButton, tooltip)
    for name in ["flat", "all-day-collapse"] { gtk_widget_add_css_class(collapseButton, name) }
    onSignal(collapseButton.opaque, "clicked") { [weak self] in self?.onCollapse() }
    zones.paint = { [weak self] canvas, width in
      guard let self else { return }
      self.zonePainter(width: width).paintZones(
        bottom: self.zonesHeight - AllDayRow.spaceBelowZones, on: canvas)
    }
    add(label)
    add(zones.gtkWidget)
    add(collapseButton)
    add(area.gtkWidget)
  }

  /// The height in px of the names of the time zones.
  private var zonesHeight: Double {
    style.secondZone == nil ? 0 : GutterPainter.zoneLabelHeight(style.text) + AllDayRow.spaceBelowZones
  }
  /// The space in px between the names of the time zones and the hours.
  private static let spaceBelowZones = 3.0

  private func zonePainter(width: Double) -> GutterPainter {
    GutterPainter(
      axis: DayAxis(pixelsPerHour: style.defaultPixelsPerHour), width: width, secondZone: style.secondZone,
      palette: style.palette, text: style.text, phrases: style.phrases)
  }

  /// Called when the time zones, or their appearance, have changed.
  func zonesChanged() { zones.repaint() }

  /// Divides the given height between the row and the hour grid, and returns the row's height in px.
  ///
  /// - Parameters:
  ///   - height: the total height in px of the row and the hour grid.
  ///   - hourHeight: the height in px of one hour, which is the minimum space below an expanded row.
  func distributeHeight(_ height: Int, hourHeight: Double, on deck: PageDeck) -> Int {
    let availableHeight = isExpanded ? Double(height) - hourHeight : Double(height) / 2
    let page = deck.page.allDay
    let laneCountIfCollapsed = min(
      AllDayRow.collapsedLaneCount, page.laneCount(fitting: Double(height) / 2 - zonesHeight))
    canCollapse = isExpanded && page.layout.laneCount > laneCountIfCollapsed
    deck.setLaneCount(
      fitting: availableHeight - zonesHeight, maximum: isExpanded ? .max : AllDayRow.collapsedLaneCount)
    _ = updateNaturalHeight()
    let newHeight = min(naturalHeight, max(0, Int(availableHeight)))
    allocatedHeight = Double(newHeight)
    return newHeight
  }

  /// Updates the natural height for the visible pages. Between two pages, the height is interpolated
  /// linearly.
  ///
  /// - Returns: whether the height has changed.
  func updateNaturalHeight() -> Bool {
    var height = 0.0
    for placedPage in area.placedPages {
      guard let page = placedPage.page as? AllDayPage else { continue }
      height += page.naturalHeight * max(0, 1 - abs(placedPage.distance))
    }
    let oldHeight = naturalHeight
    naturalHeight = Int((height + zonesHeight).rounded())
    return naturalHeight != oldHeight
  }

  /// The page that is visible, or the more visible one of two.
  private var visiblePage: AllDayPage? {
    area.placedPages.min { abs($0.distance) < abs($1.distance) }?.page as? AllDayPage
  }

  override func measure(isVertical: Bool, for size: Int) -> (minimum: Int, natural: Int) {
    isVertical ? (0, naturalHeight) : (120, 640)
  }

  override func allocate(width: Int, height: Int) {
    let gutter = Int(style.gutterWidth)
    let areaWidth = Int(area.pageWidth.rounded(.up))
    allocate(
      area.gtkWidget, x: isRightToLeft ? PageDeck.endInset : Double(gutter), y: 0, width: areaWidth,
      height: max(0, height))
    let labelSpace = GutterPainter.allDayLabelSpace
    let labelWidth = gutter - Int(2 * labelSpace)
    fitLabel(into: labelWidth)
    let lineHeight = Int(style.minimumBlockHeight) + 6
    let headingHeight = Int(visiblePage?.headingHeight ?? 0)
    gtk_widget_set_child_visible(label, (height >= headingHeight + lineHeight).gboolean)
    allocate(
      label, x: isRightToLeft ? Double(width - gutter) + labelSpace : labelSpace,
      y: visiblePage?.top(ofLane: 0) ?? AllDayPage.padding,
      width: max(1, labelWidth), height: lineHeight)
    let zonesHeight = Int(zonesHeight)
    allocate(
      zones.gtkWidget, x: isRightToLeft ? Double(width - gutter) : 0, y: Double(height - zonesHeight),
      width: gutter, height: zonesHeight)
    // The button is in the gutter, beside the last lane.
    // It is no smaller than its icon with the padding of the theme: from GTK 4.18 on, GTK warns otherwise.
    var minimumWidth: Int32 = 0
    gtk_widget_measure(collapseButton, GTK_ORIENTATION_HORIZONTAL, -1, &minimumWidth, nil, nil, nil)
    let buttonSize = max(24, lineHeight, Int(minimumWidth))
    let showsCollapseButton = canCollapse && height >= 2 * lineHeight
    gtk_widget_set_child_visible(collapseButton, showsCollapseButton.gboolean)
    Accessible.setHidden(collapseButton, !showsCollapseButton)
    allocate(
      collapseButton, x: isRightToLeft ? Double(width - gutter + 6) : Double(gutter - 6 - buttonSize),
      y: Double(height - zonesHeight - buttonSize) - AllDayPage.padding, width: buttonSize, height: buttonSize
    )
    onAllocate()
  }

  /// The minimum scale of the label's text. If the text is still too wide at this scale, it is ellipsized.
  private static let minimumLabelScale = 0.65

  /// Scales the label's text down if it is too wide, for example with a large system font.
  private func fitLabel(into width: Int) {
    guard labelFit?.width != width || labelFit?.revision != style.revision else { return }
    labelFit = (width, style.revision)
    func scale(to factor: Double) {
      let list = pango_attr_list_new()
      pango_attr_list_insert(list, pango_attr_scale_new(factor))
      gtk_label_set_attributes(label.opaque, list)
      pango_attr_list_unref(list)
    }
    func naturalWidth() -> Int {
      var natural: Int32 = 0
      gtk_widget_measure(label, GTK_ORIENTATION_HORIZONTAL, -1, nil, &natural, nil, nil)
      return Int(natural)
    }
    var factor = 1.0
    scale(to: factor)
    // The width of text is not exactly proportional to its size.
    while naturalWidth() > width, factor > AllDayRow.minimumLabelScale {
      factor = max(AllDayRow.minimumLabelScale, min(Double(width) / Double(naturalWidth()), 0.98) * factor)
      scale(to: factor)
    }
  }

  override func focus(_ direction: GtkDirectionType) -> Bool { false }
}
