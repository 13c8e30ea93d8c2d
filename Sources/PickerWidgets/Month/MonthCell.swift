import CGtk
import CalendarModel
import GtkSupport

/// A day of a month calendar, for the keyboard focus, the pointer and assistive technology. The day is
/// painted by the page of its month.
@MainActor
final class MonthCell: CustomWidget {
  private static let select = "date.select"
  private static let widgetClass = WidgetClass(
    "HandspanMonthDay", role: GTK_ACCESSIBLE_ROLE_LIST_ITEM, cssName: "monthday",
    actions: [WidgetClass.Action(select)])

  /// The day; nil if there is none at this position.
  private(set) var day: Day?
  private(set) var name = ""
  private(set) var isSelected = false
  /// Called when assistive technology chooses the day.
  var onChoose: (Day) -> Void = { _ in }

  init() {
    super.init(MonthCell.widgetClass)
    gtk_widget_set_focusable(gtkWidget, 1)
  }

  /// Assigns a day to the cell.
  func setDay(_ day: Day?, name: String, isSelected: Bool) {
    if day != self.day {
      self.day = day
      // Unlike `gtk_widget_set_visible`, this does not queue a resize of the window while months slide.
      gtk_widget_set_child_visible(gtkWidget, (day != nil).gboolean)
    }
    if name != self.name {
      self.name = name
      Accessible.setLabel(gtkWidget, name)
    }
    if isSelected != self.isSelected {
      self.isSelected = isSelected
      Accessible.setSelected(gtkWidget, isSelected)
    }
  }

  override func perform(action: String) {
    if action == MonthCell.select, let day { onChoose(day) }
  }
}
