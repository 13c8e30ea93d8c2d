import CGtk
import CalendarModel
import CalendarText
import GtkSupport

// What the window says for a moment.
extension MainWindow {
  /// What the button of a toast does.
  enum ToastButton { case undo, saveCopy }

  /// Says something for a moment, with a button where there is something to do about it.
  func show(notice text: String, button: ToastButton? = nil) {
    dismissToast()
    let toast = created(adw_toast_new(AdwPointers.escaped(text)))
    switch button {
    case nil: break
    case .undo:
      adw_toast_set_button_label(toast, phrases.undo)
      adw_toast_set_action_name(toast, "win.undo")
      // With an unsteady hand the way back stays until the next action.
      adw_toast_set_timeout(toast, preferences[Preferences.holdToDrag] ? 0 : 5)
    case .saveCopy:
      adw_toast_set_button_label(toast, phrases.translator.tr("Save a Copy…"))
      adw_toast_set_action_name(toast, "win.save-copy")
      adw_toast_set_timeout(toast, 0)
    }
    // The overlay takes the reference that the toast was made with; ours keeps it for dismissing.
    toastReference = ObjectReference(toast)
    self.toast = toast
    adw_toast_overlay_add_toast(toasts.opaque, toast)
    // After the words of what was done, which are said when this returns.
    afterMilliseconds(0) { [weak self] in
      self?.timeline.say(text)
      return false
    }
  }

  func dismissToast() {
    if let toast { adw_toast_dismiss(toast) }
    toast = nil
    toastReference = nil
  }

  func liftChanged(_ isLifted: Bool) {
    if isLifted { dismissToast() }
    updateActions()
  }
}
