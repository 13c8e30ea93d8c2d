import EvolutionBackend
import FoundationEssentials

/// The user's accounts.
enum Accounts {
  /// The connection to the accounts for a command, which needs only one; nil if they are switched off.
  static let shared = makeBackend()

  /// Returns a new connection to the accounts, which starts nothing yet; nil if they are switched off. Tests set
  /// HANDSPAN_ACCOUNTS to the address of another message bus, or to "off".
  static func makeBackend() -> EvolutionBackend? {
    let address = ProcessInfo.processInfo.environment["HANDSPAN_ACCOUNTS"] ?? ""
    return address == "off" ? nil : EvolutionBackend(address: address.isEmpty ? nil : address)
  }
}
