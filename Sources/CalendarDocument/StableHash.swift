extension Sequence<UInt8> {
  /// Returns a hash that is the same in every run of the program (FNV-1a). Swift's hash values are not.
  func stableHash(from start: UInt64 = 0xCBF2_9CE4_8422_2325) -> UInt64 {
    reduce(start) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }
}
