import CGtk
import GtkSupport

/// A modal alert over a window.
@MainActor
struct Alert {
  private let widget: WidgetPointer
  private let window: UnsafeMutablePointer<GtkWindow>

  /// Creates an alert without showing it.
  init(_ heading: String, _ body: String, over window: UnsafeMutablePointer<GtkWindow>) {
    self.window = window
    widget = nonNull(handspan_alert_new(window, heading, body))
    describe(body)
  }

  /// Sets what a screen reader reads when the alert opens, before the focused widget. By default, this is the body.
  func describe(_ text: String) {
    // The label of the body is part of the dialog, but a screen reader looks for it before it is shown.
    Accessible.setDescription(widget, text)
  }

  /// Adds a button.
  ///
  /// - Parameter id: the response that is passed to the handler of `onResponse`.
  func add(_ id: String, _ label: String, _ appearance: AdwResponseAppearance = ADW_RESPONSE_DEFAULT) {
    handspan_alert_add_response(widget, id, label, appearance)
  }

  /// Adds a widget between the text and the buttons.
  func add(_ child: WidgetPointer) { handspan_alert_set_extra_child(widget, child) }

  /// Sets the responses for pressing Enter and for closing the alert. If `onEnter` is nil, Enter confirms nothing: it activates
  /// no button or the one that closes the alert.
  func setResponses(onEnter: String? = nil, onClose: String) {
    handspan_alert_set_responses(widget, onEnter, onClose)
  }

  /// Enables or disables a button.
  func setEnabled(_ id: String, _ isEnabled: Bool) {
    handspan_alert_set_response_enabled(widget, id, isEnabled.gboolean)
  }

  /// Calls `handler` exactly once, with the ID of the pressed button or the response for closing the alert.
  func onResponse(_ handler: @escaping @MainActor (String) -> Void) {
    var pendingHandler: (@MainActor (String) -> Void)? = handler
    onStringSignal(widget.opaque, "response") { response in
      let currentHandler = pendingHandler
      pendingHandler = nil
      currentHandler?(response)
    }
  }

  /// The alert's own window; nil if the alert is shown inside its parent window.
  var ownWindow: WidgetPointer? {
    g_type_check_instance_is_a(widget.as(GTypeInstance.self), gtk_window_get_type()) != 0 ? widget : nil
  }

  /// Closes the alert with the response for closing.
  func close() { handspan_alert_close(widget) }

  /// Shows the alert, or brings it to the front.
  func present() { handspan_alert_present(widget, window) }
}
