import CGtk
import GtkSupport

/// The field for the notes of an event, which is as tall as its text.
///
/// A GtkTextView measures its height for its current width, not for the width that it is about to get. If that
/// height were used, text would be cut off, or empty space would remain below it.
@MainActor
final class NotesField: CustomWidget {
  private static let widgetClass = WidgetClass(
    "HandspanNotesField", role: GTK_ACCESSIBLE_ROLE_GROUP, cssName: "notes", isHeightForWidth: true)
  /// The space around the text, in px.
  private static let margin = 8

  let field = TextField(isMultiline: true)

  init() {
    super.init(NotesField.widgetClass)
    let textView = field.gtkWidget.as(GtkTextView.self)
    let margin = Int32(NotesField.margin)
    gtk_text_view_set_left_margin(textView, margin)
    gtk_text_view_set_right_margin(textView, margin)
    gtk_text_view_set_top_margin(textView, margin)
    gtk_text_view_set_bottom_margin(textView, margin)
    add(field.gtkWidget)
    let widget = gtkWidget
    onSignal(OpaquePointer(gtk_text_view_get_buffer(textView)), "changed") { gtk_widget_queue_resize(widget) }
  }

  override func measure(isVertical: Bool, for size: Int) -> (minimum: Int, natural: Int) {
    guard isVertical else {
      var (minimum, natural): (Int32, Int32) = (0, 0)
      gtk_widget_measure(field.gtkWidget, GTK_ORIENTATION_HORIZONTAL, -1, &minimum, &natural, nil, nil)
      return (Int(minimum), Int(natural))
    }
    let layout = nonNull(gtk_widget_create_pango_layout(field.gtkWidget, field.text))
    defer { g_object_unref(UnsafeMutableRawPointer(layout)) }
    pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR)
    if size >= 0 { pango_layout_set_width(layout, Int32(max(1, size - 2 * NotesField.margin)) * PANGO_SCALE) }
    var height: Int32 = 0
    pango_layout_get_pixel_size(layout, nil, &height)
    return (Int(height) + 2 * NotesField.margin, Int(height) + 2 * NotesField.margin)
  }

  override func allocate(width: Int, height: Int) {
    gtk_widget_allocate(field.gtkWidget, Int32(width), Int32(height), -1, nil)
  }
}
