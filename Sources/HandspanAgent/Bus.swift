import CAgent

/// A connection to a message bus, on the main thread.
@MainActor
final class Bus {
  typealias Parameters = OpaquePointer

  /// Why a call failed.
  enum Failure: Error {
    /// There is nobody to answer.
    case nobody
    case other
  }

  let connection: OpaquePointer

  private init(_ connection: OpaquePointer) { self.connection = connection }

  /// Connects to the session's bus; nil if there is none.
  static func session() -> Bus? {
    // Without this check, GIO may start one.
    let folder = g_get_user_runtime_dir().map { String(cString: $0) } ?? ""
    guard g_getenv("DBUS_SESSION_BUS_ADDRESS") != nil || g_file_test(folder + "/bus", G_FILE_TEST_EXISTS) != 0
    else { return nil }
    return open(G_BUS_TYPE_SESSION)
  }

  /// Connects to the system's bus; nil if there is none.
  static func system() -> Bus? {
    let bus = open(G_BUS_TYPE_SYSTEM)
    if let bus { g_dbus_connection_set_exit_on_close(bus.connection, 0) }
    return bus
  }

  private static func open(_ type: GBusType) -> Bus? {
    g_bus_get_sync(type, nil, nil).map { Bus($0) }
  }

  // MARK: Names

  private final class Handlers: Sendable {
    let acquired: @MainActor @Sendable () -> Void
    let lost: @MainActor @Sendable () -> Void

    init(
      _ acquired: @escaping @MainActor @Sendable () -> Void, _ lost: @escaping @MainActor @Sendable () -> Void
    ) {
      (self.acquired, self.lost) = (acquired, lost)
    }
  }

  /// Takes a name, which another program may take over later.
  ///
  /// - Parameters:
  ///   - replaces: whether to take it from a program that has it.
  ///   - lost: called if another program has it, now or later.
  func own(
    _ name: String, replaces: Bool, acquired: @escaping @MainActor @Sendable () -> Void,
    lost: @escaping @MainActor @Sendable () -> Void
  ) {
    var flags =
      G_BUS_NAME_OWNER_FLAGS_ALLOW_REPLACEMENT.rawValue | G_BUS_NAME_OWNER_FLAGS_DO_NOT_QUEUE.rawValue
    if replaces { flags |= G_BUS_NAME_OWNER_FLAGS_REPLACE.rawValue }
    g_bus_own_name_on_connection(
      connection, name, GBusNameOwnerFlags(rawValue: flags),
      { _, _, data in Bus.handlers(data) { $0.acquired() } },
      { _, _, data in Bus.handlers(data) { $0.lost() } },
      Unmanaged.passRetained(Handlers(acquired, lost)).toOpaque(),
      { data in if let data { Unmanaged<Handlers>.fromOpaque(data).release() } })
  }

  private nonisolated static func handlers(
    _ data: UnsafeMutableRawPointer?, _ call: @MainActor @Sendable (Handlers) -> Void
  ) {
    guard let data else { return }
    let handlers = Unmanaged<Handlers>.fromOpaque(data).takeUnretainedValue()
    MainActor.assumeIsolated { call(handlers) }
  }

  /// Returns whether a name has an owner. It waits for the answer of the bus itself.
  func hasOwner(_ name: String) -> Bool {
    let parameters = Variants.tuple([Variants.string(name)])
    guard
      let answer = g_dbus_connection_call_sync(
        connection, "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "NameHasOwner",
        parameters, nil, G_DBUS_CALL_FLAGS_NONE, 2_000, nil, nil)
    else { return false }
    defer { g_variant_unref(answer) }
    return Variants.child(answer, 0) { g_variant_get_boolean($0) != 0 }
  }

  /// Calls a handler whenever a name gets or loses its owner.
  func watch(_ name: String, _ handler: @escaping @MainActor @Sendable (_ hasOwner: Bool) -> Void) {
    subscribe(
      sender: "org.freedesktop.DBus", interface: "org.freedesktop.DBus", signal: "NameOwnerChanged",
      argument: name
    ) { parameters in
      handler(!Variants.text(parameters, 2).isEmpty)
    }
  }

  // MARK: Calls and signals

  private final class Answer: Sendable {
    let call: @MainActor @Sendable (Result<Parameters, Failure>) -> Void
    init(_ call: @escaping @MainActor @Sendable (Result<Parameters, Failure>) -> Void) { self.call = call }
  }

