import CGtk

private final class Notice {
  let body: @MainActor () -> Void
  init(_ body: @escaping @MainActor () -> Void) { self.body = body }
}

/// Calls `body` when the last reference to a GObject is gone.
@MainActor
package func whenGone(_ object: OpaquePointer, _ body: @escaping @MainActor () -> Void) {
  g_object_weak_ref(
    UnsafeMutablePointer(object),
    { data, _ in
      guard let data else { return }
      let notice = Unmanaged<Notice>.fromOpaque(data).takeRetainedValue()
      MainActor.assumeIsolated { notice.body() }
    }, Unmanaged.passRetained(Notice(body)).toOpaque())
}

/// Something for a closure to hold, to see when the closure is let go of.
package final class Witness {
  /// How often it was touched.
  package private(set) var count = 0
  package init() {}
  /// Counts one touch.
  package func touch() { count += 1 }
}
