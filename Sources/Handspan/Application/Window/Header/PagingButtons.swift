import CGtk
import CalendarModel
import CalendarText
import GtkSupport

/// The buttons that turn to the previous page, to today and to the next page.
@MainActor
final class PagingButtons {
  let gtkWidget = nonNull(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0))
  private let previousButton = nonNull(gtk_button_new_from_icon_name("go-previous-symbolic"))
  private let nextButton = nonNull(gtk_button_new_from_icon_name("go-next-symbolic"))

  init(_ phrases: Phrases) {
    let todayButton = nonNull(gtk_button_new_with_label(phrases.translator.tr("Today")))
    gtk_widget_add_css_class(gtkWidget, "linked")
    for (button, action) in [
      (previousButton, "win.previous"), (todayButton, "win.today"), (nextButton, "win.next"),
    ] {
      gtk_actionable_set_action_name(button.opaque, action)
      gtk_box_append(gtkWidget.as(GtkBox.self), button)
    }
  }

  /// Sets the accessible names and tooltips of the buttons for the pages of a view, such as "Next Week".
  func setView(_ view: ViewKind, _ phrases: Phrases) {
    for (button, isForward) in [(previousButton, false), (nextButton, true)] {
      let name = phrases.pageTurnMessage(view, forward: isForward)
      Accessible.setLabelAndTooltip(button, name)
    }
  }
}
