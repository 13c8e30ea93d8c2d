import EvolutionBackend

/// The user's accounts.
package enum Accounts {
  /// The connection to the accounts for a command, which needs only one; nil if they are switched off.
  package static let shared = makeBackend()

  private static let address = Environment["HANDSPAN_ACCOUNTS"] ?? ""

  /// Whether accounts are used.
  package static var areEnabled: Bool { address != "off" }

  /// Returns a new connection to the accounts, which starts nothing yet; nil if they are switched off. Tests set
  /// HANDSPAN_ACCOUNTS to the address of another message bus, or to "off".
  package static func makeBackend() -> EvolutionBackend? {
    return !areEnabled ? nil : EvolutionBackend(address: address.isEmpty ? nil : address)
  }
}
