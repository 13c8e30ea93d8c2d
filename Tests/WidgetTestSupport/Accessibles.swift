import CGtk
import CGtkTesting
import GtkSupport

extension CustomWidget {
  /// The widget's accessible text if it differs from the expected one; nil if it is equal.
  package func differs(_ property: GtkAccessibleProperty, from expected: String) -> String? {
    accessible(pointer, property, differsFrom: expected)
  }

  /// The widget's boolean accessible state if it differs from the expected one; nil if it is equal.
  package func differs(_ state: GtkAccessibleState, from expected: Bool) -> String? {
    accessible(pointer, state, differsFrom: expected)
  }
}

/// A widget's accessible text if it differs from the expected one; nil if it is equal.
package func accessible(
  _ widget: WidgetPointer, _ property: GtkAccessibleProperty, differsFrom expected: String
) -> String? {
  takeString(handspan_test_text_property(widget, property, expected))
}

/// The widget's boolean accessible state if it differs from the expected one; nil if it is equal.
package func accessible(_ widget: WidgetPointer, _ state: GtkAccessibleState, differsFrom expected: Bool)
  -> String?
{
  takeString(handspan_test_boolean_state(widget, state, expected.gboolean))
}
