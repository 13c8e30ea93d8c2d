import CalendarText
import GtkSupport

// What the window says for a moment.
extension MainWindow {
  /// What the button of a toast does.
  enum ToastButton { case undo, saveCopy }

  /// Says something for a moment, with a button where there is something to do about it.
  func show(notice text: String, button: ToastButton? = nil) {
    var message = Toaster.Message(text: text)
    switch button {
    case nil: break
    case .undo:
      message.button = Toaster.Button(label: phrases.undo, action: "win.undo")
      // With an unsteady hand the way back stays until the next action.
      if preferences[Preferences.holdToDrag] { message.timeout = 0 }
    case .saveCopy:
      message.button = Toaster.Button(label: phrases.translator.tr("Save a Copy…"), action: "win.save-copy")
      message.timeout = 0
    }
    toaster.show(message)
    // After the words of what was done, which are said when this returns.
    afterMilliseconds(0) { [weak self] in
      self?.timeline.say(text)
      return false
    }
  }

  func dismissToast() { toaster.dismiss() }

  func liftChanged(_ isLifted: Bool) {
    if isLifted { dismissToast() } else { session.showInAwaitedZone() }
    updateActions()
  }
}
