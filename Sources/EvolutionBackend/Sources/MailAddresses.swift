/// Reads lists of mail addresses, in which the names of people may stand before their addresses (RFC 5322 3.4).
enum MailAddresses {
  /// Returns the addresses in a list such as `Ada <ada@example.org>, "Lovelace, A." <al@example.org>`.
  static func addresses(in list: String) -> [String] {
    var (items, isQuoted) = ([""], false)
    for scalar in list.unicodeScalars {
      if scalar == "\"" { isQuoted.toggle() }
      if scalar == ",", !isQuoted {
        items.append("")
      } else {
        items[items.count - 1].unicodeScalars.append(scalar)
      }
    }
    return items.map { item in
      let address =
        item.lastIndex(of: "<").map { item[item.index(after: $0)...].prefix { $0 != ">" } } ?? item[...]
      return address.filter { !$0.isWhitespace }
    }.filter { $0.contains("@") }
  }
}
