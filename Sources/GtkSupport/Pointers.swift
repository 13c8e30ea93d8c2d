import CGtk

/// A pointer to a widget: the one form in which this project passes widgets around.
///
/// GTK's private structs import as `OpaquePointer`, its public ones typed; `widget.as(_:)` and
/// `widget.opaque` convert at the call.
public typealias WidgetPointer = UnsafeMutablePointer<GtkWidget>

extension UnsafeMutablePointer {
  /// The same object for a C function that takes it as another of its classes.
  ///
  /// C's cast macros are not imported. The caller vouches that the object is a `T`.
  public func `as`<T>(_ type: T.Type) -> UnsafeMutablePointer<T> {
    UnsafeMutableRawPointer(self).assumingMemoryBound(to: type)
  }

  /// The same object for a C function whose struct is private.
  public var opaque: OpaquePointer { OpaquePointer(self) }
}

extension OpaquePointer {
  /// The same object for a C function that takes it as a `T`. The caller vouches that it is one.
  public func `as`<T>(_ type: T.Type) -> UnsafeMutablePointer<T> { UnsafeMutablePointer(self) }

  /// The same object as a widget.
  public var widget: WidgetPointer { UnsafeMutablePointer(self) }
}

/// Unwraps what a C constructor returns: GLib's constructors abort rather than return NULL, which the importer
/// cannot know.
public func created<T>(_ pointer: UnsafeMutablePointer<T>?) -> UnsafeMutablePointer<T> {
  guard let pointer else { preconditionFailure("a GTK constructor returned NULL") }
  return pointer
}

/// Unwraps what a C constructor of a private struct returns.
public func created(_ pointer: OpaquePointer?) -> OpaquePointer {
  guard let pointer else { preconditionFailure("a GTK constructor returned NULL") }
  return pointer
}

/// Owns one reference to a GObject and drops it when it goes.
///
/// Not isolated, because a plain deinit may not touch a main-actor pointer. Objects of GTK must nevertheless be
/// let go of on the main thread, which holds wherever a main-actor type owns the reference.
public final class ObjectReference: @unchecked Sendable {
  /// The object.
  public let pointer: UnsafeMutablePointer<GObject>

  /// Takes a reference; sinks a floating one.
  public init(_ pointer: OpaquePointer) {
    self.pointer = pointer.as(GObject.self)
    g_object_ref_sink(self.pointer)
  }

  deinit { g_object_unref(pointer) }
}

extension Bool {
  /// GLib's form of a Boolean.
  public var gboolean: CGtk.gboolean { self ? 1 : 0 }
}
