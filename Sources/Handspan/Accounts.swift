import EvolutionBackend
import FoundationEssentials

/// The user's accounts.
enum Accounts {
  /// The accounts for a command, which runs only one.
  static let shared = backend

  /// A new connection to the accounts, which starts nothing yet; nil if they are switched off. Tests set
  /// HANDSPAN_ACCOUNTS to the address of another message bus, or to "off".
  static var backend: EvolutionBackend? {
    let address = ProcessInfo.processInfo.environment["HANDSPAN_ACCOUNTS"] ?? ""
    return address == "off" ? nil : EvolutionBackend(address: address.isEmpty ? nil : address)
  }
}
