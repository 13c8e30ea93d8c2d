import CGtk

/// Sets properties that have no setter of their own; C's variadic `g_object_set` is not imported.
@MainActor
public func setProperty(_ object: OpaquePointer, _ name: String, _ value: Bool) {
  setProperty(object, name, type: GType(5 << 2)) { g_value_set_boolean(&$0, value.gboolean) }
}

/// Sets an integer property.
@MainActor
public func setProperty(_ object: OpaquePointer, _ name: String, _ value: Int32) {
  setProperty(object, name, type: GType(6 << 2)) { g_value_set_int(&$0, value) }
}

/// Sets a floating-point property.
@MainActor
public func setProperty(_ object: OpaquePointer, _ name: String, _ value: Double) {
  setProperty(object, name, type: GType(15 << 2)) { g_value_set_double(&$0, value) }
}

/// Sets a string property.
@MainActor
public func setProperty(_ object: OpaquePointer, _ name: String, _ value: String) {
  setProperty(object, name, type: GType(16 << 2)) { g_value_set_string(&$0, value) }
}

// The fundamental types are macros (G_TYPE_MAKE_FUNDAMENTAL(n) = n << 2) and part of GLib's ABI.
@MainActor
private func setProperty(_ object: OpaquePointer, _ name: String, type: GType, fill: (inout GValue) -> Void) {
  var value = GValue()
  g_value_init(&value, type)
  fill(&value)
  g_object_set_property(object.as(GObject.self), name, &value)
  g_value_unset(&value)
}

/// Reads a Boolean property.
@MainActor
public func booleanProperty(_ object: OpaquePointer, _ name: String) -> Bool {
  var value = GValue()
  g_value_init(&value, GType(5 << 2))
  g_object_get_property(object.as(GObject.self), name, &value)
  defer { g_value_unset(&value) }
  return g_value_get_boolean(&value) != 0
}

/// Reads an integer property.
@MainActor
public func integerProperty(_ object: OpaquePointer, _ name: String) -> Int32 {
  var value = GValue()
  g_value_init(&value, GType(6 << 2))
  g_object_get_property(object.as(GObject.self), name, &value)
  defer { g_value_unset(&value) }
  return g_value_get_int(&value)
}

/// Reads a string property; empty where it is NULL.
@MainActor
public func stringProperty(_ object: OpaquePointer, _ name: String) -> String {
  var value = GValue()
  g_value_init(&value, GType(16 << 2))
  g_object_get_property(object.as(GObject.self), name, &value)
  defer { g_value_unset(&value) }
  return g_value_get_string(&value).map { String(cString: $0) } ?? ""
}

/// A GLib string that the caller owns, as a Swift string.
public func takeString(_ text: UnsafeMutablePointer<CChar>?) -> String? {
  guard let text else { return nil }
  defer { g_free(text) }
  return String(cString: text)
}
