import CGtk
import CalendarModel
import CalendarText
import GtkSupport

/// A question that the user answers by choosing one of several calendars.
struct CalendarQuestion {
  let heading: String
  var text = ""
  /// The label of the button that confirms the choice.
  let confirmLabel: String
  /// The calendars; the current one is initially chosen.
  let options: [TransferOption]
  /// Returns whether the user may choose a calendar.
  var canChoose: (CalendarID) -> Bool = { _ in true }
}

extension WindowDialogs {
  /// Shows a dialog with a list of calendars.
  ///
  /// - Parameter handler: called with the confirmed calendar once the dialog has returned the focus to the
  ///   window.
  func ask(
    _ question: CalendarQuestion, _ phrases: Phrases, then handler: @escaping @MainActor (CalendarID) -> Void
  ) {
    let alert = makeAlert(question.heading, question.text)
    let list = CalendarList(question.options, phrases)
    alert.add(list.gtkWidget)
    alert.add("cancel", translator.tr("Cancel"))
    alert.add("choose", question.confirmLabel, ADW_RESPONSE_SUGGESTED)
    alert.setResponses(onEnter: "choose", onClose: "cancel")
    alert.setEnabled("choose", list.chosen.map(question.canChoose) ?? false)
    list.onChoose = { [weak list] in
      alert.setEnabled("choose", list?.chosen.map(question.canChoose) ?? false)
    }
    var wasEnterPressed = false
    list.onEnter = {
      wasEnterPressed = true
      alert.close()
    }
    list.takeFocusWhenShown()
    // This closure keeps the list alive until the user has answered.
    ask(alert) { response in
      guard response == "choose" || wasEnterPressed, let calendar = list.chosen, question.canChoose(calendar)
      else { return }
      afterMilliseconds(0) {
        handler(calendar)
        return false
      }
    }
  }
}
