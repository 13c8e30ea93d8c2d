import CGtk
import GtkSupport

/// Calls a handler in each frame of a widget, between `start` and `stop`.
@MainActor
final class FrameTick {
  private let widget: WidgetPointer
  private let handler: @MainActor (_ time: Double) -> Void
  private var callbackID: guint = 0

  /// - Parameter handler: called when a frame begins, with the frame time in seconds.
  init(of widget: WidgetPointer, _ handler: @escaping @MainActor (_ time: Double) -> Void) {
    (self.widget, self.handler) = (widget, handler)
  }

  /// Starts the callbacks with the next frame.
  func start() {
    guard callbackID == 0 else { return }
    callbackID = addTickCallback(widget) { [weak self] time in
      guard let self, self.callbackID != 0 else { return false }
      self.handler(Double(time) / 1_000_000)
      return self.callbackID != 0
    }
  }

  /// Stops the callbacks.
  func stop() {
    guard callbackID != 0 else { return }
    gtk_widget_remove_tick_callback(widget, callbackID)
    callbackID = 0
  }
}
