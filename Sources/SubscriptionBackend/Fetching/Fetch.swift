import CSoup
import CalendarModel
import CalendarStore
import Glibc

/// A single fetch over HTTP, on its own thread and in its own main context, which exist only for this fetch.
///
/// It has its own session, so it never reuses a connection of an earlier fetch: each connection is checked while it
/// is opened, before a byte is sent. There are no cookies and no cache.
final class Fetch: @unchecked Sendable {
  private static let chunkSize = 64 << 10
  /// The interval at which the elapsed time and the number of received bytes are checked, in milliseconds.
  private static let limitCheckInterval: UInt32 = 50

  private let request: FetchRequest
  private let continuation: CheckedContinuation<Result<FetchResponse, FetchFailure>, Never>
  private let soup: csoup
  private let loop: OpaquePointer
  private let cancellable = g_cancellable_new()
  private let session: OpaquePointer
  private let start = ContinuousClock.now

  private var address: SubscriptionAddress
  private var message: OpaquePointer?
  private var stream: UnsafeMutablePointer<GInputStream>?
  private var redirectCount = 0
  private var body = FetchedBody(bytes: [])
  /// Whether a server on the internet was reached, in this fetch or an earlier one, after which nothing may lead to the
  /// local network.
  private var hasLeftPrivateNetwork: Bool
  /// Why the fetch was given up. This fault takes precedence over any errors that giving up causes.
  private var fault: SubscriptionFault?
  /// How long the server asks clients to wait before the next request, in seconds.
  private var retryAfter: Int?
  private var response: FetchResponse?

  /// Fetches a calendar, and returns the response without checking its body.
  static func run(_ request: FetchRequest) async throws(FetchFailure) -> FetchResponse {
    guard let soup = csoup_load() else { throw FetchFailure(fault: .notSupported) }
    let functions = soup.pointee
    let result = await withCheckedContinuation {
      (continuation: CheckedContinuation<Result<FetchResponse, FetchFailure>, Never>) in
      let fetch = Unmanaged.passRetained(Starter(request, functions, continuation)).toOpaque()
      startDetachedThread(fetch, main)
    }
    return try result.get()
  }

  /// What the new thread needs to create the fetch, whose session belongs to that thread.
  private final class Starter {
    let request: FetchRequest
    let soup: csoup
    let continuation: CheckedContinuation<Result<FetchResponse, FetchFailure>, Never>

    init(
      _ request: FetchRequest, _ soup: csoup,
      _ continuation: CheckedContinuation<Result<FetchResponse, FetchFailure>, Never>
    ) {
      (self.request, self.soup, self.continuation) = (request, soup, continuation)
    }
  }

  private static let main: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = {
    pointer in
    guard let pointer else { return nil }
    let starter = Unmanaged<Starter>.fromOpaque(pointer).takeRetainedValue()
    let context = g_main_context_new()
    g_main_context_push_thread_default(context)
    if let session = starter.soup.soup_session_new(), let loop = g_main_loop_new(context, 0) {
      let fetch = Fetch(starter.request, starter.soup, starter.continuation, session, loop)
      fetch.run(in: context)
    } else {
      starter.continuation.resume(returning: .failure(FetchFailure(fault: .notSupported)))
    }
    g_main_context_pop_thread_default(context)
    g_main_context_unref(context)
    return nil
  }

  private init(
    _ request: FetchRequest, _ soup: csoup,
    _ continuation: CheckedContinuation<Result<FetchResponse, FetchFailure>, Never>,
    _ session: OpaquePointer, _ loop: OpaquePointer
  ) {
    (self.request, self.soup, self.continuation) = (request, soup, continuation)
    (self.session, self.loop, address) = (session, loop, request.address)
    hasLeftPrivateNetwork = request.mustBePublic
  }

  private func run(in context: OpaquePointer?) {
    soup.soup_session_set_user_agent(session, "Handspan")
    if let path = request.trustedCertificates, let database = g_tls_file_database_new(path, nil) {
      soup.soup_session_set_tls_database(session, database)
      g_object_unref(UnsafeMutableRawPointer(database))
    }
    if let proxy = request.proxy, let resolver = g_simple_proxy_resolver_new(proxy, nil) {
      soup.soup_session_set_proxy_resolver(session, resolver)
      g_object_unref(UnsafeMutableRawPointer(resolver))
    }
    let timer = g_timeout_source_new(Self.limitCheckInterval)
    g_source_set_callback(
      timer,
      { data in
        Fetch.from(data)?.checkLimits()
        return 1
      }, Unmanaged.passUnretained(self).toOpaque(), nil)
    g_source_attach(timer, context)
    let timeLimit = cancelAfterTimeLimit()
    send()
    // Quitting the loop before it runs would have no effect.
    if fault == nil { g_main_loop_run(loop) }
    timeLimit.cancel()
    g_source_destroy(timer)
    g_source_unref(timer)
    releaseMessage()
    soup.soup_session_abort(session)
    // Canceled operations end in the main context.
    while g_main_context_iteration(context, 0) != 0 {}
    releaseMessage()
    g_object_unref(UnsafeMutableRawPointer(session))
    g_object_unref(UnsafeMutableRawPointer(cancellable))
    g_main_loop_unref(loop)
    guard fault == nil, let response else {
      let failure = FetchFailure(fault: fault ?? .unreachable, retryAfter: retryAfter)
      return continuation.resume(returning: .failure(failure))
    }
    continuation.resume(returning: .success(response))
  }

