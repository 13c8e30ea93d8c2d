import CalendarModel
import Testing

@testable import SubscriptionBackend

@Suite struct AddressTests {
  @Test(
    "webcal and a missing scheme stand for https, and the host is shown without the rest",
    arguments: [
      ("webcal://example.com/a.ics", "https://example.com/a.ics", "example.com"),
      ("WEBCALS://Example.COM/A.ics", "https://example.com/A.ics", "example.com"),
      ("http://example.com/a.ics", "http://example.com/a.ics", "example.com"),
      ("  https://example.com/a?token=1#top \n", "https://example.com/a?token=1", "example.com"),
      ("example.com/a.ics", "https://example.com/a.ics", "example.com"),
      ("example.com:8443/a.ics", "https://example.com:8443/a.ics", "example.com:8443"),
      ("https://example.com", "https://example.com/", "example.com"),
      ("https://example.com?a", "https://example.com/?a", "example.com"),
      ("https://example.com:443/a", "https://example.com/a", "example.com"),
      ("http://example.com:443/a", "http://example.com:443/a", "example.com:443"),
      ("https://ada:secret@example.com/a", "https://ada:secret@example.com/a", "example.com"),
      ("https://good.example@evil.example/a", "https://good.example@evil.example/a", "evil.example"),
      ("https://[2001:DB8::1]:81/a", "https://[2001:db8::1]:81/a", "[2001:db8::1]:81"),
      ("https://example.com/ä b%20c", "https://example.com/%C3%A4%20b%20c", "example.com"),
      ("https://bücher.example/a", "https://xn--bcher-kva.example/a", "xn--bcher-kva.example"),
      ("https://2130706433/a", "https://127.0.0.1/a", "127.0.0.1"),
      ("https://0X7F.1:81/a", "https://127.0.0.1:81/a", "127.0.0.1:81"),
      ("https://010.0.0.1/a", "https://8.0.0.1/a", "8.0.0.1"),
      ("https://１２７.1./a", "https://127.0.0.1/a", "127.0.0.1"),
      ("https://1.2.3.4.example/a", "https://1.2.3.4.example/a", "1.2.3.4.example"),
    ])
  func accepted(_ text: String, _ url: String, _ host: String) throws {
    let address = try SubscriptionAddress(text)
    #expect(address.url == url)
    #expect(address.host == host)
    #expect(address.isEncrypted == url.hasPrefix("https:"))
  }

  @Test(
    "text that is not a web address is refused",
    arguments: [
      ("", .invalidAddress), ("   ", .invalidAddress), ("https://", .invalidAddress),
      ("https:///a.ics", .invalidAddress), ("webcal:example.com", .invalidAddress),
      ("https://exa mple.com/", .invalidAddress), ("https://example.com:0/", .invalidAddress),
      ("https://example.com:99999/", .invalidAddress),
      ("https://example.com\\@evil.example/", .invalidAddress),
      ("https://0192.168.1.9/", .invalidAddress), ("https://1.2.3.4.5/", .invalidAddress),
      ("https://4294967296/", .invalidAddress), ("https://127.0.0.1../", .invalidAddress),
      ("https://0x/", .invalidAddress), ("https://[::1/", .invalidAddress),
      ("https://[example.com]/", .invalidAddress),
      ("https://example.com/\u{7}", .invalidAddress), ("https://example.com/a\nb", .invalidAddress),
      ("file:///etc/passwd", .unsupportedScheme("file")), ("ftp://example.com/a", .unsupportedScheme("ftp")),
      ("javascript:alert(1)", .unsupportedScheme("javascript")),
      ("https://example.com/" + String(repeating: "a", count: 9_000), .invalidAddress),
    ] as [(String, SubscriptionFault)])
  func refused(_ text: String, _ expected: SubscriptionFault) {
    #expect(throws: expected) { try SubscriptionAddress(text) }
  }

