import CGtk
import CalendarModel
import CalendarText
import GtkSupport

/// The twelve months of a year as buttons.
@MainActor
final class MonthChooser {
  let gtkWidget = nonNull(gtk_grid_new())
  /// Called with the number of the chosen month, 1 to 12.
  var onChoose: (Int) -> Void = { _ in }

  private static let columnCount = 3
  private let phrases: Phrases
  private var buttons: [WidgetPointer] = []
  private let reference: ObjectReference

  init(phrases: Phrases) {
    self.phrases = phrases
    reference = ObjectReference(gtkWidget.opaque)
    gtk_grid_set_row_homogeneous(gtkWidget.as(GtkGrid.self), 1)
    gtk_grid_set_column_homogeneous(gtkWidget.as(GtkGrid.self), 1)
    buttons = (1...12).map { nonNull(gtk_button_new_with_label(phrases.shortMonth($0))) }
    for (index, button) in buttons.enumerated() {
      gtk_widget_add_css_class(button, "flat")
      gtk_widget_set_hexpand(button, 1)
      gtk_widget_set_vexpand(button, 1)
      onSignal(button.opaque, "clicked") { [weak self] in self?.onChoose(index + 1) }
      let (column, row) = (index % MonthChooser.columnCount, index / MonthChooser.columnCount)
      gtk_grid_attach(gtkWidget.as(GtkGrid.self), button, Int32(column), Int32(row), 1, 1)
    }
  }

  /// Shows the year that contains a month, and highlights that month.
  func setMonth(_ month: Month) {
    for (index, button) in buttons.enumerated() {
      let buttonMonth = Month(ordinal: month.year * 12 + index)
      Accessible.setLabel(button, phrases.monthAndYear(buttonMonth.day(1)))
      if buttonMonth == month {
        gtk_widget_add_css_class(button, "accent")
      } else {
        gtk_widget_remove_css_class(button, "accent")
      }
    }
  }

  /// Focuses the button of a month, given by its number, 1 to 12.
  func takeFocus(month: Int) {
    if buttons.indices.contains(month - 1) { gtk_widget_grab_focus(buttons[month - 1]) }
  }
}
