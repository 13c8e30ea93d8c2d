import CGLib
import CalendarModel
import Foundation
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@testable import CalendarStore
@testable import EvolutionBackend

/// Evolution Data Server on a message bus of its own and a Radicale server, both with temporary folders. They
/// are stopped when the fixture is released.
final class ServiceFixture: @unchecked Sendable {
  private static let programs = ["dbus-daemon", "radicale"]
  private static let service = "/usr/libexec/evolution-source-registry"
  /// The library of nss_wrapper, which makes programs read the addresses of hosts from a file of the test.
  private static let hostsLibrary = "libnss_wrapper.so"

  /// Whether the programs are installed. In continuous integration, this is always true, so the tests fail rather than
  /// being skipped if a program is missing.
  static var canRun: Bool {
    ProcessInfo.processInfo.environment["CI"] == "true"
      || programs.allSatisfy { path(of: $0) != nil }
        && FileManager.default.isExecutableFile(atPath: service)
  }

  /// Whether the server's host name can be made unresolvable, which needs nss_wrapper.
  static var canUseHostName: Bool {
    let folders = (try? FileManager.default.contentsOfDirectory(atPath: "/usr/lib")) ?? []
    return ProcessInfo.processInfo.environment["CI"] == "true"
      || folders.contains { FileManager.default.fileExists(atPath: "/usr/lib/\($0)/\(hostsLibrary)") }
  }

  static func path(of program: String) -> String? {
    let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":").map(String.init) ?? []
    return folders.map { "\($0)/\(program)" }.first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  let folder: URL
  let busAddress: String
  private let bus: Process
  private var server: Process?
  private let port: Int
  /// The proxy through which the service reaches the server, if there is one.
  private var proxy: FaultyProxy?
  private let needsPassword: Bool
  /// The name of the server's host in the sources; nil if they contain its address.
  private let hostName: String?

  /// - Parameters:
  ///   - hasService: whether Evolution Data Server can be started on the bus.
  ///   - needsPassword: whether the server asks for a password, which is never entered.
  ///   - hostName: the name of the server's host in the sources. It is unknown until
  ///     `setHostName(isKnown: true)` is called.
  init(hasService: Bool = true, needsPassword: Bool = false, hostName: String? = nil) throws {
    (self.needsPassword, self.hostName) = (needsPassword, hostName)
    folder = URL(fileURLWithPath: NSTemporaryDirectory() + "handspan-eds-\(UUID().uuidString.prefix(8))")
    for name in ["home", "run", "server/collection-root/user"] {
      try FileManager.default.createDirectory(
        at: folder.appendingPathComponent(name), withIntermediateDirectories: true,
        attributes: [.posixPermissions: 0o700])
    }
    port = try ServiceFixture.freePort()
    bus = Process()
    bus.executableURL = URL(fileURLWithPath: try #require(ServiceFixture.path(of: "dbus-daemon")))
    bus.arguments = ["--nofork", "--nopidfile", "--print-address=1"]
    if hasService {
      bus.arguments?.append("--session")
    } else {
      let configuration = folder.appendingPathComponent("bus.conf")
      try """
      <busconfig><type>session</type><listen>unix:tmpdir=\(folder.path)</listen>
      <policy context="default"><allow send_destination="*" eavesdrop="true"/>
        <allow eavesdrop="true"/><allow own="*"/></policy></busconfig>
      """.write(to: configuration, atomically: true, encoding: .utf8)
      bus.arguments?.append("--config-file=\(configuration.path)")
    }
    let home = folder.path + "/home"
    bus.environment = [
      "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin", "HOME": home,
      "XDG_CONFIG_HOME": home + "/config", "XDG_DATA_HOME": home + "/data",
      "XDG_CACHE_HOME": home + "/cache", "XDG_RUNTIME_DIR": folder.path + "/run",
      "GIO_USE_NETWORK_MONITOR": "base", "GIO_USE_VFS": "local", "GSETTINGS_BACKEND": "memory",
      "LC_ALL": "C.UTF-8", "TZ": "UTC",
    ]
    if hostName != nil {
      bus.environment?["LD_PRELOAD"] = ServiceFixture.hostsLibrary
      bus.environment?["NSS_WRAPPER_HOSTS"] = try ServiceFixture.writeHosts(nil, in: folder)
    }
    let output = Pipe()
    bus.standardOutput = output
    bus.standardError = FileHandle.nullDevice
    try bus.run()
    var line = Data()
    while !line.contains(UInt8(ascii: "\n")) {
      let data = output.fileHandleForReading.availableData
      try #require(!data.isEmpty, "the message bus did not start")
      line += data
    }
    busAddress = String(decoding: line, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
  }

  deinit {
    for process in [server, bus, proxy?.process] { ServiceFixture.stop(process) }
    try? FileManager.default.removeItem(at: folder)
  }

  /// Kills a process and waits for it to exit. The tests block SIGTERM, and so do the programs that they start.
  /// The service exits on its own when its bus is gone.
  ///
  /// `Process` would also wait for the programs that the process has started, because they inherit the socket through
  /// which `Process` learns of the exit.
  private static func stop(_ process: Process?) {
    guard let identifier = process?.processIdentifier, identifier > 0 else { return }
    kill(identifier, SIGKILL)
    for _ in 0..<500 {
      guard let status = try? String(contentsOfFile: "/proc/\(identifier)/stat", encoding: .utf8),
        let state = status.split(separator: ")").last?.first(where: { $0 != " " }), state != "Z"
      else { return }
      usleep(10_000)
    }
  }

  static func freePort() throws -> Int {
    let socket = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(socket) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let status = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(socket, $0, length) == 0 ? getsockname(socket, $0, &length) : -1
      }
    }
    try #require(status == 0)
    return Int(UInt16(bigEndian: address.sin_port))
  }

