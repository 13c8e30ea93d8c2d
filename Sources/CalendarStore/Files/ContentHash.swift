/// Hashes whole files, several times as fast as `Hasher`, which is designed for small keys.
///
/// Sixteen bytes at a time are folded into one of two lanes by a full-width multiplication, as in wyhash. The
/// keys are random, so hashes can be compared only within this process.
struct ContentHash {
  /// The keys, which are odd so that none of them is 0: the last step multiplies by one of them.
  private let keys: SIMD4<UInt64>

  /// The hash function for all contents in this process.
  static let shared = ContentHash(keys: .random(in: .min ... .max))

  init(keys: SIMD4<UInt64>) { self.keys = keys | 1 }

  /// Returns the hash of the given bytes.
  func hash(_ bytes: UnsafeRawBufferPointer) -> Int {
    var (first, second) = (keys[2], keys[3])
    var rest = bytes
    while rest.count > 32 {
      absorb(rest, into: &first, &second)
      rest = UnsafeRawBufferPointer(rebasing: rest[32...])
    }
    withUnsafeTemporaryAllocation(byteCount: 32, alignment: 8) { last in
      last.initializeMemory(as: UInt8.self, repeating: 0)
      last.copyMemory(from: rest)
      absorb(UnsafeRawBufferPointer(last), into: &first, &second)
    }
    let mixed = Self.fold(first ^ keys[0], second ^ UInt64(bytes.count))
    return Int(truncatingIfNeeded: Self.fold(mixed ^ keys[1], keys[2]))
  }

  /// Folds the first 32 bytes into the lanes.
  private func absorb(_ bytes: UnsafeRawBufferPointer, into first: inout UInt64, _ second: inout UInt64) {
    func word(_ offset: Int) -> UInt64 { bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self) }
    first = Self.fold(word(0) ^ keys[0], word(8) ^ first)
    second = Self.fold(word(16) ^ keys[1], word(24) ^ second)
  }

  /// Multiplies two words, and combines the two halves of the product, so that no bits are discarded.
  private static func fold(_ first: UInt64, _ second: UInt64) -> UInt64 {
    let product = first.multipliedFullWidth(by: second)
    return product.high ^ product.low
  }
}
