import CGtk
import CalendarModel
import GtkSupport

/// One date of the week strip, to the keyboard and to assistive technology: what is seen of it is painted with its week.
@MainActor
final class WeekStripDate: CustomWidget {
  private static let select = "date.select"
  private static let widgetClass = WidgetClass(
    "HandspanWeekStripDate", role: GTK_ACCESSIBLE_ROLE_LIST_ITEM, cssName: "date",
    actions: [WidgetClass.Action(select)])

  /// The date, or nil where the calendar has none.
  private(set) var day: Day?
  private var name = ""
  private var isSelected = false
  /// Called when assistive technology selects the date.
  var onSelect: (Day) -> Void = { _ in }

  init() {
    super.init(WeekStripDate.widgetClass)
    gtk_widget_set_focusable(pointer, 1)
    Accessible.setSelected(pointer, false)
  }

  /// Stands for another date, or tells something else of the same.
  func show(_ day: Day?, name: String, isSelected: Bool) {
    gtk_widget_set_visible(pointer, (day != nil).gboolean)
    self.day = day
    if name != self.name {
      self.name = name
      Accessible.setLabel(pointer, name)
    }
    if isSelected != self.isSelected {
      self.isSelected = isSelected
      Accessible.setSelected(pointer, isSelected)
    }
  }

  override func perform(action: String) {
    if action == WeekStripDate.select, let day { onSelect(day) }
  }
}