  // MARK: The server

  /// Determines whether the name of the server's host can be resolved.
  func setHostName(isKnown: Bool) throws {
    _ = try ServiceFixture.writeHosts(isKnown ? hostName : nil, in: folder)
  }

  /// Writes a file with the addresses of hosts.
  ///
  /// - Parameter name: an additional name for this computer; nil for none.
  /// - Returns: the path of the file.
  private static func writeHosts(_ name: String?, in folder: URL) throws -> String {
    let file = folder.appendingPathComponent("hosts")
    try Data("127.0.0.1 localhost \(name ?? "")\n".utf8).write(to: file)
    // nss_wrapper compares times in whole seconds, and does not read the file again if they are the same.
    let time = Date(timeIntervalSince1970: name == nil ? 1_000_000 : 2_000_000)
    try FileManager.default.setAttributes([.modificationDate: time], ofItemAtPath: file.path)
    return file.path
  }

  func startServer() async throws {
    let configuration = folder.appendingPathComponent("radicale.conf")
    let rights = folder.appendingPathComponent("rights")
    try """
    [read-only]
    user: .*
    collection: user/locked
    permissions: r
    [all]
    user: \(needsPassword ? ".+" : ".*")
    collection: .*
    permissions: RrWw
    """.write(to: rights, atomically: true, encoding: .utf8)
    try "user:secret\n".write(
      to: folder.appendingPathComponent("passwords"), atomically: true, encoding: .utf8)
    let authentication =
      needsPassword
      ? "type = htpasswd\nhtpasswd_filename = \(folder.path)/passwords\nhtpasswd_encryption = plain"
      : "type = none"
    try """
    [server]
    hosts = 127.0.0.1:\(port)
    [auth]
    \(authentication)
    [rights]
    type = from_file
    file = \(rights.path)
    [web]
    type = none
    [storage]
    filesystem_folder = \(folder.path)/server
    """.write(to: configuration, atomically: true, encoding: .utf8)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: try #require(ServiceFixture.path(of: "radicale")))
    process.arguments = ["--config", configuration.path]
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    server = process
    try await wait("the server does not answer") { (try? await self.request("GET", "")) != nil }
  }

  func stopServer() {
    ServiceFixture.stop(server)
    server = nil
  }

  /// Makes the server accept requests without answering them, or lets it answer again.
  func freezeServer(_ isFrozen: Bool) {
    if let server { kill(server.processIdentifier, isFrozen ? SIGSTOP : SIGCONT) }
  }

  /// Puts a proxy before the server, for the sources that are added from now on.
  func startProxy() throws -> FaultyProxy {
    let proxy = try FaultyProxy(to: port)
    self.proxy = proxy
    return proxy
  }

  @discardableResult
  private func request(_ method: String, _ path: String, _ body: String? = nil) async throws -> Int {
    try await answer(method, path, body).status
  }

