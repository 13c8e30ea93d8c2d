import CGtk

/// A pointer to a widget. All functions in this project use this type to pass widgets.
///
/// Swift imports pointers to GTK's private structs as `OpaquePointer`, and pointers to its public structs as
/// typed pointers. Convert them with `widget.as(_:)` and `widget.opaque`.
package typealias WidgetPointer = UnsafeMutablePointer<GtkWidget>

extension UnsafeMutablePointer {
  /// Returns a pointer to the same object, typed as another of its classes.
  ///
  /// Swift does not import C's cast macros. The caller guarantees that the object is a `T`.
  package func `as`<T>(_ type: T.Type) -> UnsafeMutablePointer<T> {
    UnsafeMutableRawPointer(self).assumingMemoryBound(to: type)
  }

  /// The same object, for C functions that take a private struct.
  package var opaque: OpaquePointer { OpaquePointer(self) }
}

extension OpaquePointer {
  /// Returns the same object as a pointer to `T`. The caller guarantees that the object is a `T`.
  package func `as`<T>(_ type: T.Type) -> UnsafeMutablePointer<T> { UnsafeMutablePointer(self) }

  /// The same object as a widget.
  package var widget: WidgetPointer { UnsafeMutablePointer(self) }
}

/// Unwraps the result of a C constructor. GLib's constructors abort instead of returning NULL, but are
/// imported as returning an optional.
package func nonNull<T>(_ pointer: UnsafeMutablePointer<T>?) -> UnsafeMutablePointer<T> {
  guard let pointer else { preconditionFailure("a GTK constructor returned NULL") }
  return pointer
}

/// Unwraps the result of a C constructor of a private struct.
package func nonNull(_ pointer: OpaquePointer?) -> OpaquePointer {
  guard let pointer else { preconditionFailure("a GTK constructor returned NULL") }
  return pointer
}

/// Owns one reference to a GObject, and releases it when deinitialized.
///
/// This class is not isolated, because a nonisolated deinitializer cannot access a main-actor pointer. GTK
/// objects must nevertheless be released on the main thread. This is ensured if a main-actor type owns the
/// reference.
package final class ObjectReference: @unchecked Sendable {
  package let pointer: UnsafeMutablePointer<GObject>

  /// Takes a reference to an object. A floating reference is sunk.
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