  /// Calls a method without waiting for it. The answer is valid only during the call of `answered`.
  func call(
    _ destination: String, path: String, interface: String, method: String, _ parameters: Parameters?,
    flags: GDBusCallFlags = G_DBUS_CALL_FLAGS_NONE,
    _ answered: @escaping @MainActor @Sendable (Result<Parameters, Failure>) -> Void
  ) {
    g_dbus_connection_call(
      connection, destination, path, interface, method, parameters, nil, flags, 10_000, nil,
      { source, result, data in
        guard let data else { return }
        let answer = Unmanaged<Answer>.fromOpaque(data).takeRetainedValue()
        var error: UnsafeMutablePointer<GError>?
        let value = g_dbus_connection_call_finish(source.map { OpaquePointer($0) }, result, &error)
        nonisolated(unsafe) let outcome: Result<Parameters, Failure> =
          value.map { .success($0) } ?? .failure(Bus.failure(error))
        MainActor.assumeIsolated { answer.call(outcome) }
        if let value { g_variant_unref(value) }
        g_clear_error(&error)
      }, Unmanaged.passRetained(Answer(answered)).toOpaque())
  }

  private nonisolated static func failure(_ error: UnsafeMutablePointer<GError>?) -> Failure {
    guard let error, let name = g_dbus_error_get_remote_error(error) else { return .other }
    defer { g_free(name) }
    let text = String(cString: name)
    let isNobody =
      text.hasSuffix(".ServiceUnknown") || text.hasSuffix(".NameHasNoOwner") || text.contains(".Spawn.")
    return isNobody ? .nobody : .other
  }

  private final class Subscription: Sendable {
    let handler: @MainActor @Sendable (Parameters) -> Void
    init(_ handler: @escaping @MainActor @Sendable (Parameters) -> Void) { self.handler = handler }
  }

  /// Calls a handler for each matching signal, as long as the program runs. The parameters are valid only during the call.
  func subscribe(
    sender: String, path: String? = nil, interface: String, signal: String, argument: String? = nil,
    _ handler: @escaping @MainActor @Sendable (Parameters) -> Void
  ) {
    g_dbus_connection_signal_subscribe(
      connection, sender, interface, signal, path, argument, G_DBUS_SIGNAL_FLAGS_NONE,
      { _, _, _, _, _, parameters, data in
        guard let data, let parameters else { return }
        let subscription = Unmanaged<Subscription>.fromOpaque(data).takeUnretainedValue()
        nonisolated(unsafe) let values = parameters
        MainActor.assumeIsolated { subscription.handler(values) }
      }, Unmanaged.passRetained(Subscription(handler)).toOpaque(),
      { data in if let data { Unmanaged<Subscription>.fromOpaque(data).release() } })
  }
}

/// Values on the bus.
enum Variants {
  static func string(_ text: String) -> OpaquePointer { g_variant_new_string(text) }

  static func tuple(_ values: [OpaquePointer]) -> OpaquePointer {
    var children = values.map { Optional($0) }
    return g_variant_new_tuple(&children, gsize(children.count))
  }

  static func array(of type: String, _ values: [OpaquePointer]) -> OpaquePointer {
    let elementType = g_variant_type_new(type)
    defer { g_variant_type_free(elementType) }
    var children = values.map { Optional($0) }
    return g_variant_new_array(elementType, &children, gsize(children.count))
  }

  /// A dictionary from names to values of any type.
  static func dictionary(_ entries: [(String, OpaquePointer)]) -> OpaquePointer {
    array(
      of: "{sv}", entries.map { g_variant_new_dict_entry(string($0.0), g_variant_new_variant($0.1)) })
  }

  /// Reads an element of a tuple or array.
  static func child<Value>(_ value: OpaquePointer, _ index: Int, _ read: (OpaquePointer) -> Value) -> Value {
    let child: OpaquePointer = g_variant_get_child_value(value, gsize(index))
    defer { g_variant_unref(child) }
    return read(child)
  }

  static func count(_ value: OpaquePointer) -> Int {
    g_variant_is_container(value) != 0 ? Int(g_variant_n_children(value)) : 0
  }

  /// Returns an element that is a string or a path; empty for anything else.
  static func text(_ value: OpaquePointer, _ index: Int) -> String {
    guard index < count(value) else { return "" }
    return child(value, index) { text($0) }
  }

  static func text(_ value: OpaquePointer) -> String {
    guard ["s", "o"].contains(String(cString: g_variant_get_type_string(value))) else { return "" }
    return String(cString: g_variant_get_string(value, nil))
  }

  /// Returns a text inside a variant; empty for anything else.
  static func text(boxed value: OpaquePointer) -> String {
    String(cString: g_variant_get_type_string(value)) == "v" ? child(value, 0) { text($0) } : text(value)
  }

  /// Calls a function with each key, a text or a path, and each value of a dictionary.
  static func forEachEntry(of dictionary: OpaquePointer, _ body: (String, OpaquePointer) -> Void) {
    for index in 0..<count(dictionary) {
      child(dictionary, index) { entry in
        guard count(entry) == 2 else { return }
        let key = child(entry, 0) { text($0) }
        child(entry, 1) { body(key, $0) }
      }
    }
  }

  /// Returns an element that is a number; 0 for anything else.
  static func number(_ value: OpaquePointer, _ index: Int) -> UInt32 {
    guard index < count(value) else { return 0 }
    return child(value, index) {
      String(cString: g_variant_get_type_string($0)) == "u" ? g_variant_get_uint32($0) : 0
    }
  }
}
