import CGtk
import GtkSupport

/// A line above the timeline that stays until it no longer holds, with buttons where there is something to do
/// about it.
@MainActor
final class Banner {
  let pointer: WidgetPointer = created(gtk_revealer_new())
  private let label = created(gtk_label_new(nil))
  private let box = created(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 12))

  /// - Parameter buttons: their texts, and the actions that they carry out.
  init(buttons: [(text: String, action: String)] = []) {
    gtk_label_set_wrap(label.opaque, 1)
    gtk_label_set_xalign(label.opaque, 0.5)
    gtk_label_set_justify(label.opaque, GTK_JUSTIFY_CENTER)
    gtk_widget_set_hexpand(label, 1)
    gtk_box_append(box.as(GtkBox.self), label)
    let row = created(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6))
    gtk_widget_set_halign(row, GTK_ALIGN_CENTER)
    gtk_widget_set_valign(row, GTK_ALIGN_CENTER)
    for (text, action) in buttons {
      let button = created(gtk_button_new_with_label(text))
      gtk_actionable_set_action_name(button.opaque, action)
      gtk_box_append(row.as(GtkBox.self), button)
    }
    gtk_widget_set_visible(row, (!buttons.isEmpty).gboolean)
    gtk_box_append(box.as(GtkBox.self), row)
    gtk_widget_add_css_class(box, "banner-content")
    gtk_revealer_set_child(pointer.opaque, box)
    gtk_widget_add_css_class(pointer, "banner")
    gtk_widget_set_visible(pointer, 0)
    // Once it is gone to the eye it goes for assistive technology too.
    onNotify(pointer.opaque, "child-revealed") { [weak self] in
      if let self, self.text == nil { gtk_widget_set_visible(self.pointer, 0) }
    }
  }

  /// What it says; nil hides it.
  var text: String? {
    didSet {
      guard text != oldValue else { return }
      if let text {
        gtk_label_set_text(label.opaque, text)
        gtk_widget_set_visible(pointer, 1)
      }
      gtk_revealer_set_reveal_child(pointer.opaque, (text != nil).gboolean)
    }
  }

  /// Whether the buttons stand below the text, because there is little room beside it.
  var isNarrow = false {
    didSet {
      gtk_orientable_set_orientation(
        box.opaque, isNarrow ? GTK_ORIENTATION_VERTICAL : GTK_ORIENTATION_HORIZONTAL)
    }
  }
}
