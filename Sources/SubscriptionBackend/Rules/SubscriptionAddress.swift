import CSoup
import CalendarModel

/// The address of a calendar on the web.
///
/// It may contain a token with which anyone can read the calendar. It is therefore never logged, and shown only to the
/// user who types it; elsewhere, `host` is shown instead.
struct SubscriptionAddress: Hashable, Sendable {
  /// The longest address that is accepted, in bytes.
  static let maximumLength = 8_192

  /// The address with the scheme https or http, without a fragment, in ASCII.
  let url: String
  /// The name of the server in ASCII, so that a name with similar letters from another script cannot be mistaken for
  /// it, followed by the port unless that is the standard one.
  let host: String
  let isEncrypted: Bool
  /// The name of the server for looking it up, without brackets and without a port.
  let hostName: String

  /// Parses a link, or text that a user has typed. The scheme webcal stands for https, and so does a missing scheme.
  init(_ text: String) throws(SubscriptionFault) {
    try self.init(text, schemes: ["webcal", "webcals", "https", "http"])
  }

  private init(_ text: String, schemes: Set<String>) throws(SubscriptionFault) {
    let bytes = Self.trimmed(text)
    guard !bytes.isEmpty, bytes.count <= Self.maximumLength,
      !bytes.contains(where: { $0 < 0x20 || $0 == 0x7F })
    else { throw .invalidAddress }
    let (scheme, rest) = try Self.scheme(of: bytes)
    guard schemes.contains(scheme) else { throw .unsupportedScheme(scheme) }
    let isEncrypted = scheme != "http"
    guard rest.starts(with: "//".utf8) else { throw .invalidAddress }
    let afterSlashes = rest.dropFirst(2)
    let authority = afterSlashes.prefix { !"/?#\\".utf8.contains($0) }
    let userEnd = authority.lastIndex(of: UInt8(ascii: "@"))
    let user = userEnd.map { authority[..<$0] }
    let server = userEnd.map { authority[($0 + 1)...] } ?? authority
    let (name, port) = try Self.server(server)
    let bracketed = name.contains(":") ? "[\(name)]" : name
    let host = port.map { $0 == (isEncrypted ? 443 : 80) ? bracketed : "\(bracketed):\($0)" } ?? bracketed
    var path = afterSlashes[authority.endIndex...].prefix { $0 != UInt8(ascii: "#") }
    if let first = path.first, first == UInt8(ascii: "\\") { throw .invalidAddress }
    if path.first != UInt8(ascii: "/") { path = [UInt8(ascii: "/")] + path }
    let login = user.map { Self.escaped($0) + "@" } ?? ""
    (self.host, self.isEncrypted, hostName) = (host, isEncrypted, name)
    url = "\(isEncrypted ? "https" : "http")://\(login)\(host)\(Self.escaped(path))"
  }

  /// Returns the address that a redirect leads to.
  ///
  /// - Parameter location: the value of the Location header, which may be relative to this address.
  func redirected(to location: String) throws(SubscriptionFault) -> SubscriptionAddress {
    guard location.utf8.count <= Self.maximumLength,
      let resolved = g_uri_resolve_relative(url, location, GUriFlags(rawValue: 0), nil)
    else { throw .redirectedElsewhere }
    defer { g_free(resolved) }
    let target: SubscriptionAddress
    do {
      target = try SubscriptionAddress(String(cString: resolved), schemes: ["https", "http"])
    } catch {
      throw .redirectedElsewhere
    }
    guard target.isEncrypted || !isEncrypted else { throw .redirectedToInsecure }
    return target
  }

  // MARK: Parts

  private static func trimmed(_ text: String) -> ArraySlice<UInt8> {
    let isSpace = { (byte: UInt8) in byte == 0x20 || (0x09...0x0D).contains(byte) }
    var bytes = Array(text.utf8).drop(while: isSpace)
    while let last = bytes.last, isSpace(last) { bytes.removeLast() }
    return bytes
  }

  /// Splits an address into its scheme in lowercase and the rest. Text such as `example.com/a.ics` or
  /// `localhost:8080/a.ics` has no scheme.
  private static func scheme(of bytes: ArraySlice<UInt8>) throws(SubscriptionFault)
    -> (String, ArraySlice<UInt8>)
  {
    let name = bytes.prefix { isLetterOrDigit($0) || "+-.".utf8.contains($0) }
    let rest = bytes[name.endIndex...]
    let isPort = rest.dropFirst().first.map { (0x30...0x39).contains($0) } ?? false
    guard rest.first == UInt8(ascii: ":"), !isPort else {
      return ("https", "//".utf8 + bytes)
    }
    guard let first = name.first, isLetterOrDigit(first) else { throw .invalidAddress }
    return (String(decoding: name, as: UTF8.self).lowercased(), rest.dropFirst())
  }

  /// Splits the name of a server from its port.
  private static func server(_ bytes: ArraySlice<UInt8>) throws(SubscriptionFault) -> (String, Int?) {
    var name = bytes
    var portDigits: ArraySlice<UInt8>?
    if bytes.first == UInt8(ascii: "[") {
      guard let end = bytes.firstIndex(of: UInt8(ascii: "]")) else { throw .invalidAddress }
      name = bytes[(bytes.startIndex + 1)..<end]
      let afterBracket = bytes[(end + 1)...]
      guard afterBracket.isEmpty || afterBracket.first == UInt8(ascii: ":"),
        NetworkAddress(String(decoding: name, as: UTF8.self)) != nil
      else { throw .invalidAddress }
      portDigits = afterBracket.isEmpty ? nil : afterBracket.dropFirst()
    } else if let colon = bytes.firstIndex(of: UInt8(ascii: ":")) {
      name = bytes[..<colon]
      portDigits = bytes[(colon + 1)...]
    }
    var port: Int?
    if let portDigits, !portDigits.isEmpty {
      guard let number = Int(String(decoding: portDigits, as: UTF8.self)), (1...65_535).contains(number)
      else { throw .invalidAddress }
      port = number
    }
    let text = String(decoding: name, as: UTF8.self)
    guard let ascii = g_hostname_to_ascii(text) else { throw .invalidAddress }
    defer { g_free(ascii) }
    let host = String(cString: ascii).lowercased()
    let isName = host.utf8.allSatisfy { isLetterOrDigit($0) || "-._".utf8.contains($0) }
    guard !host.isEmpty, isName || NetworkAddress(host) != nil else { throw .invalidAddress }
    guard isName, endsWithNumber(host) else { return (host, port) }
    // Programs disagree on the unusual notations of IPv4 addresses: 010.0.0.1 is 8.0.0.1 for some and 10.0.0.1 for
    // others. The usual notation ensures that a proxy connects to the address that was checked.
    guard let address = NetworkAddress(hostName: host) else { throw .invalidAddress }
    return (address.bytes.map(String.init).joined(separator: "."), port)
  }

  /// Whether the last part of a name is a number. No top-level domain is, so the name must be an IPv4 address.
  private static func endsWithNumber(_ host: String) -> Bool {
    guard let part = host.split(separator: ".").last else { return false }
    return part.hasPrefix("0x")
      ? part.dropFirst(2).allSatisfy(\.isHexDigit) : part.utf8.allSatisfy { (0x30...0x39).contains($0) }
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
  }

  /// Escapes spaces and non-ASCII characters, and leaves existing escapes alone.
  private static func escaped(_ bytes: ArraySlice<UInt8>) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var result: [UInt8] = []
    for byte in bytes {
      if byte <= 0x20 || byte >= 0x7F || "\"<>\\^`{|}".utf8.contains(byte) {
        result += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      } else {
        result.append(byte)
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}
