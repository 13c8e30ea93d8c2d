import CalendarModel
import Testing

@testable import SubscriptionBackend

/// Fetching from a server that behaves well or badly.
@Suite(.serialized) struct FetchTests {
  let server: HostileServer

  init() throws {
    TestResolver.install()
    server = try HostileServer()
  }

  private func body(_ address: String) async throws -> String {
    guard case .body(let body) = try await server.fetch(address) else { return "not modified" }
    return String(decoding: body.bytes, as: UTF8.self)
  }

  @Test("a calendar is fetched, compressed or not, even after a redirect, and no cookie is kept")
  func goodAnswers() async throws {
    for name in ["good", "plain", "compressed", "moved"] {
      let text = try await body(server.address(name))
      #expect(text.hasPrefix("BEGIN:VCALENDAR\r\n") && text.hasSuffix("END:VCALENDAR\r\n"), "\(name)")
      #expect(text.contains("SUMMARY:New Year\r\n"), "\(name)")
    }
    #expect(
      server.requests == ["good", "plain", "compressed", "moved", "good"].map { "\($0) None None None" })
  }

  @Test("a request with the entity tag of the copy is answered with “not modified”")
  func conditional() async throws {
    guard case .body(let body) = try await server.fetch(server.address("tagged")) else {
      Issue.record("no body")
      return
    }
    #expect(body.entityTag == "\"one\"")
    #expect(body.lastModified == "Mon, 02 Mar 2026 09:00:00 GMT")
    #expect(body.contentType == "text/calendar")
    let second = try await server.fetch(
      server.address("tagged"), conditions: [("If-None-Match", "\"one\"")])
    #expect(second == .notModified)
  }

  @Test(
    "each kind of bad answer is reported as a fault of its own",
    arguments: [
      ("boast", .tooLarge(limit: 4_000_000)), ("endless", .tooLarge(limit: 4_000_000)),
      ("bomb", .tooLarge(limit: 4_000_000)), ("hollow", .tooLarge(limit: 4_000_000)),
      ("loop", .tooManyRedirects(limit: 5)), ("to-file", .redirectedElsewhere),
      ("to-ftp", .redirectedElsewhere),
      ("to-private", .redirectedToPrivateNetwork), ("to-localhost", .redirectedToPrivateNetwork),
      ("to-mapped", .redirectedToPrivateNetwork), ("to-loopback", .redirectedToPrivateNetwork),
      ("to-link-local", .redirectedToPrivateNetwork), ("to-link-local-6", .redirectedToPrivateNetwork),
      ("to-printer", .redirectedToPrivateNetwork), ("to-name", .redirectedToPrivateNetwork),
      ("cut", .incomplete), ("missing", .notFound), ("gone", .notFound),
      ("locked", .accessDenied), ("failing", .serverFailed(status: 503)),
      ("unasked", .serverFailed(status: 304)),
    ] as [(String, SubscriptionFault)])
  func badAnswer(_ name: String, _ expected: SubscriptionFault) async {
    #expect(
      await fault { () async throws(SubscriptionFault) in try await server.fetch(server.address(name)) }
        == expected)
    if name.hasPrefix("to-") { #expect(server.requests.count == 1) }
  }

  @Test("whether a name is private depends on the address to which it resolves")
  func names() async throws {
    let name = "http://outside.test:\(server.publicPort)"
    #expect(try await body("\(name)/good").contains("New Year"))
    #expect(
      await fault { () async throws(SubscriptionFault) in try await server.fetch("\(name)/to-name") }
        == .redirectedToPrivateNetwork)
    // The user may subscribe to a server on the local network.
    #expect(try await body("http://inside.test:\(server.privatePort)/good").contains("New Year"))
    #expect(server.requests.count == 3)
  }

  @Test(
    "a server can ask for a pause, given as a number of seconds or as a date",
    arguments: [
      ("later", 7_200...7_200), ("too-often", 3_500...3_600), ("never", 1_000_000...Int.max),
      ("some-time", nil), ("missing", nil),
    ] as [(String, ClosedRange<Int>?)])
  func retryAfter(_ name: String, _ expected: ClosedRange<Int>?) async {
    do throws(FetchFailure) {
      _ = try await server.fetchWithRetryAfter(server.address(name))
      Issue.record("the fetch did not fail")
    } catch {
      guard let expected else {
        #expect(error.retryAfter == nil)
        return
      }
      #expect(error.retryAfter.map(expected.contains) == true, "\(error)")
    }
  }

  @Test("a fetch from a slow or silent server is abandoned in time", arguments: ["slow", "silent"])
  func slow(_ name: String) async {
    let start = ContinuousClock.now
    let limits = FetchLimits(bytes: 4_000_000, milliseconds: 1_000, redirects: 5)
    let actualFault = await fault { () async throws(SubscriptionFault) in
      try await server.fetch(server.address(name), limits: limits)
    }
    #expect(actualFault == .tooSlow(seconds: 1))
    // The server would take far longer.
    #expect(start.duration(to: .now) < .seconds(10))
  }

  @Test("redirects are followed within the local network and out of it, but not back into it")
  func localNetwork() async throws {
    #expect(try await body(server.privateAddress("good")).contains("New Year"))
    #expect(try await body(server.privateAddress("moved")).contains("New Year"))
    #expect(try await body(server.privateAddress("to-private")).contains("New Year"))
    #expect(try await body(server.privateAddress("to-public")).contains("New Year"))
    #expect(
      await fault { () async throws(SubscriptionFault) in
        try await server.fetch(server.privateAddress("there-and-back"))
      } == .redirectedToPrivateNetwork)
  }

  @Test(
    "behind a proxy on the local network, no redirect leads from the internet into that network",
    arguments: [
      "to-private", "to-mapped", "to-loopback", "to-link-local", "to-printer", "to-localhost", "to-number",
      "to-hexadecimal", "to-octal", "to-short",
    ])
  func privateProxy(_ name: String) async throws {
    // Only the proxy could know this name.
    #expect(
      await fault { () async throws(SubscriptionFault) in
        try await server.fetch("http://calendar.example/\(name)", proxy: server.privateProxy)
      } == .redirectedToPrivateNetwork)
    #expect(server.requests.count == 1)
  }

  @Test("behind a proxy on the internet, redirects can stay within the local network, but not return to it")
  func publicProxy() async throws {
    let fetch = { (name: String) async throws(SubscriptionFault) in
      try await server.fetch("http://192.168.1.5/\(name)", proxy: server.publicProxy)
    }
    #expect(try await fetch("to-private") != .notModified)
    #expect(try await fetch("to-number") != .notModified)
    #expect(
      await fault { () async throws(SubscriptionFault) in try await fetch("there-and-back") }
        == .redirectedToPrivateNetwork)
    #expect(server.requests.count == 6)
  }

  @Test("a server that is not running and a name that does not exist are unreachable")
  func unreachable() async {
    // Port 1 is reserved, and names in .invalid never exist (RFC 6761).
    for address in ["http://127.0.0.1:1/a.ics", "https://handspan.invalid/a.ics"] {
      #expect(
        await fault { () async throws(SubscriptionFault) in try await server.fetch(address) } == .unreachable)
    }
  }
}

