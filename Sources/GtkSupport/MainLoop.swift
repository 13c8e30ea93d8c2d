import CGtk
import Dispatch
import Glibc

// GLib's main loop does not serve Swift's main queue, so `Task { @MainActor }` would wait forever. Dispatch
// provides a file descriptor that becomes readable when the queue has work, and a function that performs the
// work.
@_silgen_name("_dispatch_get_main_queue_handle_4CF")
private func dispatchMainQueueHandle() -> Int32
@_silgen_name("_dispatch_main_queue_callback_4CF")
private func dispatchMainQueueDrain(_ message: UnsafeMutableRawPointer?)

/// Runs Swift's main queue inside GLib's main loop.
package enum MainLoop {
  /// Runs `@MainActor` tasks and `DispatchQueue.main` in GLib's main loop. Call this once, before starting
  /// the loop.
  @MainActor
  package static func adoptMainQueue() {
    g_unix_fd_add_full(
      G_PRIORITY_DEFAULT, dispatchMainQueueHandle(), G_IO_IN,
      { descriptor, _, _ -> gboolean in
        var count: UInt64 = 0
        _ = withUnsafeMutableBytes(of: &count) { read(descriptor, $0.baseAddress, 8) }
        dispatchMainQueueDrain(nil)
        return 1
      }, nil, nil)
  }
}
