import CGtk

private final class ReleaseHandler {
  let body: @MainActor () -> Void
  init(_ body: @escaping @MainActor () -> Void) { self.body = body }
}

/// Calls `body` when the last reference to a GObject is released.
@MainActor
package func whenReleased(_ object: OpaquePointer, _ body: @escaping @MainActor () -> Void) {
  g_object_weak_ref(
    UnsafeMutablePointer(object),
    { data, _ in
      guard let data else { return }
      let handler = Unmanaged<ReleaseHandler>.fromOpaque(data).takeRetainedValue()
      MainActor.assumeIsolated { handler.body() }
    }, Unmanaged.passRetained(ReleaseHandler(body)).toOpaque())
}

/// An object that a closure can capture. It counts the calls to the closure, and is released together with the closure.
package final class CallCounter {
  package private(set) var count = 0
  package init() {}
  package func increment() { count += 1 }
}
