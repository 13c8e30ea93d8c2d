/// The position of an event in a file with certain contents. It names the event even if others have the same UID, but only
/// as long as the file does not change.
package struct EventPosition: Hashable, Sendable {
  /// The number of the event among those of the file that can be shown, counted from 1.
  package let number: Int
  /// A hash of the file's contents, which is the same in every run of the program.
  package let contentHash: UInt64

  package init(number: Int, contentHash: UInt64) {
    (self.number, self.contentHash) = (number, contentHash)
  }
}

extension EventPosition: LosslessStringConvertible {
  /// The number and the hash, such as `3-84222325cbf29ce4`.
  package var description: String {
    let digits = String(contentHash, radix: 16)
    return "\(number)-\(String(repeating: "0", count: 16 - digits.count))\(digits)"
  }

  package init?(_ description: String) {
    let parts = description.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2, parts[1].utf8.count == 16, let number = Int(parts[0]), number > 0,
      let hash = UInt64(parts[1], radix: 16)
    else { return nil }
    self.init(number: number, contentHash: hash)
  }
}
