import CGtk
import CalendarModel
import CalendarText
import GtkSupport

/// One choice of the scope card: its label, its outcome in words, and its key.
///
/// A choice that is not possible can still be focused and is read by screen readers, because it shows the
/// reason in place of the outcome.
@MainActor
final class ScopeButton {
  let gtkWidget = nonNull(gtk_button_new())
  let scope: EventEdit.Scope
  /// Called when the button has received the focus.
  var onFocus: (EventEdit.Scope) -> Void = { _ in }
  /// Called with the position of the mouse over the button, in the button's coordinates.
  var onMotion: (graphene_point_t) -> Void = { _ in }
  /// Called when the button has been activated.
  var onChoose: (EventEdit.Scope) -> Void = { _ in }

  private let title = ScopeButton.makeLabel()
  private let outcome = ScopeButton.makeLabel()
  private let key = nonNull(gtk_label_new(nil))

  init(_ scope: EventEdit.Scope) {
    self.scope = scope
    for name in ["flat", "scope"] { gtk_widget_add_css_class(gtkWidget, name) }
    gtk_widget_add_css_class(title, "heading")
    for name in ["dim-label", "caption"] { gtk_widget_add_css_class(outcome, name) }
    gtk_widget_add_css_class(key, "keycap")
    gtk_label_set_text(key.opaque, keyName)
    gtk_widget_set_valign(key, GTK_ALIGN_CENTER)
    let textBox = nonNull(gtk_box_new(GTK_ORIENTATION_VERTICAL, 0))
    gtk_widget_set_hexpand(textBox, 1)
    gtk_widget_set_valign(textBox, GTK_ALIGN_CENTER)
    for label in [title, outcome] { gtk_box_append(textBox.as(GtkBox.self), label) }
    let row = nonNull(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 9))
    for part in [textBox, key] { gtk_box_append(row.as(GtkBox.self), part) }
    gtk_button_set_child(gtkWidget.as(GtkButton.self), row)
    Accessible.setKeyShortcuts(gtkWidget, keyName)
    connect()
  }

  private func connect() {
    onSignal(gtkWidget.opaque, "clicked") { [weak self] in self.map { $0.onChoose($0.scope) } }
    let focus = nonNull(gtk_event_controller_focus_new())
    onSignal(focus, "enter") { [weak self] in self.map { $0.onFocus($0.scope) } }
    gtk_widget_add_controller(gtkWidget, focus)
    let motion = nonNull(gtk_event_controller_motion_new())
    onSignal(
      motion, "motion",
      numbers: { [weak self] x, y in self?.onMotion(graphene_point_t(x: Float(x), y: Float(y))) })
    gtk_widget_add_controller(gtkWidget, motion)
  }

  /// The key that chooses this scope.
  private var keyName: String { "\((EventEdit.Scope.allCases.firstIndex(of: scope) ?? 0) + 1)" }

  private static func makeLabel() -> WidgetPointer {
    let label = nonNull(gtk_label_new(nil))
    gtk_label_set_wrap(label.opaque, 1)
    gtk_label_set_wrap_mode(label.opaque, PANGO_WRAP_WORD_CHAR)
    gtk_label_set_xalign(label.opaque, 0)
    return label
  }

  /// Shows what the change would do with this scope.
  func show(_ choice: ScopeChoice, _ phrases: Phrases) {
    gtk_label_set_text(title.opaque, phrases.label(scope))
    gtk_label_set_text(outcome.opaque, choice.text)
    gtk_widget_set_visible(outcome, (!choice.text.isEmpty).gboolean)
    Accessible.setLabel(gtkWidget, phrases.accessibleName(choice))
    Accessible.setDisabled(gtkWidget, !choice.isPossible)
    gtk_widget_set_visible(key, choice.isPossible.gboolean)
    if choice.isPossible {
      gtk_widget_remove_css_class(gtkWidget, "unavailable")
    } else {
      gtk_widget_add_css_class(gtkWidget, "unavailable")
    }
  }

  func takeFocus() {
    if gtk_widget_has_focus(gtkWidget) == 0 { _ = gtk_widget_grab_focus(gtkWidget) }
  }
}
