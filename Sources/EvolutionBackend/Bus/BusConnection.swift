import CGLib

/// A connection to a message bus. It is used only on the `BusThread` on which it was opened.
final class BusConnection: @unchecked Sendable {
  /// A method of an object in another program.
  struct Method: Sendable {
    var destination: String
    var path: String
    var interface: String
    var name: String
  }

  /// A signal from an object in another program.
  struct Signal: Sendable {
    let path: String
    let interface: String
    let name: String
    let parameters: Variant
  }

  private let pointer: OpaquePointer
  private var subscriptions: [UInt32] = []

  private init(taking pointer: OpaquePointer) { self.pointer = pointer }

  deinit {
    for subscription in subscriptions { g_dbus_connection_signal_unsubscribe(pointer, subscription) }
    g_object_unref(UnsafeMutableRawPointer(pointer))
  }

  var isClosed: Bool { g_dbus_connection_is_closed(pointer) != 0 }

  // MARK: Opening

  /// Passes the continuation of `open` through a C callback.
  private final class Opening {
    let continuation: CheckedContinuation<Result<OpaqueReference, ServiceFault>, Never>

    init(_ continuation: CheckedContinuation<Result<OpaqueReference, ServiceFault>, Never>) {
      self.continuation = continuation
    }
  }

  /// A pointer on its way to the actor that opens the connection.
  private struct OpaqueReference: @unchecked Sendable { let pointer: OpaquePointer }

  /// Whether the session has a bus. Without this check, GIO may start one.
  private static var hasSessionBus: Bool {
    if let address = g_getenv("DBUS_SESSION_BUS_ADDRESS"), address.pointee != 0 { return true }
    guard let folder = g_get_user_runtime_dir() else { return false }
    return g_file_test(String(cString: folder) + "/bus", G_FILE_TEST_EXISTS) != 0
  }

  /// Connects to the bus at `address`, or to the session bus if `address` is nil.
  static func open(
    address: String?, isolation: isolated (any Actor)? = #isolation
  ) async throws(ServiceFault) -> BusConnection {
    guard address != nil || hasSessionBus else { throw .noBus("") }
    let result = await withCheckedContinuation {
      (continuation: CheckedContinuation<Result<OpaqueReference, ServiceFault>, Never>) in
      let opening = Unmanaged.passRetained(Opening(continuation)).toOpaque()
      guard let address else {
        g_bus_get(
          G_BUS_TYPE_SESSION, nil,
          { _, result, data in BusConnection.finish(data) { g_bus_get_finish(result, $0) } }, opening)
        return
      }
      let flags =
        G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT.rawValue
        | G_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION.rawValue
      g_dbus_connection_new_for_address(
        address, GDBusConnectionFlags(rawValue: flags), nil, nil,
        { _, result, data in
          BusConnection.finish(data) { g_dbus_connection_new_for_address_finish(result, $0) }
        }, opening)
    }
    let connection = BusConnection(taking: try result.get().pointer)
    // Otherwise, GIO would end the program when the connection is closed.
    g_dbus_connection_set_exit_on_close(connection.pointer, 0)
    return connection
  }

  /// Resumes the continuation of `open` with the result of a GIO function, which `getResult` calls.
  private static func finish(
    _ data: UnsafeMutableRawPointer?,
    _ getResult: (UnsafeMutablePointer<UnsafeMutablePointer<GError>?>) -> OpaquePointer?
  ) {
    guard let data else { return }
    let opening = Unmanaged<Opening>.fromOpaque(data).takeRetainedValue()
    var error: UnsafeMutablePointer<GError>?
    let pointer = getResult(&error)
    if let pointer {
      opening.continuation.resume(returning: .success(OpaqueReference(pointer: pointer)))
    } else {
      let message = error?.pointee.message.map { String(cString: $0) } ?? ""
      g_clear_error(&error)
      opening.continuation.resume(returning: .failure(.noBus(message)))
    }
  }

  // MARK: Calling

  /// Passes the continuation of `call` through a C callback.
  private final class Call {
    let continuation: CheckedContinuation<Result<Variant, ServiceFault>, Never>

    init(_ continuation: CheckedContinuation<Result<Variant, ServiceFault>, Never>) {
      self.continuation = continuation
    }
  }

  /// Calls a method, without blocking the thread.
  ///
  /// - Parameter timeout: the maximum time to wait for the results, in milliseconds.
  /// - Returns: the tuple of its results.
  func call(
    _ method: Method, _ parameters: Variant? = nil, timeout: Int32,
    isolation: isolated (any Actor)? = #isolation
  ) async throws(ServiceFault) -> Variant {
    guard !isClosed else { throw .noBus("") }
    let result = await withCheckedContinuation {
      (continuation: CheckedContinuation<Result<Variant, ServiceFault>, Never>) in
      g_dbus_connection_call(
        pointer, method.destination, method.path, method.interface, method.name, parameters?.pointer, nil,
        G_DBUS_CALL_FLAGS_NONE, timeout, nil,
        { source, result, data in
          guard let data else { return }
          let call = Unmanaged<Call>.fromOpaque(data).takeRetainedValue()
          var error: UnsafeMutablePointer<GError>?
          let answer = g_dbus_connection_call_finish(source.map { OpaquePointer($0) }, result, &error)
          if let answer {
            call.continuation.resume(returning: .success(Variant(taking: answer)))
          } else {
            call.continuation.resume(returning: .failure(BusConnection.fault(of: error)))
            g_clear_error(&error)
          }
        }, Unmanaged.passRetained(Call(continuation)).toOpaque())
    }
    return try result.get()
  }

  private static func fault(of error: UnsafeMutablePointer<GError>?) -> ServiceFault {
    guard let error else { return .rejected("") }
    guard let name = g_dbus_error_get_remote_error(error) else {
      // GDBus itself gave up, after a timeout or because the connection was lost.
      return .noAnswer
    }
    defer { g_free(name) }
    g_dbus_error_strip_remote_error(error)
    return ServiceFault(
      name: String(cString: name), message: error.pointee.message.map { String(cString: $0) } ?? "")
  }

  // MARK: Signals

  private final class Subscription {
    let handler: (Signal) -> Void

    init(_ handler: @escaping (Signal) -> Void) { self.handler = handler }
  }

  /// Calls a handler for each matching signal, on this thread, as long as the connection exists.
  ///
  /// - Parameters:
  ///   - sender: the name of the sender; nil for any.
  ///   - argument: the required first argument of the signals; nil for any.
  func subscribe(
    sender: String? = nil, interface: String, name: String? = nil, argument: String? = nil,
    _ handler: @escaping (Signal) -> Void
  ) {
    subscriptions.append(
      g_dbus_connection_signal_subscribe(
        pointer, sender, interface, name, nil, argument, G_DBUS_SIGNAL_FLAGS_NONE,
        { _, _, path, interface, name, parameters, data in
          guard let data, let path, let interface, let name, let parameters else { return }
          let subscription = Unmanaged<Subscription>.fromOpaque(data).takeUnretainedValue()
          subscription.handler(
            Signal(
              path: String(cString: path), interface: String(cString: interface), name: String(cString: name),
              parameters: Variant(taking: g_variant_ref(parameters))))
        }, Unmanaged.passRetained(Subscription(handler)).toOpaque(),
        { data in
          if let data { Unmanaged<Subscription>.fromOpaque(data).release() }
        }))
  }
}
