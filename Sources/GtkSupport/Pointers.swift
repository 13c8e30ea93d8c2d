import CGtk

/// A pointer to a widget: the one form in which this project passes widgets around.
///
/// GTK's private structs import as `OpaquePointer`, its public ones typed; `widget.as(_:)` and
/// `widget.opaque` convert at the call.
package typealias WidgetPointer = UnsafeMutablePointer<GtkWidget>

extension UnsafeMutablePointer {
  /// The same object for a C function that takes it as another of its classes.
  ///
  /// C's cast macros are not imported. The caller vouches that the object is a `T`.
  package func `as`<T>(_ type: T.Type) -> UnsafeMutablePointer<T> {
    UnsafeMutableRawPointer(self).assumingMemoryBound(to: type)
  }

  /// The same object for a C function whose struct is private.
  package var opaque: OpaquePointer { OpaquePointer(self) }
}

extension OpaquePointer {
  /// The same object for a C function that takes it as a `T`. The caller vouches that it is one.
  package func `as`<T>(_ type: T.Type) -> UnsafeMutablePointer<T> { UnsafeMutablePointer(self) }

  /// The same object as a widget.
  package var widget: WidgetPointer { UnsafeMutablePointer(self) }
}

/// Unwraps what a C constructor returns: GLib's constructors abort rather than return NULL, which the importer
/// cannot know.
package func created<T>(_ pointer: UnsafeMutablePointer<T>?) -> UnsafeMutablePointer<T> {
  guard let pointer else { preconditionFailure("a GTK constructor returned NULL") }
  return pointer
}

/// Unwraps what a C constructor of a private struct returns.
package func created(_ pointer: OpaquePointer?) -> OpaquePointer {
  guard let pointer else { preconditionFailure("a GTK constructor returned NULL") }
  return pointer
}

/// Owns one reference to a GObject and drops it when it goes.
///
/// Not isolated, because a plain deinit may not touch a main-actor pointer. Objects of GTK must nevertheless be
/// let go of on the main thread, which holds wherever a main-actor type owns the reference.
package final class ObjectReference: @unchecked Sendable {
  package let pointer: UnsafeMutablePointer<GObject>

  /// Takes a reference; sinks a floating one.
  package init(_ pointer: OpaquePointer) {
    self.pointer = pointer.as(GObject.self)
    g_object_ref_sink(self.pointer)
  }

  deinit { g_object_unref(pointer) }
}

extension Bool {
  /// GLib's form of a Boolean.
  package var gboolean: CGtk.gboolean { self ? 1 : 0 }
}