  @Test(
    "a redirect may be relative, and must stay on the web",
    arguments: [
      ("/b.ics", "https://example.com/b.ics"), ("b.ics?x", "https://example.com/a/b.ics?x"),
      ("//other.example/b", "https://other.example/b"),
      ("https://other.example/b", "https://other.example/b"),
      ("https://other.example:8443/", "https://other.example:8443/"),
    ])
  func redirect(_ location: String, _ url: String) throws {
    let address = try SubscriptionAddress("https://example.com/a/a.ics")
    #expect(try address.redirected(to: location).url == url)
  }

  @Test(
    "a redirect to another scheme or to an unencrypted connection is refused",
    arguments: [
      ("file:///etc/passwd", .redirectedElsewhere), ("FILE:/etc/passwd", .redirectedElsewhere),
      ("webcal://example.com/b", .redirectedElsewhere), ("data:text/calendar,x", .redirectedElsewhere),
      ("http://example.com/b", .redirectedToInsecure), ("https://", .redirectedElsewhere),
    ] as [(String, SubscriptionFault)])
  func refusedRedirect(_ location: String, _ expected: SubscriptionFault) throws {
    let address = try SubscriptionAddress("https://example.com/a/a.ics")
    #expect(throws: expected) { try address.redirected(to: location) }
  }

  @Test("an unencrypted address may redirect to an unencrypted or an encrypted one")
  func unencryptedRedirect() throws {
    let address = try SubscriptionAddress("http://example.com/a.ics")
    #expect(try address.redirected(to: "http://other.example/").url == "http://other.example/")
    #expect(try address.redirected(to: "https://other.example/").isEncrypted)
  }
}

