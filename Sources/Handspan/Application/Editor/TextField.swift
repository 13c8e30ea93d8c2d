import CGtk
import GtkSupport

/// A text field with one line or several.
@MainActor
final class TextField {
  let pointer: WidgetPointer
  /// Called with the text at each change by the user.
  var onType: (String) -> Void = { _ in }
  /// Called when the focus leaves the field or the user presses Enter in it.
  var onLeave: () -> Void = {}

  private let buffer: UnsafeMutablePointer<GtkTextBuffer>?
  private var isSetting = false

  /// - Parameter isLong: whether the text has several lines.
  init(isLong: Bool = false) {
    pointer = isLong ? created(gtk_text_view_new()) : created(gtk_entry_new())
    buffer = isLong ? gtk_text_view_get_buffer(pointer.as(GtkTextView.self)) : nil
    if isLong {
      gtk_text_view_set_wrap_mode(pointer.as(GtkTextView.self), GTK_WRAP_WORD_CHAR)
      gtk_text_view_set_accepts_tab(pointer.as(GtkTextView.self), 0)
      gtk_widget_add_css_class(pointer, "notes")
    } else {
      onSignal(pointer.opaque, "activate") { [weak self] in self?.onLeave() }
    }
    onSignal(buffer.map(OpaquePointer.init) ?? pointer.opaque, "changed") { [weak self] in
      guard let self, !self.isSetting else { return }
      self.onType(self.text)
    }
    let focus = created(gtk_event_controller_focus_new())
    onSignal(focus, "leave") { [weak self] in self?.onLeave() }
    gtk_widget_add_controller(pointer, focus)
  }

  /// The text. Setting it does not call `onType`.
  var text: String {
    get {
      guard let buffer else { return gtk_editable_get_text(pointer.opaque).map { String(cString: $0) } ?? "" }
      var (start, end) = (GtkTextIter(), GtkTextIter())
      gtk_text_buffer_get_bounds(buffer, &start, &end)
      return takeString(gtk_text_buffer_get_text(buffer, &start, &end, 0)) ?? ""
    }
    set {
      guard newValue != text else { return }
      isSetting = true
      if let buffer {
        gtk_text_buffer_set_text(buffer, newValue, -1)
      } else {
        gtk_editable_set_text(pointer.opaque, newValue)
      }
      isSetting = false
    }
  }
}
