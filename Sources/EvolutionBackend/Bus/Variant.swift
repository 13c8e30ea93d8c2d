import CGLib

/// A value sent over the bus. It is immutable and can be used on any thread.
///
/// The properties that read it return nil or an empty result if it has a different type, because other programs may
/// send anything.
final class Variant: @unchecked Sendable {
  let pointer: OpaquePointer

  /// Takes ownership of a reference, which may be floating.
  init(taking pointer: OpaquePointer) { self.pointer = g_variant_take_ref(pointer) }

  deinit { g_variant_unref(pointer) }

  // MARK: Creating

  static func string(_ text: String) -> Variant { Variant(taking: g_variant_new_string(text)) }

  static func uint32(_ number: UInt32) -> Variant { Variant(taking: g_variant_new_uint32(number)) }

  static func strings(_ strings: [String]) -> Variant { array(of: "s", strings.map(string)) }

  /// - Parameter type: the type of each element, such as `(ss)`.
  static func array(of type: String, _ elements: [Variant]) -> Variant {
    let elementType = g_variant_type_new(type)
    defer { g_variant_type_free(elementType) }
    var pointers = elements.map { Optional($0.pointer) }
    return withExtendedLifetime(elements) {
      Variant(taking: g_variant_new_array(elementType, &pointers, gsize(pointers.count)))
    }
  }

  static func tuple(_ elements: Variant...) -> Variant {
    var pointers = elements.map { Optional($0.pointer) }
    return withExtendedLifetime(elements) {
      Variant(taking: g_variant_new_tuple(&pointers, gsize(pointers.count)))
    }
  }

  /// Creates an entry of a dictionary.
  static func entry(_ key: String, _ value: String) -> Variant {
    let (key, value) = (string(key), string(value))
    return withExtendedLifetime((key, value)) {
      Variant(taking: g_variant_new_dict_entry(key.pointer, value.pointer))
    }
  }

  // MARK: Reading

  var type: String { String(cString: g_variant_get_type_string(pointer)) }

  var count: Int { g_variant_is_container(pointer) != 0 ? Int(g_variant_n_children(pointer)) : 0 }

  /// Returns an element of a tuple, an array or a dictionary entry.
  subscript(index: Int) -> Variant? {
    index >= 0 && index < count
      ? Variant(taking: g_variant_get_child_value(pointer, gsize(index))) : nil
  }

  /// The value inside a `v`; otherwise the value itself.
  var unboxed: Variant { type == "v" ? self[0] ?? self : self }

  var string: String? {
    let type = type
    guard type == "s" || type == "o" || type == "g" else { return nil }
    return g_variant_get_string(pointer, nil).map { String(cString: $0) }
  }

  var bool: Bool? { type == "b" ? g_variant_get_boolean(pointer) != 0 : nil }

  var elements: [Variant] { (0..<count).compactMap { self[$0] } }

  var strings: [String]? { type == "as" ? elements.compactMap(\.string) : nil }

  /// The entries of a dictionary whose keys are strings; nil for anything else.
  var dictionary: [String: Variant]? {
    guard type.hasPrefix("a{s") || type.hasPrefix("a{o") else { return nil }
    var entries: [String: Variant] = [:]
    for entry in elements {
      if let key = entry[0]?.string, let value = entry[1] { entries[key] = value.unboxed }
    }
    return entries
  }
}