  /// A cancellable that can be used on other threads. It exists as long as this reference does.
  private final class CancellableReference: @unchecked Sendable {
    let pointer: UnsafeMutablePointer<GCancellable>

    init(_ pointer: UnsafeMutablePointer<GCancellable>) {
      self.pointer = pointer
      g_object_ref(UnsafeMutableRawPointer(pointer))
    }

    deinit { g_object_unref(UnsafeMutableRawPointer(pointer)) }
  }

  /// Cancels the fetch from another thread when its time is up. A read of compressed data that yields no bytes can
  /// keep the fetch's own thread from doing so.
  private func cancelAfterTimeLimit() -> Task<Void, Never> {
    let (reference, limit) = (cancellable.map(CancellableReference.init), request.limits.milliseconds)
    return Task.detached {
      try? await Task.sleep(for: .milliseconds(limit + 100))
      if !Task.isCancelled, let reference { g_cancellable_cancel(reference.pointer) }
    }
  }

  private static func from(_ data: UnsafeMutableRawPointer?) -> Fetch? {
    data.map { Unmanaged<Fetch>.fromOpaque($0).takeUnretainedValue() }
  }

  // MARK: Sending

  private func send() {
    guard
      let uri = g_uri_parse(
        address.url,
        GUriFlags(
          rawValue: G_URI_FLAGS_HAS_PASSWORD.rawValue | G_URI_FLAGS_ENCODED_PATH.rawValue
            | G_URI_FLAGS_ENCODED_QUERY.rawValue | G_URI_FLAGS_SCHEME_NORMALIZE.rawValue), nil)
    else { return end(.invalidAddress) }
    defer { g_uri_unref(uri) }
    // If a proxy is used, only the name of the server is known.
    if hasLeftPrivateNetwork, request.privateNetwork.isPrivate(hostName: address.hostName) == true {
      return end(.redirectedToPrivateNetwork)
    }
    guard let message = soup.soup_message_new_from_uri("GET", uri) else { return end(.invalidAddress) }
    self.message = message
    soup.soup_message_add_flags(
      message, guint(CSOUP_NO_REDIRECT | CSOUP_NEW_CONNECTION | CSOUP_COLLECT_METRICS))
    let headers = soup.soup_message_get_request_headers(message)
    soup.soup_message_headers_replace(headers, "Accept", "text/calendar, */*;q=0.5")
    for (name, value) in request.conditions { soup.soup_message_headers_replace(headers, name, value) }
    let handler:
      @convention(c) (
        OpaquePointer?, GSocketClientEvent, UnsafeMutablePointer<GIOStream>?, UnsafeMutableRawPointer?
      ) -> Void = { _, event, connection, data in Fetch.from(data)?.connectionChanged(connection, event) }
    let userData = Unmanaged.passUnretained(self).toOpaque()
    g_signal_connect_data(
      UnsafeMutableRawPointer(message), "network-event", unsafeBitCast(handler, to: GCallback.self), userData,
      nil,
      GConnectFlags(rawValue: 0))
    soup.soup_session_send_async(
      session, message, G_PRIORITY_DEFAULT, cancellable,
      { _, result, data in Fetch.from(data)?.didSend(result) }, userData)
  }

  /// Checks the address of a connection that is being opened.
  private func connectionChanged(_ stream: UnsafeMutablePointer<GIOStream>?, _ event: GSocketClientEvent) {
    guard event == G_SOCKET_CLIENT_CONNECTING || event == G_SOCKET_CLIENT_CONNECTED else { return }
    var bytes = [UInt8](repeating: 0, count: 16)
    var count: gsize = 0
    let isPrivate: Bool
    switch csoup_peer(stream, &bytes, &count) {
    case CSOUP_PEER_ADDRESS:
      isPrivate = request.privateNetwork.isPrivate(NetworkAddress(bytes: Array(bytes.prefix(Int(count)))))
    case CSOUP_PEER_PROXY:
      // The address is that of the proxy, which says nothing about the server.
      isPrivate = request.privateNetwork.isPrivate(hostName: address.hostName) ?? false
    default: return
    }
    if isPrivate, hasLeftPrivateNetwork { return end(.redirectedToPrivateNetwork) }
    if event == G_SOCKET_CLIENT_CONNECTED, !isPrivate { hasLeftPrivateNetwork = true }
  }

