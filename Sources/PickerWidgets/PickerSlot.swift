import CGtk
import GtkSupport

/// A visible item of a list picker, for the keyboard and assistive technology. The picker itself paints the
/// item. A slot is reused for other items as they become visible.
@MainActor
final class PickerSlot: CustomWidget {
  private static let select = "item.select"
  private static let widgetClass = WidgetClass(
    "HandspanPickerSlot", role: GTK_ACCESSIBLE_ROLE_LIST_ITEM, cssName: "pickeritem",
    actions: [WidgetClass.Action(select)])

  /// The index of the slot's item in the row; nil while the slot is unused.
  private(set) var index: Int?
  private(set) var name = ""
  private(set) var isSelected = false
  /// Called when assistive technology selects the item.
  var onSelect: (Int) -> Void = { _ in }

  init() {
    super.init(PickerSlot.widgetClass)
    gtk_widget_set_focusable(gtkWidget, 1)
    // The picker receives the pointer events.
    gtk_widget_set_can_target(gtkWidget, 0)
    gtk_widget_set_visible(gtkWidget, 0)
    Accessible.setSelected(gtkWidget, false)
  }

  /// Assigns an item to the slot.
  func setItem(_ index: Int, name: String) {
    self.index = index
    gtk_widget_set_visible(gtkWidget, 1)
    guard name != self.name else { return }
    self.name = name
    Accessible.setLabel(gtkWidget, name)
  }

  /// Marks the slot as unused.
  func clear() {
    index = nil
    gtk_widget_set_visible(gtkWidget, 0)
    setSelected(false)
  }

  func setSelected(_ isSelected: Bool) {
    guard isSelected != self.isSelected else { return }
    self.isSelected = isSelected
    Accessible.setSelected(gtkWidget, isSelected)
  }

  override func perform(action: String) {
    if action == PickerSlot.select, let index { onSelect(index) }
  }
}