@Suite struct NetworkAddressTests {
  // These lists follow IANA's registries of special-purpose addresses.
  @Test(
    "addresses of this computer, addresses of local networks and reserved addresses are private",
    arguments: [
      "0.0.0.0", "10.1.2.3", "100.64.0.1", "100.127.255.255", "127.0.0.1", "169.254.169.254", "172.16.0.1",
      "172.31.255.255", "192.0.0.1", "192.168.1.1", "198.18.0.1", "224.0.0.1", "255.255.255.255", "::", "::1",
      "fc00::1", "fd12::1", "fe80::1", "fec0::1", "ff02::1", "::ffff:127.0.0.1", "::ffff:10.0.0.1",
      "64:ff9b::192.168.1.1", "2002:c0a8:0101::1", "::7f00:1",
    ])
  func privateAddress(_ text: String) throws { #expect(try #require(NetworkAddress(text)).isPrivate) }

  @Test(
    "other addresses are on the internet",
    arguments: [
      "1.1.1.1", "9.255.255.255", "11.0.0.0", "100.63.0.1", "100.128.0.1", "172.15.0.1", "172.32.0.1",
      "192.1.0.1",
      "192.167.1.1", "223.255.255.255", "2606:4700::1111", "::ffff:8.8.8.8", "64:ff9b::8.8.8.8",
      "2002:808:808::1",
    ])
  func publicAddress(_ text: String) throws { #expect(try !#require(NetworkAddress(text)).isPrivate) }

  @Test("an IPv4 address that is mapped into IPv6 is the same address")
  func mapped() throws {
    #expect(try #require(NetworkAddress("::ffff:127.0.0.2")).bytes == [127, 0, 0, 2])
    #expect(NetworkAddress("::ffff:8.8.8.8") == NetworkAddress("8.8.8.8"))
    #expect(NetworkAddress("::fffe:8.8.8.8") != NetworkAddress("8.8.8.8"))
  }

  @Test("some host names are known to be private or public; others have to be looked up")
  func names() {
    let rule = PrivateNetworkRule()
    for name in [
      "localhost", "localhost.", "printer.local", "a.localhost", "10.0.0.1", "::1", "nas.home.arpa",
      "10.0.0.1.", "2130706433", "0x7f000001", "0x7f.1", "0177.0.0.1", "127.1", "192.168.257",
      "::ffff:7f00:1", "::ffff:10.0.0.1", "fe80::1",
    ] {
      #expect(rule.isPrivate(hostName: name) == true, "\(name)")
    }
    for name in ["8.8.8.8", "8.8.8.8.", "134744072", "0x8.8.8.8", "2606:4700::1111"] {
      #expect(rule.isPrivate(hostName: name) == false, "\(name)")
    }
    for name in ["example.com", "local", "notlocalhost"] {
      #expect(rule.isPrivate(hostName: name) == nil, "\(name)")
    }
  }
}

@Suite struct ScheduleTests {
  @Test(
    "the user's interval takes precedence over the publisher's, and both are limited",
    arguments: [
      (nil, nil, 21_600), (nil, 3_600, 3_600), (nil, 1, 900), (nil, 86_400 * 365, 604_800),
      (7_200, 60, 7_200),
      (1, nil, 60),
    ] as [(Int?, Int?, Int)])
  func interval(_ chosen: Int?, _ published: Int?, _ expected: Int) {
    #expect(RefreshSchedule.interval(chosen: chosen, published: published) == expected)
  }

  @Test(
    "a calendar is due if it was never fetched, if it is older than its interval, or if the clock was set back"
  )
  func due() {
    var record = FetchRecord()
    #expect(RefreshSchedule.isDue(record, interval: 3_600, now: 0))
    record.recordSuccess(at: 100_000)
    #expect(!RefreshSchedule.isDue(record, interval: 3_600, now: 103_599))
    #expect(RefreshSchedule.isDue(record, interval: 3_600, now: 103_600))
    #expect(RefreshSchedule.isDue(record, interval: 3_600, now: 99_999))
  }

  @Test("the pause doubles with each failure, up to a day")
  func pauses() {
    #expect(
      (1...10).map(RefreshSchedule.pause(afterFailures:)) == [
        300, 600, 1_200, 2_400, 4_800, 9_600, 19_200, 38_400, 76_800, 86_400,
      ])
    #expect(RefreshSchedule.pause(afterFailures: 1_000_000) == 86_400)
    var record = FetchRecord()
    record.recordSuccess(at: 1_000)
    record.recordFailure(.unreachable, at: 50_000)
    #expect(!RefreshSchedule.isDue(record, interval: 60, now: 50_299))
    #expect(RefreshSchedule.isDue(record, interval: 60, now: 50_300))
    #expect(record.lastRefresh == 1_000)
    record.recordSuccess(at: 50_300)
    #expect(record.failureCount == 0 && record.fault == nil)
  }

  @Test("a server's request for a pause is honored for at most a day")
  func postponed() {
    var record = FetchRecord()
    record.recordSuccess(at: 1_000)
    for (retryAfter, expected) in [
      (nil, 300), (0, 300), (10, 300), (7_200, 7_200), (Int.max, 86_400), (-5, 300),
    ] {
      var failedRecord = record
      failedRecord.recordFailure(.serverFailed(status: 503), retryAfter: retryAfter, at: 50_000)
      #expect(
        RefreshSchedule.nextFetch(failedRecord, interval: 60) == 50_000 + expected, "\(retryAfter ?? -1)")
    }
    record.recordFailure(.serverFailed(status: 503), retryAfter: 7_200, at: 50_000)
    record.recordSuccess(at: 50_100)
    #expect(RefreshSchedule.nextFetch(record, interval: 60) == 50_160)
  }

  @Test("conditional headers are sent only if there is a copy")
  func conditions() {
    var record = FetchRecord()
    (record.entityTag, record.lastModified) = ("W/\"1\"", "Mon, 02 Mar 2026 09:00:00 GMT")
    #expect(record.conditions(hasCopy: false).isEmpty)
    #expect(record.conditions(hasCopy: true).map(\.name) == ["If-None-Match", "If-Modified-Since"])
  }
}

