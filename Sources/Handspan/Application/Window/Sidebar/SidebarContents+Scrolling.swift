import CGtk
import GtkSupport

// The scroll position of the sidebar.
extension SidebarContents {
  private var adjustment: UnsafeMutablePointer<GtkAdjustment>? {
    gtk_scrolled_window_get_vadjustment(gtkWidget.opaque)
  }

  /// The scroll offset, in px.
  var scrollOffset: Double {
    get { gtk_adjustment_get_value(adjustment) }
    set { gtk_adjustment_set_value(adjustment, newValue) }
  }

  var maximumScrollOffset: Double {
    max(0, gtk_adjustment_get_upper(adjustment) - gtk_adjustment_get_page_size(adjustment))
  }

  /// Scrolls to the focused row whenever the height of the sidebar changes. GTK scrolls only when the focus moves, and when
  /// the sidebar opens for the first time, its rows have no positions yet.
  func keepFocusedRowInSight() {
    guard let adjustment else { return }
    onNotify(OpaquePointer(adjustment), "page-size") { [weak self] in
      betweenFrames { self?.showFocusedRow() }
    }
  }

  private func showFocusedRow() {
    var bounds = graphene_rect_t()
    guard let row = rows.first(where: \.hasFocus),
      gtk_widget_compute_bounds(row.gtkWidget, gtkWidget, &bounds) != 0
    else { return }
    let (top, height) = (Double(bounds.origin.y), Double(gtk_widget_get_height(gtkWidget)))
    let bottom = top + Double(bounds.size.height)
    if top < 0 || bottom > height { scrollOffset += top < 0 ? top : bottom - height }
  }
}
