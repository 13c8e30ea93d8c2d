import CGtk
import CalendarModel
import CalendarSession
import CalendarText
import GtkSupport

/// The field for the scope of the changes in the editor.
@MainActor
final class ScopeField {
  let gtkWidget = nonNull(gtk_box_new(GTK_ORIENTATION_VERTICAL, 3))
  let buttons: ChoiceButtons<EventEdit.Scope>
  /// Called with the chosen scope.
  var onChoose: (EventEdit.Scope) -> Void {
    get { buttons.onChoose }
    set { buttons.onChoose = newValue }
  }

  /// The reasons why some scopes are not possible.
  private let reasons = EditorForm.readOnlyLabel()

  init(_ phrases: Phrases) {
    buttons = ChoiceButtons(
      name: phrases.translator.trc("label of the scope", "Change"),
      EventEdit.Scope.allCases.map { ($0, phrases.label($0)) }, isHomogeneous: false)
    gtk_widget_add_css_class(reasons, "caption")
    gtk_widget_add_css_class(reasons, "dim-label")
    for widget in [buttons.gtkWidget, reasons] { gtk_box_append(gtkWidget.as(GtkBox.self), widget) }
  }

  /// Shows the chosen scope, and the reasons why others are not possible.
  func set(_ scope: EventEdit.Scope, _ choices: [CalendarSession.EditScopeChoice]) {
    buttons.select(scope)
    for choice in choices { buttons.setDisabled(choice.scope, because: choice.refusal) }
    var refusals: [String] = []
    for choice in choices {
      if let refusal = choice.refusal, !refusals.contains(refusal) { refusals.append(refusal) }
    }
    gtk_label_set_text(reasons.opaque, refusals.joined(separator: "\n"))
    gtk_widget_set_visible(reasons, (!refusals.isEmpty).gboolean)
  }
}
