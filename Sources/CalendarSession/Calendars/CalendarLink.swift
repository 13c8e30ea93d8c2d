/// Arguments that are addresses rather than paths.
package enum CalendarLink {
  /// Returns whether an argument is a webcal link. Other links are for browsers.
  package static func isLink(_ argument: String) -> Bool {
    let scheme = argument.prefix { $0 != ":" }
    return scheme.count < argument.count && ["webcal", "webcals"].contains(scheme.lowercased())
  }

  /// Returns the path of a `file:` address, as a file manager passes it; nil for anything else.
  package static func path(ofFile argument: String) -> String? {
    let bytes = Array(argument.utf8)
    guard argument.prefix(7).lowercased() == "file://" else { return nil }
    // The host must be empty or localhost.
    guard let slash = bytes[7...].firstIndex(of: UInt8(ascii: "/")),
      ["", "localhost"].contains(String(decoding: bytes[7..<slash], as: UTF8.self).lowercased())
    else { return nil }
    var path: [UInt8] = []
    var rest = bytes[slash...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        path.append(byte)
        continue
      }
      let digits = String(decoding: rest.prefix(2), as: UTF8.self)
      guard digits.utf8.count == 2, digits.allSatisfy(\.isHexDigit), let value = UInt8(digits, radix: 16),
        value != 0
      else { return nil }
      path.append(value)
      rest = rest.dropFirst(2)
    }
    return String(decoding: path, as: UTF8.self)
  }
}

extension OpenRequest {
  /// Removes the links to calendars on the web from the paths, and returns them.
  package mutating func takeLinks() -> [String] {
    let links = paths.filter(CalendarLink.isLink)
    paths.removeAll(where: CalendarLink.isLink)
    // Without a path, the calendars that were open last are reopened, and these are not temporary.
    if !links.isEmpty, paths.isEmpty { isTemporary = false }
    return links
  }
}
