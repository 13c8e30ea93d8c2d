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
    var stream = makeStream()
    let absorbedCount = stream.absorb(bytes)
    return stream.finish(UnsafeRawBufferPointer(rebasing: bytes[absorbedCount...]))
  }

  /// Starts hashing contents that are read in parts.
  func makeStream() -> Stream { Stream(keys: keys) }

  /// Hashes contents of which only one part at a time is in memory. The result does not depend on how the
  /// contents are divided.
  struct Stream {
    /// The size of a block in bytes.
    private static let blockSize = 32

    private let keys: SIMD4<UInt64>
    private var firstLane: UInt64
    private var secondLane: UInt64
    /// The number of absorbed bytes.
    private var count = 0

    fileprivate init(keys: SIMD4<UInt64>) {
      self.keys = keys
      (firstLane, secondLane) = (keys[2], keys[3])
    }

    /// Absorbs whole blocks as long as more than 32 bytes remain. The next part has to begin with the bytes that
    /// were not absorbed.
    ///
    /// - Returns: the number of absorbed bytes. At most 32 bytes are left.
    mutating func absorb(_ bytes: UnsafeRawBufferPointer) -> Int {
      var remaining = bytes
      while remaining.count > Self.blockSize {
        fold(remaining)
        remaining = UnsafeRawBufferPointer(rebasing: remaining[Self.blockSize...])
      }
      count += bytes.count - remaining.count
      return bytes.count - remaining.count
    }

    /// Absorbs the last bytes, at most 32, and returns the hash.
    consuming func finish(_ bytes: UnsafeRawBufferPointer) -> Int {
      precondition(bytes.count <= Self.blockSize)
      withUnsafeTemporaryAllocation(byteCount: Self.blockSize, alignment: 8) { paddedBlock in
        paddedBlock.initializeMemory(as: UInt8.self, repeating: 0)
        paddedBlock.copyMemory(from: bytes)
        fold(UnsafeRawBufferPointer(paddedBlock))
      }
      let mixed = ContentHash.fold(firstLane ^ keys[0], secondLane ^ UInt64(count + bytes.count))
      return Int(truncatingIfNeeded: ContentHash.fold(mixed ^ keys[1], keys[2]))
    }

    /// Folds the first 32 bytes into the lanes.
    private mutating func fold(_ bytes: UnsafeRawBufferPointer) {
      func word(_ offset: Int) -> UInt64 { bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self) }
      firstLane = ContentHash.fold(word(0) ^ keys[0], word(8) ^ firstLane)
      secondLane = ContentHash.fold(word(16) ^ keys[1], word(24) ^ secondLane)
    }
  }

  /// Multiplies two words, and combines the two halves of the product, so that no bits are discarded.
  fileprivate static func fold(_ first: UInt64, _ second: UInt64) -> UInt64 {
    let product = first.multipliedFullWidth(by: second)
    return product.high ^ product.low
  }
}
