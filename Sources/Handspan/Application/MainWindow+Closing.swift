import CGtk
import CalendarModel
import CalendarText
import GtkSupport

// Closing waits for the disk, and asks before anything is lost.
extension MainWindow {
  func closeRequested() -> Bool {
    guard !isClosing else { return false }
    isClosing = true
    timeline.finishKeyboardEdit()
    Task {
      let unsaved = await session.finish()
      guard let first = unsaved.first else {
        gtk_window_destroy(pointer.as(GtkWindow.self))
        onClosed()
        return
      }
      isClosing = false
      askToLose(first)
    }
    return true
  }

  private func askToLose(_ reason: String) {
    let t = phrases.translator
    let dialog = created(
      adw_message_dialog_new(pointer.as(GtkWindow.self), t.tr("Not everything is saved"), reason))
    let object = OpaquePointer(dialog)
    adw_message_dialog_add_response(dialog.as(AdwMessageDialog.self), "stay", t.tr("Keep open"))
    adw_message_dialog_add_response(dialog.as(AdwMessageDialog.self), "lose", t.tr("Close without saving"))
    adw_message_dialog_set_response_appearance(
      dialog.as(AdwMessageDialog.self), "lose", ADW_RESPONSE_DESTRUCTIVE)
    adw_message_dialog_set_close_response(dialog.as(AdwMessageDialog.self), "stay")
    onText(object, "response") { [weak self] response in
      guard let self, response == "lose" else { return }
      self.isClosing = true
      gtk_window_destroy(self.pointer.as(GtkWindow.self))
      self.onClosed()
    }
    gtk_window_present(dialog.as(GtkWindow.self))
  }
}
