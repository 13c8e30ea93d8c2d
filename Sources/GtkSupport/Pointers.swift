import CGtk

/// A pointer to a widget, in the one type that this project uses to pass widgets around.
///
/// GTK's private structs are imported as `OpaquePointer`, its public ones as typed pointers; `widget.as(_:)`
/// and `widget.opaque` convert at the call.
package typealias WidgetPointer = UnsafeMutablePointer<GtkWidget>

extension UnsafeMutablePointer {
  /// The same object as a pointer to another of its classes.
  ///
  /// C's cast macros are not imported. The caller guarantees that the object is a `T`.
  package func `as`<T>(_ type: T.Type) -> UnsafeMutablePointer<T> {
    UnsafeMutableRawPointer(self).assumingMemoryBound(to: type)
  }

  /// The same object for C functions whose struct is private.
  package var opaque: OpaquePointer { OpaquePointer(self) }
}

extension OpaquePointer {
  /// The same object as a pointer to `T`. The caller guarantees that it is one.
  package func `as`<T>(_ type: T.Type) -> UnsafeMutablePointer<T> { UnsafeMutablePointer(self) }

  /// The same object as a widget.
  package var widget: WidgetPointer { UnsafeMutablePointer(self) }
}

/// Unwraps the result of a C constructor. GLib's constructors abort rather than return NULL, which the
/// importer cannot know.
package func created<T>(_ pointer: UnsafeMutablePointer<T>?) -> UnsafeMutablePointer<T> {
  guard let pointer else { preconditionFailure("a GTK constructor returned NULL") }
  return pointer
}

/// Unwraps the result of a C constructor whose struct is private.
package func created(_ pointer: OpaquePointer?) -> OpaquePointer {
  guard let pointer else { preconditionFailure("a GTK constructor returned NULL") }
  return pointer
}

/// Owns one reference to a GObject and releases it on deinit.
///
/// Not isolated, because a nonisolated deinit may not access a main-actor pointer. GTK objects must
/// nevertheless be released on the main thread, which holds wherever a main-actor type owns the reference.
package final class ObjectReference: @unchecked Sendable {
  package let pointer: UnsafeMutablePointer<GObject>

  /// Takes a reference, and sinks a floating one.
  package init(_ pointer: OpaquePointer) {
    self.pointer = pointer.as(GObject.self)
    g_object_ref_sink(self.pointer)
  }

  deinit { g_object_unref(pointer) }
}

extension Bool {
  /// The value as GLib's Boolean type.
  package var gboolean: CGtk.gboolean { self ? 1 : 0 }
}
