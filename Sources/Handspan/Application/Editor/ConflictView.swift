import CGtk
import CalendarModel
import CalendarText
import GtkSupport

/// Asks which version to keep when another program has changed a property that is being edited.
@MainActor
final class ConflictView {
  let gtkWidget = nonNull(gtk_box_new(GTK_ORIENTATION_VERTICAL, 6))
  /// Called with the user's answer to a question.
  var onResolve: (_ kind: EventProperty.Kind, _ keepsUserVersion: Bool) -> Void = { _, _ in }

  /// The phrases for the questions. After they change, the next call to `setConflicts` rebuilds the
  /// questions.
  var phrases: Phrases { didSet { shownConflicts = [] } }
  private var shownConflicts: [EventProperty] = []

  init(_ phrases: Phrases) {
    self.phrases = phrases
    gtk_widget_set_visible(gtkWidget, 0)
  }

  /// Shows a question for each property in conflict.
  ///
  /// - Parameter conflicts: the properties, with the values that the calendar has now.
  /// - Returns: the text of the new questions; nil if there are none.
  func setConflicts(_ conflicts: [EventProperty], of event: CalendarEvent, in zone: Zone) -> String? {
    guard conflicts != shownConflicts else { return nil }
    shownConflicts = conflicts
    while let child = gtk_widget_get_first_child(gtkWidget) {
      gtk_box_remove(gtkWidget.as(GtkBox.self), child)
    }
    var questions: [String] = []
    for property in conflicts {
      let question = phrases.conflictMessage(property, of: event, in: zone)
      gtk_box_append(gtkWidget.as(GtkBox.self), makeQuestionBox(question, about: property.kind))
      questions.append(question)
    }
    gtk_widget_set_visible(gtkWidget, (!conflicts.isEmpty).gboolean)
    return questions.isEmpty ? nil : questions.joined(separator: "\n")
  }

  private func makeQuestionBox(_ question: String, about kind: EventProperty.Kind) -> WidgetPointer {
    let t = phrases.translator
    let box = nonNull(gtk_box_new(GTK_ORIENTATION_VERTICAL, 6))
    gtk_widget_add_css_class(box, "dispute")
    let label = nonNull(gtk_label_new(question))
    gtk_label_set_wrap(label.opaque, 1)
    gtk_label_set_xalign(label.opaque, 0)
    gtk_box_append(box.as(GtkBox.self), label)
    let answers = nonNull(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6))
    gtk_box_set_homogeneous(answers.as(GtkBox.self), 1)
    for (text, keepsUserVersion) in [(t.tr("Keep Your Version"), true), (t.tr("Use Other Version"), false)] {
      let button = nonNull(gtk_button_new_with_label(text))
      Accessible.setDescription(button, question)
      onSignal(button.opaque, "clicked") { [weak self] in self?.onResolve(kind, keepsUserVersion) }
      gtk_box_append(answers.as(GtkBox.self), button)
    }
    gtk_box_append(box.as(GtkBox.self), answers)
    return box
  }
}
