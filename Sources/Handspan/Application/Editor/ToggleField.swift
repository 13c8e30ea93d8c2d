import CGtk
import GtkSupport

/// A switch whose choice is not lost when its editor is left at once, or another field takes effect meanwhile: GTK makes it
/// only when the knob has slid over.
@MainActor
final class ToggleField {
  /// Called with what was chosen.
  var onChoose: (Bool) -> Void = { _ in }

  let pointer = created(gtk_switch_new())
  private var isSliding = false
  private var isShowing = false

  init() {
    onSignal(pointer.opaque, "activate") { [weak self] in
      guard let self else { return }
      self.isSliding = adw_get_enable_animations(self.pointer) != 0
    }
    onNotify(pointer.opaque, "active") { [weak self] in
      guard let self else { return }
      self.isSliding = false
      if !self.isShowing { self.onChoose(self.isOn) }
    }
  }

  private var isOn: Bool { gtk_switch_get_active(pointer.opaque) != 0 }

  /// Shows a choice that the user did not make here, unless one is being made: to set the switch would end its slide.
  func setOn(_ isOn: Bool) {
    guard !isSliding else { return }
    isShowing = true
    gtk_switch_set_active(pointer.opaque, isOn.gboolean)
    isShowing = false
  }

  /// Takes a choice that was made and has not slid over yet.
  func comeToRest() {
    if isSliding { gtk_switch_set_active(pointer.opaque, (!isOn).gboolean) }
  }
}