  /// Sends a request to the server, without the proxy.
  ///
  /// - Parameter version: the version (ETag) that the object must have; nil for any.
  func answer(
    _ method: String, _ path: String, _ body: String? = nil, version: String? = nil
  ) async throws -> (status: Int, text: String, version: String?) {
    var request = URLRequest(
      url: try #require(URL(string: "http://127.0.0.1:\(port)/user/\(path)")), timeoutInterval: 10)
    request.httpMethod = method
    request.httpBody = body.map { Data($0.utf8) }
    request.setValue("text/calendar; charset=utf-8", forHTTPHeaderField: "Content-Type")
    request.setValue(
      "Basic " + Data("user:secret".utf8).base64EncodedString(), forHTTPHeaderField: "Authorization")
    if let version { request.setValue(version, forHTTPHeaderField: "If-Match") }
    let (data, response) = try await URLSession.shared.data(for: request)
    let httpResponse = response as? HTTPURLResponse
    return (
      httpResponse?.statusCode ?? 0, String(decoding: data, as: UTF8.self),
      httpResponse?.value(forHTTPHeaderField: "ETag")
    )
  }

  private func collection(_ name: String) -> URL {
    folder.appendingPathComponent("server/collection-root/user/\(name)")
  }

  /// Writes an object on the server, as a second client would.
  func put(_ text: String, as name: String, in calendar: String) async throws {
    let status = try await request("PUT", "\(calendar)/\(name)", text)
    try #require(status == 201 || status == 204, "the server answered \(status)")
  }

  func remove(_ name: String, in calendar: String) async throws {
    try #require(try await request("DELETE", "\(calendar)/\(name)") == 200)
  }

  /// Makes the server answer each request about a calendar with status 500, or lets it work again.
  func setServerError(_ hasError: Bool, in calendar: String) throws {
    try (hasError ? "{" : #"{"tag": "VCALENDAR"}"#).write(
      to: collection(calendar).appendingPathComponent(".Radicale.props"), atomically: true, encoding: .utf8)
  }

  /// The objects on the server, by name.
  func objects(in calendar: String) throws -> [String: String] {
    var texts: [String: String] = [:]
    for file in try FileManager.default.contentsOfDirectory(atPath: collection(calendar).path)
    where file.hasSuffix(".ics") {
      texts[file] = try String(contentsOf: collection(calendar).appendingPathComponent(file), encoding: .utf8)
    }
    return texts
  }

  // MARK: The service

  /// - Parameter adjust: adjusts the timeouts, which are already short enough for most tests.
  func backend(_ adjust: (inout ServiceTimeouts) -> Void = { _ in }) -> EvolutionBackend {
    var timeouts = ServiceTimeouts()
    (timeouts.retry, timeouts.refresh) = (.milliseconds(300), .milliseconds(700))
    adjust(&timeouts)
    return EvolutionBackend(address: busAddress, timeouts: timeouts)
  }

  func store(_ backend: EvolutionBackend) -> CalendarStore {
    CalendarStore(
      displayZone: .utc, files: CalendarFiles(), conflictsFolder: folder.path + "/kept", backends: [backend])
  }

  /// Adds a calendar on the server to the service's sources.
  func addCalendar(
    _ uid: String, name: String? = nil, color: String = "#ff0000", emailAddress: String? = nil,
    through backend: EvolutionBackend
  ) async throws -> CalendarID {
    try await addCalendar(
      uid, data(of: uid, name: name ?? uid, color: color, emailAddress: emailAddress), through: backend)
  }

  /// Adds a calendar on the server to the service's sources.
  ///
  /// - Parameter data: the description of its source.
  func addCalendar(
    _ uid: String, _ data: String, through backend: EvolutionBackend
  ) async throws -> CalendarID {
    try FileManager.default.createDirectory(at: collection(uid), withIntermediateDirectories: true)
    try setServerError(false, in: uid)
    return try await addSource(uid, data, through: backend)
  }

  /// Adds a source and waits until it is listed.
  func addSource(_ uid: String, _ data: String, through backend: EvolutionBackend) async throws -> CalendarID
  {
    _ = try await backend.sources()
    try await call(
      .init(
        destination: ServiceNames.registry, path: ServiceNames.registryPath,
        interface: ServiceNames.prefix + "SourceManager", name: "CreateSources"),
      .tuple(.array(of: "{ss}", [.entry(uid, data)])), through: backend)
    try await wait("the source is not listed") {
      try await backend.sources().contains { $0.uid == uid }
    }
    return CalendarID(CalendarSource.keyPrefix + uid)
  }

  /// The description of a calendar on the server.
  func data(
    of uid: String, name: String, color: String, isEnabled: Bool = true, emailAddress: String? = nil
  ) -> String {
    """
    [Data Source]
    DisplayName=\(name)
    Enabled=\(isEnabled)
    Parent=caldav-stub

    [Calendar]
    BackendName=caldav
    Color=\(color)
    Selected=true

    [Authentication]
    Host=\(hostName ?? "127.0.0.1")
    Method=\(needsPassword ? "plain/password" : "none")
    Port=\(proxy?.port ?? port)
    ProxyUid=system-proxy
    User=user

    [Security]
    Method=none

    [Offline]
    StaySynchronized=true

    [Refresh]
    Enabled=false

    [WebDAV Backend]
    CalendarAutoSchedule=false
    EmailAddress=\(emailAddress ?? "")
    ResourcePath=/user/\(uid)/

    """
  }

  /// Writes the file of a calendar on this computer, without adding its source.
  ///
  /// - Parameter more: additional events, as iCalendar text.
  /// - Returns: the identifier of the source, and its description.
  func localCalendar(
    _ uid: String, count: Int, more: String = ""
  ) throws -> (uid: String, data: String) {
    let events = (0..<count).map { number in
      [
        "BEGIN:VEVENT", "UID:event-\(number)", "DTSTAMP:20260101T000000Z", "DTSTART:20260302T090000Z",
        "DTEND:20260302T100000Z", "SUMMARY:Event \(number)", "END:VEVENT",
      ].map { $0 + "\r\n" }.joined()
    }
    let calendarFolder = folder.appendingPathComponent("home/data/evolution/calendar/\(uid)")
    try FileManager.default.createDirectory(at: calendarFolder, withIntermediateDirectories: true)
    try ("BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:x\r\n" + events.joined() + more + "END:VCALENDAR\r\n")
      .write(to: calendarFolder.appendingPathComponent("calendar.ics"), atomically: true, encoding: .utf8)
    return (uid, ServiceFixture.localData(name: "Many"))
  }

  private static func localData(name: String) -> String {
    "[Data Source]\nDisplayName=\(name)\nEnabled=true\nParent=local-stub\n\n[Calendar]\nBackendName=local\n"
  }

  /// Changes the description of a source, as another program would.
  func setData(_ data: String, of uid: String, through backend: EvolutionBackend) async throws {
    try await call(
      try await sourceMethod("Write", "Writable", of: uid, through: backend), .tuple(.string(data)),
      through: backend)
  }

  func removeSource(_ uid: String, through backend: EvolutionBackend) async throws {
    try await call(
      try await sourceMethod("Remove", "Removable", of: uid, through: backend), nil, through: backend)
  }

  private func sourceMethod(
    _ name: String, _ interface: String, of uid: String, through backend: EvolutionBackend
  ) async throws -> BusConnection.Method {
    let sources = try await call(ServiceNames.listSources, nil, through: backend)[0]?.dictionary ?? [:]
    let path = sources.first {
      $0.value.dictionary?[ServiceNames.source]?.dictionary?["UID"]?.string == uid
    }?.key
    return .init(
      destination: ServiceNames.registry, path: try #require(path),
      interface: "\(ServiceNames.source).\(interface)", name: name)
  }

  @discardableResult
  private func call(
    _ method: BusConnection.Method, _ parameters: Variant?, through backend: EvolutionBackend
  ) async throws -> Variant {
    try await backend.service.call(method, parameters, timeout: nil)
  }

  /// Kills the process that owns a name on the bus.
  func killService(_ name: String, through backend: EvolutionBackend) async throws {
    let answer = try await call(
      ServiceNames.bus("GetConnectionUnixProcessID"), .tuple(.string(name)), through: backend)
    let process = try #require(answer[0]?.number)
    kill(pid_t(process), SIGKILL)
  }

  /// Waits until a condition holds, for a minute at most.
  func wait(
    _ failure: Comment, isolation: isolated (any Actor)? = #isolation,
    until condition: () async throws -> Bool
  ) async throws {
    for _ in 0..<1_200 where try await !condition() { try await Task.sleep(for: .milliseconds(50)) }
    try #require(try await condition(), failure)
  }
}

extension Variant {
  /// A number, such as a process ID.
  fileprivate var number: UInt32? { type == "u" ? g_variant_get_uint32(pointer) : nil }
}
