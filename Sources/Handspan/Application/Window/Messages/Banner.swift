import CGtk
import CalendarText
import GtkSupport

/// A banner above the timeline, with a message about an ongoing condition and buttons for actions. It stays
/// visible until its text is set to nil.
@MainActor
final class Banner {
  let gtkWidget: WidgetPointer = nonNull(gtk_revealer_new())
  private let buttons: [(text: String, action: String)]
  /// Created when first needed, because most banners are never shown.
  private var content: (box: WidgetPointer, label: WidgetPointer, buttonRow: WidgetPointer)?
  private var buttonWidgets: [WidgetPointer] = []

  /// - Parameter buttons: the labels of the buttons, and the actions that they activate.
  init(buttons: [(text: String, action: String)] = []) {
    self.buttons = buttons
    gtk_widget_add_css_class(gtkWidget, "banner")
    gtk_widget_set_visible(gtkWidget, 0)
    // Hides the banner from assistive technology once the animation has ended.
    onNotify(gtkWidget.opaque, "child-revealed") { [weak self] in
      if let self, self.text == nil { gtk_widget_set_visible(self.gtkWidget, 0) }
    }
  }

  private func makeContent() -> (box: WidgetPointer, label: WidgetPointer, buttonRow: WidgetPointer) {
    let label = nonNull(gtk_label_new(nil))
    gtk_label_set_wrap(label.opaque, 1)
    // A long path in the text must not widen the window.
    gtk_label_set_wrap_mode(label.opaque, PANGO_WRAP_WORD_CHAR)
    gtk_label_set_xalign(label.opaque, 0.5)
    gtk_label_set_justify(label.opaque, GTK_JUSTIFY_CENTER)
    gtk_widget_set_hexpand(label, 1)
    let buttonRow = nonNull(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6))
    gtk_widget_set_halign(buttonRow, GTK_ALIGN_CENTER)
    gtk_widget_set_valign(buttonRow, GTK_ALIGN_CENTER)
    for (text, action) in buttons {
      let button = nonNull(gtk_button_new_with_label(text))
      gtk_actionable_set_action_name(button.opaque, action)
      if let label = gtk_button_get_child(button.as(GtkButton.self)) {
        // With large text, a button may be wider than a narrow window.
        gtk_label_set_wrap(label.opaque, 1)
        gtk_label_set_justify(label.opaque, GTK_JUSTIFY_CENTER)
      }
      gtk_box_append(buttonRow.as(GtkBox.self), button)
      gtk_widget_set_visible(button, (!hiddenActions.contains(action)).gboolean)
      buttonWidgets.append(button)
    }
    gtk_widget_set_visible(buttonRow, (!buttons.isEmpty).gboolean)
    let box = nonNull(gtk_box_new(orientation, 12))
    for child in [label, buttonRow] { gtk_box_append(box.as(GtkBox.self), child) }
    gtk_widget_add_css_class(box, "banner-content")
    gtk_revealer_set_child(gtkWidget.opaque, box)
    return (box, label, buttonRow)
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
        gtk_widget_set_visible(gtkWidget, 1)
        fitButtons()
      }
      gtk_revealer_set_reveal_child(gtkWidget.opaque, (text != nil).gboolean)
    }
  }

  /// The actions whose buttons are hidden, because they do not apply at the moment.
  var hiddenActions: Set<String> = [] {
    didSet {
      for (button, (_, action)) in zip(buttonWidgets, buttons) {
        gtk_widget_set_visible(button, (!hiddenActions.contains(action)).gboolean)
      }
    }
  }

  /// Whether the buttons are below the text, because there is not enough space beside it, or because the
  /// width of the window is not known yet.
  var isNarrow = true {
    didSet { content.map { gtk_orientable_set_orientation($0.box.opaque, orientation) } }
  }

  /// The width of the window in px; 0 before it is known.
  var width = 0 { didSet { if width != oldValue { fitButtons() } } }

  /// Stacks the buttons vertically if they would take up the whole width of the window.
  private func fitButtons() {
    if let buttonRow = content?.buttonRow {
      arrangeChildren(of: buttonRow, toFit: width - Banner.reservedWidth)
    }
  }

  /// The part of the window's width in px that a row of buttons leaves free. If a row could take up the whole
  /// width, the window could never become narrower than the row, so the buttons would never be stacked.
  private static let reservedWidth = 72

  private var orientation: GtkOrientation {
    isNarrow ? GTK_ORIENTATION_VERTICAL : GTK_ORIENTATION_HORIZONTAL
  }
}
