import CSoup
import Glibc

/// An IP address: 4 bytes (IPv4) or 16 bytes (IPv6).
struct NetworkAddress: Hashable, Sendable {
  let bytes: [UInt8]

  /// An IPv4-mapped IPv6 address reaches the same computer as the IPv4 address, so it is stored as that address.
  init(bytes: [UInt8]) {
    let isMapped = bytes.count == 16 && bytes.starts(with: [UInt8](repeating: 0, count: 10) + [0xFF, 0xFF])
    self.bytes = isMapped ? Array(bytes[12...]) : bytes
  }

  /// Parses an address in its usual notation; nil for the name of a server.
  init?(_ text: String) {
    guard let address = g_inet_address_new_from_string(text) else { return nil }
    defer { g_object_unref(UnsafeMutableRawPointer(address)) }
    let count = Int(g_inet_address_get_native_size(address))
    self.init(bytes: Array(UnsafeBufferPointer(start: g_inet_address_to_bytes(address), count: count)))
  }

  /// Creates the address for a host name that is itself an address; nil if the name has to be looked up.
  ///
  /// It may be an IPv4 address in an unusual notation, such as `2130706433`, `0x7f.1`, `0177.0.0.1` or `127.1`. GLib
  /// does not resolve such names, but a proxy may.
  init?(hostName: String) {
    let name = hostName.hasSuffix(".") ? String(hostName.dropLast()) : hostName
    if let address = NetworkAddress(name) {
      self = address
      return
    }
    var address = in_addr()
    guard inet_aton(name, &address) != 0 else { return nil }
    self.init(bytes: withUnsafeBytes(of: address) { Array($0) })
  }

  /// Whether the address is not on the internet: it is this computer, in the local network, or reserved.
  var isPrivate: Bool {
    switch bytes.count {
    case 4: isPrivateIPv4
    case 16: isPrivateIPv6
    default: true
    }
  }

  private var isPrivateIPv4: Bool {
    switch (bytes[0], bytes[1]) {
    case (0, _), (10, _), (127, _), (224..., _): true
    case (100, 64...127), (169, 254), (172, 16...31), (192, 168), (198, 18...19): true
    case (192, 0): bytes[2] == 0
    default: false
    }
  }

  private var isPrivateIPv6: Bool {
    // An IPv4 address inside an IPv6 address: translated (RFC 6052) or tunneled (6to4).
    func begins(with prefix: [UInt8]) -> Bool { bytes.starts(with: prefix) }
    if begins(with: [0, 0x64, 0xFF, 0x9B, 0, 0, 0, 0, 0, 0, 0, 0]) {
      return NetworkAddress(bytes: Array(bytes[12...])).isPrivate
    }
    if begins(with: [0x20, 0x02]) { return NetworkAddress(bytes: Array(bytes[2..<6])).isPrivate }
    // Only 2000::/3 is assigned to the internet. This leaves out ::1, fc00::/7, fe80::/10 and ff00::/8.
    return bytes[0] & 0xE0 != 0x20
  }
}

/// Distinguishes the local network from the internet. Tests inject their own rule, because all of their servers are
/// on one computer.
struct PrivateNetworkRule: Sendable {
  /// Whether an address is private.
  var isPrivate: @Sendable (NetworkAddress) -> Bool = { $0.isPrivate }

  /// Returns whether a server is private, judging by its name alone; nil if the name alone does not determine that.
  func isPrivate(hostName: String) -> Bool? {
    if let address = NetworkAddress(hostName: hostName) { return isPrivate(address) }
    let name = hostName.hasSuffix(".") ? String(hostName.dropLast()) : hostName
    let isLocal =
      name == "localhost"
      || [".localhost", ".local", ".internal", ".home.arpa"].contains(where: name.hasSuffix)
    return isLocal ? true : nil
  }
}
