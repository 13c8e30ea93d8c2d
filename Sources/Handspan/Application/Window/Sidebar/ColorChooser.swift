import CGtk
import CalendarModel
import CalendarText
import GtkSupport

/// A popover with colors for calendars or events.
@MainActor
enum ColorChooser {
  /// Opens a popover with colors below a widget.
  ///
  /// - Parameters:
  ///   - colors: the colors to choose from; nil for the colors of calendars. Only colors with a CSS name can
  ///     be saved in events.
  ///   - returnFocus: moves the focus out of the popover, to the widget that should have it next.
  ///   - choose: called with the chosen color.
  static func open(
    on widget: WidgetPointer, _ phrases: Phrases, colors: [NamedColor]? = nil, selected: EventColor?,
    returnFocus: @escaping @MainActor () -> Void, choose: @escaping @MainActor (NamedColor) -> Void
  ) {
    let popover = nonNull(gtk_popover_new())
    let grid = ColorGrid(phrases, colors: colors, selected: selected)
    Accessible.setLabel(popover, phrases.translator.tr("Color"))
    grid.onChoose = { color in
      gtk_popover_popdown(popover.as(GtkPopover.self))
      choose(color)
    }
    gtk_popover_set_child(popover.as(GtkPopover.self), grid.gtkWidget)
    gtk_widget_set_parent(popover, widget)
    onSignal(popover.opaque, "closed") {
      // A message about the color is announced on the focused widget, which must therefore not be in the popover.
      if FocusedWidget.isIn(popover) { returnFocus() }
      // The popover is removed later, because the function that closes it is still using it.
      let reference = ObjectReference(popover.opaque)
      afterMilliseconds(0) {
        withExtendedLifetime(grid) {
          let closedPopover = reference.pointer.as(GtkWidget.self)
          if gtk_widget_get_parent(closedPopover) != nil { gtk_widget_unparent(closedPopover) }
        }
        return false
      }
    }
    gtk_popover_popup(popover.as(GtkPopover.self))
    grid.takeFocus()
  }
}
