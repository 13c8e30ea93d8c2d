import CGtk
import GtkSupport

/// A text field with one or several lines.
@MainActor
final class TextField {
  let gtkWidget: WidgetPointer
  /// Called with the text whenever the user changes it.
  var onType: (String) -> Void = { _ in }
  /// Called when the focus leaves the field or the user presses Enter in it.
  var onLeave: () -> Void = {}

  private let buffer: UnsafeMutablePointer<GtkTextBuffer>?
  private var isUpdating = false

  /// - Parameter isMultiline: whether the text may have several lines.
  init(isMultiline: Bool = false) {
    gtkWidget = isMultiline ? nonNull(gtk_text_view_new()) : nonNull(gtk_entry_new())
    buffer = isMultiline ? gtk_text_view_get_buffer(gtkWidget.as(GtkTextView.self)) : nil
    if isMultiline {
      gtk_text_view_set_wrap_mode(gtkWidget.as(GtkTextView.self), GTK_WRAP_WORD_CHAR)
      gtk_text_view_set_accepts_tab(gtkWidget.as(GtkTextView.self), 0)
    } else {
      onSignal(gtkWidget.opaque, "activate") { [weak self] in self?.onLeave() }
    }
    onSignal(buffer.map(OpaquePointer.init) ?? gtkWidget.opaque, "changed") { [weak self] in
      guard let self, !self.isUpdating else { return }
      self.onType(self.text)
    }
    let focus = nonNull(gtk_event_controller_focus_new())
    onSignal(focus, "leave") { [weak self] in self?.onLeave() }
    gtk_widget_add_controller(gtkWidget, focus)
  }

  /// The text. Setting it does not call `onType`.
  var text: String {
    get {
      guard let buffer else {
        return gtk_editable_get_text(gtkWidget.opaque).map { String(cString: $0) } ?? ""
      }
      var (start, end) = (GtkTextIter(), GtkTextIter())
      gtk_text_buffer_get_bounds(buffer, &start, &end)
      return takeString(gtk_text_buffer_get_text(buffer, &start, &end, 0)) ?? ""
    }
    set {
      guard newValue != text else { return }
      isUpdating = true
      if let buffer {
        gtk_text_buffer_set_text(buffer, newValue, -1)
      } else {
        gtk_editable_set_text(gtkWidget.opaque, newValue)
      }
      isUpdating = false
    }
  }
}
