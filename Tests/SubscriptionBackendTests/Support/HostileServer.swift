import CalendarModel
import CalendarStore
import Foundation
import Testing

@testable import SubscriptionBackend

/// The server in `server.py`, with a temporary folder. When this object is released, the server exits and the folder is
/// removed.
final class HostileServer: @unchecked Sendable {
  /// The folder of the server, with the files that `server.py` describes.
  let folder: URL
  let publicPort: Int
  let privatePort: Int
  let securePort: Int
  private let process = Process()
  private let input = Pipe()

  var certificate: String { folder.path + "/certificate.pem" }

  /// - Parameter isExpired: whether the certificate has already expired.
  init(isSecure: Bool = false, isExpired: Bool = false) throws {
    folder = URL(fileURLWithPath: NSTemporaryDirectory() + "handspan-web-\(UUID().uuidString.prefix(8))")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    var arguments = [
      URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("server.py").path,
      folder.path,
    ]
    if isSecure { arguments += try Self.makeCertificate(in: folder.path, isExpired: isExpired) }
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
    process.arguments = arguments
    process.standardOutput = output
    process.standardInput = input
    try process.run()
    var line = Data()
    while !line.contains(UInt8(ascii: "\n")) {
      let data = output.fileHandleForReading.availableData
      try #require(!data.isEmpty, "the server did not start")
      line += data
    }
    let ports = String(decoding: line, as: UTF8.self).split(whereSeparator: \.isWhitespace).compactMap {
      Int($0)
    }
    try #require(ports.count == 3)
    (publicPort, privatePort, securePort) = (ports[0], ports[1], ports[2])
  }

  /// Creates a self-signed certificate for 127.0.0.1, and returns the paths of the certificate and of its key.
  private static func makeCertificate(in folder: String, isExpired: Bool) throws -> [String] {
    let (key, certificate) = (folder + "/key.pem", folder + "/certificate.pem")
    let subject = [
      "req", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=127.0.0.1", "-addext",
      "subjectAltName=IP:127.0.0.1",
      "-keyout", key,
    ]
    guard isExpired else {
      try openssl(subject + ["-x509", "-days", "2", "-out", certificate])
      return [certificate, key]
    }
    let (request, settings) = (folder + "/request.pem", folder + "/authority.cnf")
    try openssl(subject + ["-out", request])
    try """
    [ca]
    default_ca = self
    [self]
    database = \(folder)/issued
    new_certs_dir = \(folder)
    rand_serial = yes
    default_md = sha256
    copy_extensions = copy
    policy = names
    [names]
    commonName = supplied
    """.write(toFile: settings, atomically: true, encoding: .utf8)
    try "".write(toFile: folder + "/issued", atomically: true, encoding: .utf8)
    try openssl([
      "ca", "-batch", "-selfsign", "-notext", "-config", settings, "-in", request, "-keyfile", key,
      "-startdate", "20200101000000Z", "-enddate", "20200201000000Z", "-out", certificate,
    ])
    return [certificate, key]
  }

