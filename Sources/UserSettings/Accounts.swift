import EvolutionBackend
import FoundationEssentials

/// The user's accounts.
package enum Accounts {
  /// The connection to the accounts for a command, which needs only one; nil if they are switched off.
  package static let shared = makeBackend()

  /// Returns a new connection to the accounts, which starts nothing yet; nil if they are switched off. Tests set
  /// HANDSPAN_ACCOUNTS to the address of another message bus, or to "off".
  package static func makeBackend() -> EvolutionBackend? {
    let address = ProcessInfo.processInfo.environment["HANDSPAN_ACCOUNTS"] ?? ""
    return address == "off" ? nil : EvolutionBackend(address: address.isEmpty ? nil : address)
  }
}
