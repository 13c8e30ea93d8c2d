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
    Accessible.setRole(gtkWidget, GTK_ACCESSIBLE_ROLE_RADIO_GROUP)
    Accessible.setLabel(gtkWidget, phrases.translator.tr("Color"))
    for (index, color) in (colors ?? phrases.calendarColors).enumerated() {
      let (column, row) = (index % Self.columnCount, index / Self.columnCount)
      gtk_grid_attach(gtkWidget.as(GtkGrid.self), makeButton(color), Int32(column), Int32(row), 1, 1)
    }
    update()
  }

  /// Moves the focus to the selected color.
  func takeFocus() {
    let selectedEntry = buttons.first { $0.color.rgb == selected?.rgb } ?? buttons.first
    if let selectedEntry { gtk_widget_grab_focus(selectedEntry.button) }
  }

  private func makeButton(_ color: NamedColor) -> WidgetPointer {
    let button = nonNull(gtk_button_new())
    let swatch = nonNull(gtk_image_new())
    for style in ["swatch", ColorStyles.cssClass(color.color)] {
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
