import CGtk
import CalendarModel
import CalendarText
import GtkSupport

/// The question for one of several calendars.
struct CalendarQuestion {
  let heading: String
  var text = ""
  /// The label of the button that confirms the choice.
  let button: String
  /// The calendars; the current one is chosen first.
  let options: [TransferOption]
  /// Returns whether a calendar can be confirmed.
  var isAnswer: (CalendarID) -> Bool = { _ in true }
}

extension WindowDialogs {
  /// Shows a dialog with a list of calendars.
  ///
  /// - Parameter use: called with the confirmed calendar once the dialog has returned the focus to the window.
  func ask(
    _ question: CalendarQuestion, _ phrases: Phrases, then use: @escaping @MainActor (CalendarID) -> Void
  ) {
    let alert = alert(question.heading, question.text)
    let list = CalendarList(question.options, phrases)
    alert.add(list.gtkWidget)
    alert.add("cancel", translator.tr("Cancel"))
    alert.add("choose", question.button, ADW_RESPONSE_SUGGESTED)
    alert.setResponses(onEnter: "choose", onClose: "cancel")
    alert.setEnabled("choose", list.chosen.map(question.isAnswer) ?? false)
    list.onChoose = { [weak list] in
      alert.setEnabled("choose", list?.chosen.map(question.isAnswer) ?? false)
    }
    var isEntered = false
    list.onEnter = {
      isEntered = true
      alert.close()
    }
    list.takeFocusWhenShown()
    // The list exists until the answer.
    ask(alert) { response in
      guard response == "choose" || isEntered, let calendar = list.chosen, question.isAnswer(calendar)
      else { return }
      afterMilliseconds(0) {
        use(calendar)
        return false
      }
    }
  }
}
