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
      question.present()
      return false
    }
    let t = phrases.translator
    let alert = Alert(t.tr("Not everything is saved"), reason, over: pointer.as(GtkWindow.self))
    question = alert
    alert.add("stay", t.tr("Keep open"))
    alert.add("lose", button, ADW_RESPONSE_DESTRUCTIVE)
    alert.setResponses(onClose: "stay")
    return await withCheckedContinuation { answer in
      ask(alert) { [weak self] response in
        self?.question = nil
        answer.resume(returning: response == "lose")
      }
    }
  }
}
