import CGtk
import CalendarText
import GtkSupport

/// A banner above the timeline, with a text about an ongoing condition and buttons for actions. It stays
/// visible until its text is set to nil.
@MainActor
final class Banner {
  let pointer: WidgetPointer = created(gtk_revealer_new())
  private let buttons: [(text: String, action: String)]
  /// Created when first needed, because most windows never show it.
  private var content: (box: WidgetPointer, label: WidgetPointer)?
  private var buttonPointers: [WidgetPointer] = []

  /// - Parameter buttons: the labels of the buttons, and the actions that they activate.
  init(buttons: [(text: String, action: String)] = []) {
    self.buttons = buttons
    gtk_widget_add_css_class(pointer, "banner")
    gtk_widget_set_visible(pointer, 0)
    // Hide it from assistive technology once the animation ends.
    onNotify(pointer.opaque, "child-revealed") { [weak self] in
      if let self, self.text == nil { gtk_widget_set_visible(self.pointer, 0) }
    }
  }

  private func makeContent() -> (box: WidgetPointer, label: WidgetPointer) {
    let label = created(gtk_label_new(nil))
    gtk_label_set_wrap(label.opaque, 1)
    gtk_label_set_xalign(label.opaque, 0.5)
    gtk_label_set_justify(label.opaque, GTK_JUSTIFY_CENTER)
    gtk_widget_set_hexpand(label, 1)
    let row = created(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6))
    gtk_widget_set_halign(row, GTK_ALIGN_CENTER)
    gtk_widget_set_valign(row, GTK_ALIGN_CENTER)
    for (text, action) in buttons {
      let button = created(gtk_button_new_with_label(text))
      gtk_actionable_set_action_name(button.opaque, action)
      gtk_box_append(row.as(GtkBox.self), button)
      gtk_widget_set_visible(button, (!hidden.contains(action)).gboolean)
      buttonPointers.append(button)
    }
    gtk_widget_set_visible(row, (!buttons.isEmpty).gboolean)
    let box = created(gtk_box_new(orientation, 12))
    for part in [label, row] { gtk_box_append(box.as(GtkBox.self), part) }
    gtk_widget_add_css_class(box, "banner-content")
    gtk_revealer_set_child(pointer.opaque, box)
    return (box, label)
  }

  /// The text; nil hides the banner.
  var text: String? {
    didSet {
      guard text != oldValue else { return }
      if let text {
        let content = content ?? makeContent()
        self.content = content
        let home = String(cString: g_get_home_dir())
        gtk_label_set_text(content.label.opaque, text.shorteningPaths(below: home))
        gtk_widget_set_visible(pointer, 1)
      }
      gtk_revealer_set_reveal_child(pointer.opaque, (text != nil).gboolean)
    }
  }

  /// The actions whose buttons are hidden, because they do not apply at the moment.
  var hidden: Set<String> = [] {
    didSet {
      for (button, (_, action)) in zip(buttonPointers, buttons) {
        gtk_widget_set_visible(button, (!hidden.contains(action)).gboolean)
      }
    }
  }

  /// Whether the buttons are below the text, because there is not enough space beside it.
  var isNarrow = false {
    didSet { content.map { gtk_orientable_set_orientation($0.box.opaque, orientation) } }
  }

  private var orientation: GtkOrientation {
    isNarrow ? GTK_ORIENTATION_VERTICAL : GTK_ORIENTATION_HORIZONTAL
  }
}
