import CGtk
import CalendarModel
import CalendarText
import GtkSupport

/// A popover with colors for calendars or events.
@MainActor
enum ColorChooser {
  private static let columnCount = 5

  /// Opens the colors below a widget.
  ///
  /// - Parameters:
  ///   - colors: the colors to choose from; nil for those of calendars. Only colors with a CSS name can be saved in
  ///     events.
  ///   - choose: called with the chosen color.
  static func open(
    on widget: WidgetPointer, _ phrases: Phrases, colors: [NamedColor]? = nil, selected: EventColor?,
    choose: @escaping @MainActor (NamedColor) -> Void
  ) {
    let popover = nonNull(gtk_popover_new())
    let grid = nonNull(gtk_grid_new())
    gtk_widget_add_css_class(popover, "calendar-colors")
    Accessible.setLabel(popover, phrases.translator.tr("Color"))
    var focused: WidgetPointer?
    for (index, color) in (colors ?? phrases.calendarColors).enumerated() {
      let isSelected = color.color.rgb == selected?.rgb
      let button = button(color, isSelected: isSelected)
      if isSelected || focused == nil { focused = button }
      onSignal(button.opaque, "clicked") {
        gtk_popover_popdown(popover.as(GtkPopover.self))
        choose(color)
      }
      let (column, row) = (index % columnCount, index / columnCount)
      gtk_grid_attach(grid.as(GtkGrid.self), button, Int32(column), Int32(row), 1, 1)
    }
    gtk_popover_set_child(popover.as(GtkPopover.self), grid)
    gtk_widget_set_parent(popover, widget)
    onSignal(popover.opaque, "closed") {
      // The popover is still in use by the function that closes it.
      let reference = ObjectReference(popover.opaque)
      afterMilliseconds(0) {
        let closed = reference.pointer.as(GtkWidget.self)
        if gtk_widget_get_parent(closed) != nil { gtk_widget_unparent(closed) }
        return false
      }
    }
    gtk_popover_popup(popover.as(GtkPopover.self))
    if let focused { gtk_widget_grab_focus(focused) }
  }

  private static func button(_ color: NamedColor, isSelected: Bool) -> WidgetPointer {
    let button = nonNull(gtk_button_new())
    let swatch = nonNull(gtk_image_new_from_icon_name(isSelected ? "object-select-symbolic" : nil))
    for style in ["swatch", CalendarSwatches.cssClass(color.color)] {
      gtk_widget_add_css_class(swatch, style)
    }
    gtk_button_set_child(button.as(GtkButton.self), swatch)
    for style in ["flat", "circular"] { gtk_widget_add_css_class(button, style) }
    Accessible.setRole(button, GTK_ACCESSIBLE_ROLE_RADIO)
    Accessible.setLabelAndTooltip(button, color.name)
    Accessible.setChecked(button, isSelected)
    return button
  }
}