  private func didSend(_ result: OpaquePointer?) {
    var error: UnsafeMutablePointer<GError>?
    stream = soup.soup_session_send_finish(session, result, &error)
    guard let stream, let message else { return end(fault(of: error, isBody: false)) }
    guard fault == nil else { return end() }
    let headers = soup.soup_message_get_response_headers(message)
    let header = { (name: String) in
      self.soup.soup_message_headers_get_one(headers, name).map { String(cString: $0) }
    }
    let meaning = ResponseMeaning(
      status: Int(soup.soup_message_get_status(message)), location: header("Location"),
      wasConditional: !request.conditions.isEmpty)
    switch meaning {
    case .failure(let fault):
      retryAfter = header("Retry-After").flatMap(secondsToWait)
      end(fault)
    case .notModified:
      response = .notModified
      end()
    case .redirect(let location): followRedirect(to: location)
    case .body:
      if let length = header("Content-Length").flatMap({ Int($0) }), length > request.limits.bytes {
        return end(.tooLarge(limit: request.limits.bytes))
      }
      let type = soup.soup_message_headers_get_content_type(headers, nil).map {
        String(cString: $0).lowercased()
      }
      body = FetchedBody(
        bytes: [], contentType: type, entityTag: header("ETag"), lastModified: header("Last-Modified"))
      read(stream)
    }
  }

  /// Reads Retry-After, which is a number of seconds or a date (RFC 9110).
  private func secondsToWait(_ text: String) -> Int? {
    if let seconds = Int(text) { return max(0, seconds) }
    guard let date = soup.soup_date_time_new_from_http_string(text) else { return nil }
    defer { g_date_time_unref(date) }
    return max(0, Int(g_date_time_to_unix(date) - g_get_real_time() / 1_000_000))
  }

  private func followRedirect(to location: String) {
    redirectCount += 1
    guard redirectCount <= request.limits.redirects else {
      return end(.tooManyRedirects(limit: request.limits.redirects))
    }
    do {
      address = try address.redirected(to: location)
    } catch {
      return end(error)
    }
    releaseMessage()
    send()
  }

  // MARK: Reading

  private func read(_ stream: UnsafeMutablePointer<GInputStream>) {
    g_input_stream_read_bytes_async(
      stream, gsize(Self.chunkSize), G_PRIORITY_DEFAULT, cancellable,
      { source, result, data in Fetch.from(data)?.didRead(source, result) },
      Unmanaged.passUnretained(self).toOpaque())
  }

  private func didRead(_ source: UnsafeMutablePointer<GObject>?, _ result: OpaquePointer?) {
    var error: UnsafeMutablePointer<GError>?
    guard let stream else { return end() }
    guard let chunk = g_input_stream_read_bytes_finish(stream, result, &error) else {
      return end(fault(of: error, isBody: true))
    }
    defer { g_bytes_unref(chunk) }
    guard fault == nil else { return end() }
    var count: gsize = 0
    let data = g_bytes_get_data(chunk, &count)
    guard count > 0, let data else {
      body.isPublic = hasLeftPrivateNetwork
      response = .body(body)
      return end()
    }
    guard body.bytes.count + Int(count) <= request.limits.bytes else {
      return end(.tooLarge(limit: request.limits.bytes))
    }
    body.bytes.append(contentsOf: UnsafeRawBufferPointer(start: data, count: Int(count)))
    checkLimits()
    read(stream)
  }

  /// Gives up if the time is up, or if the server has sent too much. The decompressed size is checked while reading.
  private func checkLimits() {
    guard fault == nil else { return }
    if isOverTime { return end(tooSlowFault) }
    guard let message, let metrics = soup.soup_message_get_metrics(message) else { return }
    if soup.soup_message_metrics_get_response_body_bytes_received(metrics) > UInt64(request.limits.bytes) {
      end(.tooLarge(limit: request.limits.bytes))
    }
  }

  private var isOverTime: Bool { start.duration(to: .now) > .milliseconds(request.limits.milliseconds) }
  private var tooSlowFault: SubscriptionFault {
    .tooSlow(seconds: max(1, request.limits.milliseconds / 1_000))
  }

  // MARK: Ending

  /// Ends the fetch. If this is called more than once, the first fault counts.
  private func end(_ fault: SubscriptionFault? = nil) {
    if self.fault == nil, response == nil { self.fault = fault }
    g_cancellable_cancel(cancellable)
    g_main_loop_quit(loop)
  }

  private func releaseMessage() {
    if let stream { g_object_unref(UnsafeMutableRawPointer(stream)) }
    if let message {
      g_signal_handlers_disconnect_matched(
        UnsafeMutableRawPointer(message), G_SIGNAL_MATCH_DATA, 0, 0, nil, nil,
        Unmanaged.passUnretained(self).toOpaque())
      g_object_unref(UnsafeMutableRawPointer(message))
    }
    (stream, message) = (nil, nil)
  }

  private func fault(of error: UnsafeMutablePointer<GError>?, isBody: Bool) -> SubscriptionFault {
    guard let error else { return .unreachable }
    defer { g_error_free(error) }
    if isOverTime { return tooSlowFault }
    let (domain, code) = (error.pointee.domain, UInt32(bitPattern: error.pointee.code))
    if domain == csoup_tls_error() { return .untrusted }
    if domain == csoup_io_error(), code == G_IO_ERROR_TIMED_OUT.rawValue {
      return tooSlowFault
    }
    // The connection was lost, or the compressed data is not valid.
    return isBody ? .incomplete : .unreachable
  }
}