/// Fetches with the program's own limits. The other suites use lower ones, to save time.
@Suite struct FetchLimitTests {
  let server: HostileServer

  init() throws { server = try HostileServer() }

  private func fetch(_ name: String) async throws(SubscriptionFault) -> FetchResponse {
    try await server.fetch(server.address(name), limits: FetchLimits())
  }

  @Test("a calendar of almost 50 MB is fetched")
  func large() async throws {
    guard case .body(let body) = try await fetch("large") else {
      Issue.record("no body")
      return
    }
    #expect((49_900_000...50_000_000).contains(body.bytes.count))
    #expect(body.bytes.suffix(15) == Array("END:VCALENDAR\r\n".utf8))
  }

  @Test(
    "a calendar of more than 50 MB is not fetched, whether compressed or not", arguments: ["endless", "bomb"])
  func tooLarge(_ name: String) async {
    #expect(
      await fault { () async throws(SubscriptionFault) in try await fetch(name) }
        == .tooLarge(limit: 50_000_000))
  }

  @Test("a fetch from a slow server is abandoned after 30 seconds")
  func slow() async {
    let start = ContinuousClock.now
    #expect(
      await fault { () async throws(SubscriptionFault) in try await fetch("slow") } == .tooSlow(seconds: 30))
    #expect(start.duration(to: .now) >= .seconds(30))
  }
}

/// Encrypted connections.
@Suite(.serialized) struct SecureFetchTests {
  @Test("an untrusted certificate is refused, and a trusted one is accepted")
  func certificates() async throws {
    let server = try HostileServer(isSecure: true)
    #expect(
      await fault { () async throws(SubscriptionFault) in
        try await server.fetch(server.secureAddress("good"))
      } == .untrusted)
    #expect(server.requests.isEmpty)
    let response = try await server.fetch(server.secureAddress("good"), trusted: true)
    #expect(response != .notModified)
    let webcal = "webcal" + server.secureAddress("good").dropFirst("https".count)
    #expect(try await server.fetch(webcal, trusted: true) == response)
    #expect(
      await fault { () async throws(SubscriptionFault) in
        try await server.fetch(server.secureAddress("downgrade"), trusted: true)
      } == .redirectedToInsecure)
    #expect(server.requests.map { $0.prefix { $0 != " " } } == ["good", "good", "downgrade"])
    // The certificate belongs to a server with a different name.
    TestResolver.install()
    #expect(
      await fault { () async throws(SubscriptionFault) in
        try await server.fetch("https://outside.test:\(server.securePort)/good", trusted: true)
      } == .untrusted)
    #expect(server.requests.count == 3)
  }

  @Test("behind a proxy on the local network, no encrypted redirect leads from the internet into it")
  func proxy() async throws {
    let server = try HostileServer(isSecure: true)
    let response = try await server.fetch(
      server.secureAddress("good"), trusted: true, proxy: server.privateProxy)
    #expect(response != .notModified)
    #expect(
      await fault { () async throws(SubscriptionFault) in
        try await server.fetch(
          server.secureAddress("to-printer"), trusted: true, proxy: server.privateProxy)
      } == .redirectedToPrivateNetwork)
    #expect(server.requests.count == 2)
  }

  @Test("an expired certificate is refused, even if it is trusted")
  func expired() async throws {
    let server = try HostileServer(isSecure: true, isExpired: true)
    #expect(
      await fault { () async throws(SubscriptionFault) in
        try await server.fetch(server.secureAddress("good"), trusted: true)
      } == .untrusted)
    #expect(server.requests.isEmpty)
  }
}
