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
    var stream = stream()
    let absorbed = stream.absorb(bytes)
    return stream.finish(UnsafeRawBufferPointer(rebasing: bytes[absorbed...]))
  }

  /// Starts to hash contents that are read in parts.
  func stream() -> Stream { Stream(keys: keys) }

  /// The hash of contents of which only a part is in memory at a time. The result does not depend on how the
  /// contents are divided.
  struct Stream {
    /// The size of a block in bytes.
    private static let block = 32

    private let keys: SIMD4<UInt64>
    private var first: UInt64
    private var second: UInt64
    private var count = 0

    fileprivate init(keys: SIMD4<UInt64>) {
      self.keys = keys
      (first, second) = (keys[2], keys[3])
    }

    /// Absorbs all whole blocks but the last one. The next part has to begin with the bytes that were not
    /// absorbed.
    ///
    /// - Returns: the number of absorbed bytes. At most 32 bytes are left.
    mutating func absorb(_ bytes: UnsafeRawBufferPointer) -> Int {
      var rest = bytes
      while rest.count > Self.block {
        fold(rest)
        rest = UnsafeRawBufferPointer(rebasing: rest[Self.block...])
      }
      count += bytes.count - rest.count
      return bytes.count - rest.count
    }

    /// Absorbs the last bytes, at most 32, and returns the hash.
    consuming func finish(_ bytes: UnsafeRawBufferPointer) -> Int {
      precondition(bytes.count <= Self.block)
      withUnsafeTemporaryAllocation(byteCount: Self.block, alignment: 8) { last in
        last.initializeMemory(as: UInt8.self, repeating: 0)
        last.copyMemory(from: bytes)
        fold(UnsafeRawBufferPointer(last))
      }
      let mixed = ContentHash.fold(first ^ keys[0], second ^ UInt64(count + bytes.count))
      return Int(truncatingIfNeeded: ContentHash.fold(mixed ^ keys[1], keys[2]))
    }

    /// Folds the first 32 bytes into the lanes.
    private mutating func fold(_ bytes: UnsafeRawBufferPointer) {
      func word(_ offset: Int) -> UInt64 { bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self) }
      first = ContentHash.fold(word(0) ^ keys[0], word(8) ^ first)
      second = ContentHash.fold(word(16) ^ keys[1], word(24) ^ second)
    }
  }

  /// Multiplies two words, and combines the two halves of the product, so that no bits are discarded.
  fileprivate static func fold(_ first: UInt64, _ second: UInt64) -> UInt64 {
    let product = first.multipliedFullWidth(by: second)
    return product.high ^ product.low
  }
}
