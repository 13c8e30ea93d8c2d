import CGtk
import CGtkTesting
import GtkSupport

extension CustomWidget {
  /// Returns the widget's accessible text if it differs from the expected one, or nil.
  package func difference(of property: GtkAccessibleProperty, from expected: String) -> String? {
    accessibleDifference(gtkWidget, property, from: expected)
  }

  /// Returns the widget's boolean accessible state if it differs from the expected one, or nil.
  package func difference(of state: GtkAccessibleState, from expected: Bool) -> String? {
    accessibleDifference(gtkWidget, state, from: expected)
  }
}

/// Returns a widget's accessible text if it differs from the expected one, or nil.
package func accessibleDifference(
  _ widget: WidgetPointer, _ property: GtkAccessibleProperty, from expected: String
) -> String? {
  takeString(handspan_test_text_property(widget, property, expected))
}

/// Returns a widget's boolean accessible state if it differs from the expected one, or nil.
package func accessibleDifference(_ widget: WidgetPointer, _ state: GtkAccessibleState, from expected: Bool)
  -> String?
{
  takeString(handspan_test_boolean_state(widget, state, expected.gboolean))
}
