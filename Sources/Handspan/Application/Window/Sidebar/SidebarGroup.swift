import CGtk
import GtkSupport

/// A group of calendars in the sidebar, under a heading.
@MainActor
enum SidebarGroup {
  /// Turns a box into a group with the given title, and adds the heading.
  static func setTitle(_ title: String, of box: WidgetPointer) {
    Accessible.setRole(box, GTK_ACCESSIBLE_ROLE_GROUP)
    Accessible.setLabel(box, title)
    let heading = nonNull(gtk_label_new(title))
    gtk_label_set_xalign(heading.opaque, 0)
    gtk_label_set_ellipsize(heading.opaque, PANGO_ELLIPSIZE_END)
    for style in ["caption-heading", "dim-label", "group-heading"] {
      gtk_widget_add_css_class(heading, style)
    }
    gtk_box_append(box.as(GtkBox.self), heading)
  }
}
