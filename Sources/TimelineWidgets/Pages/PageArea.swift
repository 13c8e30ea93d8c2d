import CGtk
import GtkSupport
import TimelineInteraction

/// Shows sliding pages beside each other, clipped to the area.
@MainActor
final class PageArea: CustomWidget {
  private static let widgetClass = WidgetClass("HandspanPageArea", role: GTK_ACCESSIBLE_ROLE_GROUP)

  /// A page, and the number of pages that it is ahead of the visible position; behind if negative.
  struct PagePosition {
    let page: CustomWidget
    let distance: Double
  }

  /// The width of a page in px.
  var pageWidth = 1.0
  /// The width in px beside the pages that is also visible, because markers may be centred on a page's edge.
  var bleed = 0.0
  /// Whether later pages are to the left.
  var isMirrored = false
  /// The pages and their positions. All pages are children of the area.
  var positions: [PagePosition] = [] { didSet { gtk_widget_queue_allocate(pointer) } }

  init() {
    super.init(PageArea.widgetClass)
    gtk_widget_set_overflow(pointer, GTK_OVERFLOW_HIDDEN)
  }

  /// The distance in px from the area's left edge to a page, on device pixels.
  func x(of position: PagePosition) -> Double {
    bleed + DevicePixels.round((isMirrored ? -1 : 1) * position.distance * pageWidth, scaleFactor)
  }

  /// The number of pages that the visible position is ahead of `page`, read back from GTK's layout for the
  /// frame log.
  func shownOffset(of page: CustomWidget) -> Double? {
    var origin = graphene_point_t(x: 0, y: 0)
    var position = graphene_point_t()
    guard gtk_widget_compute_point(page.pointer, pointer, &origin, &position) != 0 else { return nil }
    return (isMirrored ? 1 : -1) * (Double(position.x) - bleed) / pageWidth
  }

  override func measure(isVertical: Bool, for size: Int) -> (minimum: Int, natural: Int) { (0, 0) }

  override func allocate(width: Int, height: Int) {
    for position in positions {
      self.allocate(
        position.page.pointer, x: x(of: position), y: 0, width: Int(pageWidth.rounded(.up)), height: height)
    }
  }

  // Pages out of view are skipped, so a page that is being built does not delay a frame.
  override func snapshot(_ snapshot: OpaquePointer) {
    for position in positions where abs(position.distance) < 1 {
      gtk_widget_snapshot_child(pointer, position.page.pointer, snapshot)
    }
  }

  override func focus(_ direction: GtkDirectionType) -> Bool { false }
}
