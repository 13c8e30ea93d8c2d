import CGtk
import CGtkTesting
import GtkSupport

extension CustomWidget {
  /// What assistive technology has for a text of the widget other than the expected one; nil if it is that.
  package func differs(_ property: GtkAccessibleProperty, from expected: String) -> String? {
    accessible(pointer, property, differsFrom: expected)
  }

  /// The same for a state that is on or off.
  package func differs(_ state: GtkAccessibleState, from expected: Bool) -> String? {
    accessible(pointer, state, differsFrom: expected)
  }
}

/// What assistive technology has for a text of a widget other than the expected one; nil if it is that.
package func accessible(
  _ widget: WidgetPointer, _ property: GtkAccessibleProperty, differsFrom expected: String
) -> String? {
  takeString(handspan_test_text_property(widget, property, expected))
}

/// The same for a state that is on or off.
package func accessible(_ widget: WidgetPointer, _ state: GtkAccessibleState, differsFrom expected: Bool)
  -> String?
{
  takeString(handspan_test_boolean_state(widget, state, expected.gboolean))
}
