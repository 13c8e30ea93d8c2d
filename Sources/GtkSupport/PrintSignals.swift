import CGtk

/// Connects to GtkPrintOperation's `draw-page`. The handler receives the print context and the page number,
/// counted from 0.
@MainActor @discardableResult
package func onDrawPage(
  _ operation: OpaquePointer, _ handler: @escaping @MainActor (OpaquePointer, Int) -> Void
) -> gulong {
  let trampoline: @convention(c) (gpointer?, OpaquePointer?, gint, gpointer?) -> Void = {
    _, context, page, data in
    // The context does not outlive the emission, and is used only on this thread.
    nonisolated(unsafe) let context = context
    MainActor.assumeIsolated {
      if let context {
        boxedHandler(data, (@MainActor (OpaquePointer, Int) -> Void).self)?(context, Int(page))
      }
    }
  }
  return connect(operation, "draw-page", handler, trampoline)
}

/// Connects to GtkPrintOperation's `done`.
@MainActor @discardableResult
package func onPrinted(
  _ operation: OpaquePointer, _ handler: @escaping @MainActor (GtkPrintOperationResult) -> Void
) -> gulong {
  let trampoline: @convention(c) (gpointer?, GtkPrintOperationResult, gpointer?) -> Void = {
    _, result, data in
    MainActor.assumeIsolated {
      boxedHandler(data, (@MainActor (GtkPrintOperationResult) -> Void).self)?(result)
    }
  }
  return connect(operation, "done", handler, trampoline)
}
