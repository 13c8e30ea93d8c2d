import CGtk
import GtkSupport

/// Short text that changes during a drag, with a background from the style sheet.
///
/// It differs from a GtkLabel in two ways. First, changing the text does not queue a resize of the whole window in
/// a frame in which everything moves: the parent reads `size` and allocates the label. Second, the label is
/// hidden from assistive technology. `LiftPresenter` announces changes instead, no faster than a listener can
/// follow.
@MainActor
final class LiftLabel: CustomWidget {
  private static let widgetClass = WidgetClass("HandspanLiftLabel", role: GTK_ACCESSIBLE_ROLE_PRESENTATION)

  /// The text, on one line.
  var text = "" {
    didSet {
      guard text != oldValue else { return }
      layout = nil
      gtk_widget_queue_draw(gtkWidget)
    }
  }
  /// The maximum width in px. Text that is wider is ellipsized.
  var maximumWidth = Int.max {
    didSet {
      guard maximumWidth != oldValue else { return }
      layout = nil
      gtk_widget_queue_draw(gtkWidget)
    }
  }
  /// The text layout in the current style; nil until it is needed.
  private var layout: ObjectReference?

  init(cssClass: String) {
    super.init(LiftLabel.widgetClass)
    gtk_widget_add_css_class(gtkWidget, cssClass)
    gtk_widget_set_visible(gtkWidget, 0)
  }

  /// Lays out the text again after a change of style.
  func restyle() {
    layout = nil
    gtk_widget_queue_draw(gtkWidget)
  }

  /// The size in px, including the background.
  var size: (width: Int, height: Int) {
    var (width, height): (Int32, Int32) = (0, 0)
    pango_layout_get_pixel_size(pangoLayout, &width, &height)
    let padding = padding
    return (Int(width) + padding.horizontal, Int(height) + padding.vertical)
  }

  private var padding: (horizontal: Int, vertical: Int) {
    var padding = GtkBorder()
    gtk_style_context_get_padding(gtk_widget_get_style_context(gtkWidget), &padding)
    return (Int(padding.left + padding.right), Int(padding.top + padding.bottom))
  }

  private var pangoLayout: OpaquePointer {
    if let layout { return OpaquePointer(layout.pointer) }
    let newLayout = nonNull(gtk_widget_create_pango_layout(gtkWidget, text))
    // Tabular figures keep the width of the label stable while the digits change.
    let attributes = pango_attr_list_new()
    pango_attr_list_insert(attributes, pango_attr_font_features_new("tnum=1"))
    pango_layout_set_attributes(newLayout, attributes)
    pango_attr_list_unref(attributes)
    var (width, height): (Int32, Int32) = (0, 0)
    pango_layout_get_pixel_size(newLayout, &width, &height)
    let textWidth = maximumWidth - padding.horizontal
    if Int(width) > textWidth {
      pango_layout_set_width(newLayout, Int32(max(1, textWidth)) * PANGO_SCALE)
      pango_layout_set_ellipsize(newLayout, PANGO_ELLIPSIZE_END)
    }
    layout = ObjectReference(newLayout)
    g_object_unref(UnsafeMutableRawPointer(newLayout))
    return newLayout
  }

  override func snapshot(_ snapshot: OpaquePointer) {
    var color = GdkRGBA()
    gtk_style_context_get_color(gtk_widget_get_style_context(gtkWidget), &color)
    FrameStatistics.measure { gtk_snapshot_append_layout(snapshot, pangoLayout, &color) }
  }
}
