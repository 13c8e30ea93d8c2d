import CGtk
import CGtkTesting
import GtkSupport

extension CustomWidget {
  /// The widget's accessible text if it differs from the expected one, or nil.
  package func difference(of property: GtkAccessibleProperty, from expected: String) -> String? {
    accessibleDifference(gtkWidget, property, from: expected)
  }

  /// The widget's boolean accessible state if it differs from the expected one, or nil.
  package func difference(of state: GtkAccessibleState, from expected: Bool) -> String? {
    accessibleDifference(gtkWidget, state, from: expected)
  }
}

/// A widget's accessible text if it differs from the expected one, or nil.
package func accessibleDifference(
  _ widget: WidgetPointer, _ property: GtkAccessibleProperty, from expected: String
) -> String? {
  takeString(handspan_test_text_property(widget, property, expected))
}

/// A widget's boolean accessible state if it differs from the expected one, or nil.
package func accessibleDifference(_ widget: WidgetPointer, _ state: GtkAccessibleState, from expected: Bool)
  -> String?
{
  takeString(handspan_test_boolean_state(widget, state, expected.gboolean))
}
