import CGtk

/// A tooltip's text, and the part of the widget to which the tooltip applies. An area of nil means the whole
/// widget.
package struct Tooltip {
  package let text: String
  package let area: GdkRectangle?

  package init(text: String, area: GdkRectangle? = nil) { (self.text, self.area) = (text, area) }
}

/// Returns the tooltip for a position in the widget, in px; nil for no tooltip. `isFromKeyboard` is true if the
/// tooltip was requested with the keyboard.
package typealias TooltipQuery = @MainActor (_ x: Double, _ y: Double, _ isFromKeyboard: Bool) -> Tooltip?

/// Gives a widget tooltips that depend on the pointer's position.
///
/// Unlike a tooltip set with `gtk_widget_set_tooltip_text`, they do not change the widget's accessible
/// description.
@MainActor
package func onTooltipQuery(_ widget: WidgetPointer, _ handler: @escaping TooltipQuery) {
  let trampoline: @convention(c) (gpointer?, gint, gint, gboolean, OpaquePointer?, gpointer?) -> gboolean = {
    _, x, y, isFromKeyboard, tooltip, data in
    MainActor.assumeIsolated {
      guard let tooltip,
        let result = boxedHandler(data, TooltipQuery.self)?(Double(x), Double(y), isFromKeyboard != 0)
      else { return 0 }
      gtk_tooltip_set_text(tooltip, result.text)
      if var area = result.area { gtk_tooltip_set_tip_area(tooltip, &area) }
      return 1
    }
  }
  _ = connect(widget.opaque, "query-tooltip", handler, trampoline)
  gtk_widget_set_has_tooltip(widget, 1)
}

extension Accessible {
  /// Sets the accessible name of a button without visible text, and shows the name in a tooltip.
  package static func setLabelAndTooltip(_ button: WidgetPointer, _ text: String) {
    setLabel(button, text)
    setTooltip(button, text)
  }

  /// Sets a tooltip that a screen reader does not read, for example because the widget's name contains its text.
  ///
  /// With `gtk_widget_set_tooltip_text`, the text would also become the widget's description; with GTK 4.18, even if an
  /// empty description is set.
  package static func setTooltip(_ widget: WidgetPointer, _ text: String) {
    let object = widget.as(GObject.self)
    let isFirst = g_object_get_data(object, tooltipTextKey) == nil
    g_object_set_data_full(object, tooltipTextKey, g_strdup(text), g_free)
    guard isFirst else { return }
    onTooltipQuery(widget) { _, _, _ in
      g_object_get_data(object, tooltipTextKey).map {
        Tooltip(text: String(cString: $0.assumingMemoryBound(to: CChar.self)))
      }
    }
  }

  // The key under which the text of a tooltip is stored in its button.
  private static let tooltipTextKey = "handspan-tooltip"
}