@Suite struct ResponseTests {
  @Test(
    "a status stands for a body, a redirect or a fault",
    arguments: [
      (200, nil, true, .body), (304, nil, true, .notModified),
      (304, nil, false, .failure(.serverFailed(status: 304))),
      (301, "/b", true, .redirect("/b")), (308, "/b", true, .redirect("/b")),
      (302, nil, true, .failure(.serverFailed(status: 302))), (401, nil, true, .failure(.accessDenied)),
      (403, nil, true, .failure(.accessDenied)), (404, nil, true, .failure(.notFound)),
      (410, nil, true, .failure(.notFound)), (429, nil, true, .failure(.serverFailed(status: 429))),
      (500, nil, true, .failure(.serverFailed(status: 500))),
      (206, nil, true, .failure(.serverFailed(status: 206))),
    ] as [(Int, String?, Bool, ResponseMeaning)])
  func status(_ status: Int, _ location: String?, _ isConditional: Bool, _ expected: ResponseMeaning) {
    #expect(ResponseMeaning(status: status, location: location, wasConditional: isConditional) == expected)
  }

  private let completeCalendar =
    "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nX-WR-CALNAME:Holidays\r\nEND:VCALENDAR\r\n"

  private func read(_ text: String, _ type: String? = "text/calendar") throws(SubscriptionFault)
    -> FetchedCalendar
  {
    try FetchedCalendar(Array(text.utf8), contentType: type, limit: 10_000)
  }

  @Test("a calendar is recognized by its contents, whatever the server calls it")
  func calendar() throws {
    #expect(try read(completeCalendar).name == "Holidays")
    #expect(try read(completeCalendar, "text/html").name == "Holidays")
    #expect(try read("\u{FEFF}" + completeCalendar, nil).name == "Holidays")
  }

  @Test("the published interval is REFRESH-INTERVAL or, if that is missing, X-PUBLISHED-TTL")
  func publishedInterval() throws {
    func interval(_ lines: String) throws -> Int? {
      try read("BEGIN:VCALENDAR\r\n\(lines)END:VCALENDAR\r\n").publishedInterval
    }
    #expect(try interval("") == nil)
    #expect(try interval("X-PUBLISHED-TTL:PT12H\r\n") == 43_200)
    #expect(try interval("X-PUBLISHED-TTL:PT12H\r\nREFRESH-INTERVAL;VALUE=DURATION:P1W\r\n") == 604_800)
    #expect(try interval("REFRESH-INTERVAL;VALUE=DURATION:-P1D\r\n") == nil)
    #expect(try interval("REFRESH-INTERVAL:soon\r\n") == nil)
  }

  @Test(
    "only a complete calendar is accepted",
    arguments: [
      ("<!DOCTYPE html><p>BEGIN:VCALENDAR", .webPage), ("\r\n <html>", .webPage), ("", .notCalendar),
      ("Not found", .notCalendar), ("BEGIN:VCALENDAR\r\nVERSION:2.0\r\n", .incomplete),
      ("BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:1\r\n", .incomplete),
      ("BEGIN:VEVENT\r\nEND:VEVENT\r\n", .notCalendar),
    ] as [(String, SubscriptionFault)])
  func notCalendar(_ text: String, _ expected: SubscriptionFault) {
    #expect(throws: expected) { try read(text) }
  }

  @Test("a sign-in page is a web page even if only its content type shows that")
  func webPage() { #expect(throws: SubscriptionFault.webPage) { try read("Please sign in", "text/html") } }

  @Test("a calendar that exceeds the limit is refused as too large")
  func tooLarge() {
    #expect(throws: SubscriptionFault.tooLarge(limit: 10_000)) {
      try read(completeCalendar + String(repeating: "X:1\r\n", count: 10_000))
    }
  }
}
