import CGtk
import GtkSupport

/// A modal alert over a window.
@MainActor
struct Alert {
  private let widget: WidgetPointer
  private let window: UnsafeMutablePointer<GtkWindow>

  /// An alert that is not shown yet.
  init(_ heading: String, _ body: String, over window: UnsafeMutablePointer<GtkWindow>) {
    self.window = window
    widget = created(handspan_alert_new(window, heading, body))
  }

  /// Adds a button.
  ///
  /// - Parameter id: what `onResponse` is called with.
  func add(_ id: String, _ label: String, _ appearance: AdwResponseAppearance = ADW_RESPONSE_DEFAULT) {
    handspan_alert_add_response(widget, id, label, appearance)
  }

  /// Shows something between the words and the buttons.
  func add(_ child: WidgetPointer) { handspan_alert_set_extra_child(widget, child) }

  /// The buttons that Enter, if any, and closing stand for.
  func setResponses(onEnter: String? = nil, onClose: String) {
    handspan_alert_set_responses(widget, onEnter, onClose)
  }

  /// Calls back exactly once, with a button's id or with what closing stands for.
  func onResponse(_ handler: @escaping @MainActor (String) -> Void) {
    var waiting: (@MainActor (String) -> Void)? = handler
    onText(widget.opaque, "response") { response in
      let answered = waiting
      waiting = nil
      answered?(response)
    }
  }

  /// The window that it is; nil where it lies in the one that it is over.
  var ownWindow: WidgetPointer? {
    g_type_check_instance_is_a(widget.as(GTypeInstance.self), gtk_window_get_type()) != 0 ? widget : nil
  }

  /// Takes the alert away, as if it was closed.
  func close() { handspan_alert_close(widget) }

  /// Shows the alert, or brings it to the front.
  func present() { handspan_alert_present(widget, window) }
}
