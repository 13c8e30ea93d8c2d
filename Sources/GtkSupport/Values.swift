import CGtk

// The fundamental types are macros, which Swift does not import. Their values (n << 2) are part of GLib's
// ABI.

/// Sets a string property that has no setter. Swift does not import the variadic C function `g_object_set`.
@MainActor
package func setProperty(_ object: OpaquePointer, _ name: String, _ value: String) {
  var text = GValue()
  g_value_init(&text, GType(16 << 2))
  g_value_set_string(&text, value)
  g_object_set_property(object.as(GObject.self), name, &text)
  g_value_unset(&text)
}

/// Reads a Boolean property.
@MainActor
package func booleanProperty(_ object: OpaquePointer, _ name: String) -> Bool {
  var value = GValue()
  g_value_init(&value, GType(5 << 2))
  g_object_get_property(object.as(GObject.self), name, &value)
  defer { g_value_unset(&value) }
  return g_value_get_boolean(&value) != 0
}

/// Reads an integer property.
@MainActor
package func integerProperty(_ object: OpaquePointer, _ name: String) -> Int32 {
  var value = GValue()
  g_value_init(&value, GType(6 << 2))
  g_object_get_property(object.as(GObject.self), name, &value)
  defer { g_value_unset(&value) }
  return g_value_get_int(&value)
}

/// Reads a string property. Returns an empty string if it is NULL.
@MainActor
package func stringProperty(_ object: OpaquePointer, _ name: String) -> String {
  var value = GValue()
  g_value_init(&value, GType(16 << 2))
  g_object_get_property(object.as(GObject.self), name, &value)
  defer { g_value_unset(&value) }
  return g_value_get_string(&value).map { String(cString: $0) } ?? ""
}

/// Converts a GLib string owned by the caller to a Swift string, and frees the original.
package func takeString(_ text: UnsafeMutablePointer<CChar>?) -> String? {
  guard let text else { return nil }
  defer { g_free(text) }
  return String(cString: text)
}
