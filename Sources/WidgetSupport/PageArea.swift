import CGtk
import GtkSupport
import TimelineInteraction

/// Shows sliding pages side by side, clipped to the area.
@MainActor
package final class PageArea: CustomWidget {
  private static let widgetClass = WidgetClass("HandspanPageArea", role: GTK_ACCESSIBLE_ROLE_GROUP)

  /// A page, and its distance in pages from the visible position; negative for earlier pages.
  package struct PlacedPage {
    package let page: CustomWidget
    package let distance: Double

    package init(page: CustomWidget, distance: Double) {
      (self.page, self.distance) = (page, distance)
    }
  }

  /// The width of a page in px.
  package var pageWidth = 1.0
  /// The width in px by which the area extends beyond the pages on each side. It makes room for a marker that is
  /// centered on a page's edge.
  package var overhang = 0.0
  /// Whether later pages are to the left of earlier ones.
  package var isMirrored = false
  /// The pages and their distances. All pages are children of the area.
  package var placedPages: [PlacedPage] = [] { didSet { gtk_widget_queue_allocate(gtkWidget) } }

  package init() {
    super.init(PageArea.widgetClass)
    gtk_widget_set_overflow(gtkWidget, GTK_OVERFLOW_HIDDEN)
  }

  /// Returns the distance in px from the area's left edge to a page, rounded to device pixels.
  package func x(of placedPage: PlacedPage) -> Double {
    overhang + DevicePixels.round((isMirrored ? -1 : 1) * placedPage.distance * pageWidth, scaleFactor)
  }

  /// Returns the distance in pages from `page` to the visible position, as laid out by GTK, for the frame log;
  /// nil if the page is not in the area.
  package func shownOffset(of page: CustomWidget) -> Double? {
    var origin = graphene_point_t(x: 0, y: 0)
    var position = graphene_point_t()
    guard gtk_widget_compute_point(page.gtkWidget, gtkWidget, &origin, &position) != 0 else { return nil }
    return (isMirrored ? 1 : -1) * (Double(position.x) - overhang) / pageWidth
  }

  package override func measure(isVertical: Bool, for size: Int) -> (minimum: Int, natural: Int) { (0, 0) }

  package override func allocate(width: Int, height: Int) {
    for placedPage in placedPages {
      self.allocate(
        placedPage.page.gtkWidget, x: x(of: placedPage), y: 0, width: Int(pageWidth.rounded(.up)),
        height: height)
    }
  }

  // Pages out of view are skipped, so a page that is being built does not delay a frame.
  package override func snapshot(_ snapshot: OpaquePointer) {
    for placedPage in placedPages where abs(placedPage.distance) < 1 {
      gtk_widget_snapshot_child(gtkWidget, placedPage.page.gtkWidget, snapshot)
    }
  }

  package override func focus(_ direction: GtkDirectionType) -> Bool { false }
}
