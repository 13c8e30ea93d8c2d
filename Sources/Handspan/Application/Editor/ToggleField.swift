import CGtk
import GtkSupport

/// A switch that keeps the user's choice even if the editor is closed, or another field is updated, while the
/// knob is sliding. GTK changes the state only when the knob has finished sliding.
@MainActor
final class ToggleField {
  /// Called with the chosen state.
  var onChoose: (Bool) -> Void = { _ in }

  let gtkWidget = nonNull(gtk_switch_new())
  private var isSliding = false
  private var isUpdating = false

  init() {
    onSignal(gtkWidget.opaque, "activate") { [weak self] in
      guard let self else { return }
      self.isSliding = adw_get_enable_animations(self.gtkWidget) != 0
    }
    onNotify(gtkWidget.opaque, "active") { [weak self] in
      guard let self else { return }
      self.isSliding = false
      if !self.isUpdating { self.onChoose(self.isOn) }
    }
  }

  private var isOn: Bool { gtk_switch_get_active(gtkWidget.opaque) != 0 }

  /// Sets the state, unless the knob is still sliding: setting the state would interrupt its motion.
  func setOn(_ isOn: Bool) {
    guard !isSliding else { return }
    isUpdating = true
    gtk_switch_set_active(gtkWidget.opaque, isOn.gboolean)
    isUpdating = false
  }

  /// Commits the user's choice if the knob is still sliding.
  func finishMotion() {
    if isSliding { gtk_switch_set_active(gtkWidget.opaque, (!isOn).gboolean) }
  }
}
