import CGtk
import CalendarModel
import CalendarText
import GtkSupport

// Closing waits for the disk, and asks before anything is lost.
extension MainWindow {
  func closeRequested() -> Bool {
    guard !isClosing else { return true }
    isClosing = true
    Task {
      if let reason = await settle().first {
        isClosing = false
        let button = phrases.translator.tr("Close without saving")
        guard await agreesToLose(reason, button: button) else { return }
        isClosing = true
      }
      saveZoom()
      session.close()
      gtk_window_destroy(pointer.as(GtkWindow.self))
      onClosed()
    }
    return true
  }

  /// Ends what is in hand and waits until all of it is on disk, with what is done while waiting.
  ///
  /// - Returns: what could not be saved, in words.
  func settle() async -> [String] {
    closeEditor()
    while true {
      timeline.endInteraction()
      let made = session.changeCount
      let unsaved = await session.finish()
      timeline.endInteraction()
      if session.changeCount == made { return unsaved }
    }
  }

  /// Asks whether what could not be saved may be lost. While that is being asked already, that question is
  /// brought to the front, and the answer is no.
  ///
  /// - Parameters:
  ///   - reason: why it could not be saved.
  ///   - button: what is done all the same.
  func agreesToLose(_ reason: String, button: String) async -> Bool {
    if let question {
      gtk_window_present(question.as(GtkWindow.self))
      return false
    }
    let t = phrases.translator
    let widget = created(
      adw_message_dialog_new(pointer.as(GtkWindow.self), t.tr("Not everything is saved"), reason))
    question = widget
    let dialog = widget.as(AdwMessageDialog.self)
    adw_message_dialog_add_response(dialog, "stay", t.tr("Keep open"))
    adw_message_dialog_add_response(dialog, "lose", button)
    adw_message_dialog_set_response_appearance(dialog, "lose", ADW_RESPONSE_DESTRUCTIVE)
    adw_message_dialog_set_close_response(dialog, "stay")
    gtk_window_present(widget.as(GtkWindow.self))
    // Responds exactly once: by a button, or by being closed.
    return await withCheckedContinuation { answer in
      onText(widget.opaque, "response") { [weak self] response in
        self?.question = nil
        answer.resume(returning: response == "lose")
      }
    }
  }
}
