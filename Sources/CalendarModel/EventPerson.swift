/// A person that an event names: its organizer or an attendee (RFC 5545 3.8.4).
package struct EventPerson: Hashable, Sendable {
  /// The common name, or else the address without its scheme; never empty.
  package let name: String

  /// - Parameters:
  ///   - commonName: CN; nil if there is none.
  ///   - address: the calendar user's address, such as "mailto:ada@example.org".
  /// - Returns: nil if there is nothing to call the person by.
  package init?(commonName: String?, address: String) {
    let scheme = "mailto:"
    let isMail = address.prefix(scheme.count).lowercased() == scheme
    let words = [commonName ?? "", isMail ? String(address.dropFirst(scheme.count)) : address]
    let names = words.map { $0.filter { !$0.isNewline } }
    guard let name = names.first(where: { $0.contains { !$0.isWhitespace } }) else { return nil }
    self.name = name
  }
}
