/// A person named in an event: the organizer or an attendee (RFC 5545 3.8.4).
package struct EventPerson: Hashable, Sendable {
  /// The common name or, if there is none, the address; never empty. The scheme of an email address is omitted.
  package let name: String
  /// The address as written, without the scheme of an email address; may be blank.
  package let address: String
  /// PARTSTAT of an attendee (RFC 5545 3.2.12).
  package enum Answer: Hashable, Sendable { case accepted, declined, tentative, delegated }
  /// The answer to the invitation; nil if there is none yet.
  package var answer: Answer?

  /// - Parameters:
  ///   - commonName: CN; nil if there is none.
  ///   - address: the calendar user's address, such as "mailto:ada@example.org".
  /// - Returns: nil if both the common name and the address are blank.
  package init?(commonName: String?, address: String) {
    let scheme = "mailto:"
    let isMail = address.prefix(scheme.count).lowercased() == scheme
    let candidates = [commonName ?? "", isMail ? String(address.dropFirst(scheme.count)) : address]
    let names = candidates.map { $0.filter { !$0.isNewline } }
    guard let name = names.first(where: { $0.contains { !$0.isWhitespace } }) else { return nil }
    (self.name, self.address) = (name, names[1])
  }
}
