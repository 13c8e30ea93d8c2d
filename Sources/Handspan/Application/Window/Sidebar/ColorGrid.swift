import CGtk
import CalendarModel
import CalendarText
import GtkSupport

/// A grid with colors for calendars or events, one of which is selected.
@MainActor
final class ColorGrid {
  let gtkWidget = nonNull(gtk_grid_new())
  /// Called with the color that the user chose.
  var onChoose: (NamedColor) -> Void = { _ in }
  /// The selected color.
  private(set) var selected: EventColor?

  private static let columnCount = 5
  private var buttons: [(color: EventColor, button: WidgetPointer, swatch: WidgetPointer)] = []
  private let reference: ObjectReference

  /// - Parameter colors: the colors to choose from; nil for the colors of calendars.
  init(_ phrases: Phrases, colors: [NamedColor]? = nil, selected: EventColor?) {
    self.selected = selected
    reference = ObjectReference(gtkWidget.opaque)
    gtk_widget_add_css_class(gtkWidget, "calendar-colors")
    Accessible.makeGroup(gtkWidget, named: phrases.translator.tr("Color"))
    for (index, color) in (colors ?? phrases.calendarColors).enumerated() {
      let (column, row) = (index % Self.columnCount, index / Self.columnCount)
      gtk_grid_attach(gtkWidget.as(GtkGrid.self), makeButton(color), Int32(column), Int32(row), 1, 1)
    }
    update()
    moveTabStop(to: selectedIndex)
    let keys = nonNull(gtk_event_controller_key_new())
    gtk_event_controller_set_propagation_phase(keys, GTK_PHASE_CAPTURE)
    onKey(keys) { [weak self] press in self?.moveFocus(press) ?? false }
    gtk_widget_add_controller(gtkWidget, keys)
  }

  private var selectedIndex: Int { buttons.firstIndex { $0.color.rgb == selected?.rgb } ?? 0 }

  /// Moves the focus to the selected color.
  func takeFocus() { focus(selectedIndex) }

  private func focus(_ index: Int) {
    guard buttons.indices.contains(index) else { return }
    moveTabStop(to: index)
    gtk_widget_grab_focus(buttons[index].button)
  }

  /// Makes one color the only Tab stop. The arrow keys move between the colors, as in every radio group.
  private func moveTabStop(to index: Int) {
    for (position, entry) in buttons.enumerated() {
      gtk_widget_set_focusable(entry.button, (position == index).gboolean)
    }
  }

  private func moveFocus(_ press: KeyEvent) -> Bool {
    guard press.modifiers.isEmpty,
      let index = buttons.firstIndex(where: { gtk_widget_has_focus($0.button) != 0 })
    else { return false }
    let toRight = gtk_widget_get_direction(gtkWidget) == GTK_TEXT_DIR_RTL ? -1 : 1
    let step: Int
    switch Int32(press.symbol) {
    case GDK_KEY_Left, GDK_KEY_KP_Left: step = -toRight
    case GDK_KEY_Right, GDK_KEY_KP_Right: step = toRight
    case GDK_KEY_Up, GDK_KEY_KP_Up: step = -Self.columnCount
    case GDK_KEY_Down, GDK_KEY_KP_Down: step = Self.columnCount
    default: return false
    }
    focus(index + step)
    return true
  }

  private func makeButton(_ color: NamedColor) -> WidgetPointer {
    let button = nonNull(gtk_button_new())
    let swatch = nonNull(gtk_image_new())
    for style in ["swatch", ColorStyles.cssClass(for: color.color)] {
      gtk_widget_add_css_class(swatch, style)
    }
    gtk_widget_set_halign(swatch, GTK_ALIGN_CENTER)
    gtk_widget_set_valign(swatch, GTK_ALIGN_CENTER)
    gtk_button_set_child(button.as(GtkButton.self), swatch)
    for style in ["flat", "circular"] { gtk_widget_add_css_class(button, style) }
    Accessible.setRole(button, GTK_ACCESSIBLE_ROLE_RADIO)
    Accessible.setLabelAndTooltip(button, color.name)
    buttons.append((color.color, button, swatch))
    onSignal(button.opaque, "clicked") { [weak self] in
      guard let self else { return }
      self.selected = color.color
      self.moveTabStop(to: self.selectedIndex)
      self.update()
      self.onChoose(color)
    }
    return button
  }

  private func update() {
    for (color, button, swatch) in buttons {
      let isSelected = color.rgb == selected?.rgb
      gtk_image_set_from_icon_name(swatch.opaque, isSelected ? "object-select-symbolic" : nil)
      Accessible.setChecked(button, isSelected)
    }
  }
}