  private static func openssl(_ arguments: [String]) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/openssl")
    process.arguments = arguments
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0)
  }

  func stop() {
    try? input.fileHandleForWriting.close()
    process.waitUntilExit()
  }

  deinit {
    stop()
    try? FileManager.default.removeItem(at: folder)
  }

  /// 127.0.0.1 stands for the internet. The usual rule applies to all other addresses, so 127.0.0.2 is private.
  static let rule = PrivateNetworkRule { $0.bytes != [127, 0, 0, 1] && $0.isPrivate }

  func address(_ name: String) -> String { "http://127.0.0.1:\(publicPort)/\(name)" }
  func privateAddress(_ name: String) -> String { "http://127.0.0.2:\(privatePort)/\(name)" }
  func secureAddress(_ name: String) -> String { "https://127.0.0.1:\(securePort)/\(name)" }
  var publicProxy: String { "http://127.0.0.1:\(publicPort)" }
  var privateProxy: String { "http://127.0.0.2:\(privatePort)" }

  /// Sets how the server answers requests for `/feed`, or for another path that begins with `/feed`.
  func setMode(_ mode: String, at feed: String = "feed") throws {
    try mode.write(toFile: folder.path + "/" + feed, atomically: true, encoding: .utf8)
  }

  /// The requests, each with its conditional headers and its cookie.
  var requests: [String] {
    let text = (try? String(contentsOfFile: folder.path + "/requests", encoding: .utf8)) ?? ""
    return text.split(separator: "\n").map(String.init)
  }

  /// Fetches with limits that are exceeded quickly.
  func fetch(
    _ address: String, conditions: [(name: String, value: String)] = [], trusted: Bool = false,
    proxy: String? = nil,
    limits: FetchLimits = FetchLimits(bytes: 4_000_000, milliseconds: 20_000, redirects: 5)
  ) async throws(SubscriptionFault) -> FetchResponse {
    do throws(FetchFailure) {
      return try await fetchWithRetryAfter(
        address, conditions: conditions, trusted: trusted, proxy: proxy, limits: limits)
    } catch {
      throw error.fault
    }
  }

  /// Fetches, and throws errors that include the pause that the server asked for.
  func fetchWithRetryAfter(
    _ address: String, conditions: [(name: String, value: String)] = [], trusted: Bool = false,
    proxy: String? = nil,
    limits: FetchLimits = FetchLimits(bytes: 4_000_000, milliseconds: 20_000, redirects: 5)
  ) async throws(FetchFailure) -> FetchResponse {
    let target: SubscriptionAddress
    do throws(SubscriptionFault) {
      target = try SubscriptionAddress(address)
    } catch {
      throw FetchFailure(fault: error)
    }
    var request = FetchRequest(
      address: target, conditions: conditions, limits: limits)
    request.privateNetwork = HostileServer.rule
    request.trustedCertificates = trusted ? certificate : nil
    request.proxy = proxy
    return try await Fetch.run(request)
  }

  // MARK: Subscriptions

  var files: SubscriptionFiles {
    SubscriptionFiles(
      listFolder: folder.path + "/data/handspan/subscriptions",
      cacheFolder: folder.path + "/cache/handspan/subscriptions"
    )
  }

  func backend(
    milliseconds: Int = 20_000, isFetching: Bool = true, trusted: Bool = false,
    rule: PrivateNetworkRule = HostileServer.rule,
    now: @escaping @Sendable () -> Int = { Int(Date().timeIntervalSince1970) },
    schedule: Schedule = Schedule()
  ) -> SubscriptionBackend {
    var rules = FetchRules(privateNetwork: rule)
    rules.trustedCertificates = trusted ? certificate : nil
    rules.limits = FetchLimits(bytes: 4_000_000, milliseconds: milliseconds, redirects: 5)
    return SubscriptionBackend(
      files, rules: rules, isFetching: isFetching, now: now, pause: { await schedule.pause(seconds: $0) })
  }
}

/// The pauses of a backend that fetches calendars when they are due.
actor Schedule {
  private var hasPaused = false
  private var waiting: [CheckedContinuation<Void, Never>] = []

  /// Waits until a backend has fetched everything that was due at its start. The backend exists until then.
  func waitForFirstPause(of backend: SubscriptionBackend) async {
    guard !hasPaused else { return }
    await withCheckedContinuation { waiting.append($0) }
  }

  func pause(seconds: Int) async {
    hasPaused = true
    for continuation in waiting { continuation.resume() }
    waiting = []
    try? await Task.sleep(for: .seconds(seconds))
  }
}

/// Returns the fault that an operation throws; nil if it succeeds.
func fault<Value>(_ operation: () async throws(SubscriptionFault) -> Value) async -> SubscriptionFault? {
  do {
    _ = try await operation()
    return nil
  } catch {
    return error
  }
}
