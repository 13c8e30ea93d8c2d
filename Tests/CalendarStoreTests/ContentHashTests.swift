import Testing

@testable import CalendarStore

/// The hash by which the store detects whether a file has changed.
@Suite struct ContentHashTests {
  private let hash = ContentHash(keys: [
    0x9E37_79B9_7F4A_7C15, 0xBF58_476D_1CE4_E5B9, 0x94D0_49BB_1331_11EB, 0xD6E8_FEB8_6659_FD93,
  ])

  private func hash(_ bytes: [UInt8]) -> Int { bytes.withUnsafeBytes { hash.hash($0) } }

  @Test func equalBytesHaveEqualHashesAtEveryAddress() {
    let bytes = (0..<1_000).map { UInt8(truncatingIfNeeded: $0 &* 37) }
    for offset in 0..<8 {
      let paddedBytes = Array(repeating: 0, count: offset) + bytes
      #expect(
        paddedBytes.withUnsafeBytes { hash.hash(UnsafeRawBufferPointer(rebasing: $0[offset...])) }
          == hash(bytes))
    }
  }

  /// The lengths include multiples of the block size and lengths that do not fill a block.
  @Test func changeOfOneBitChangesTheHash() {
    for count in [1, 7, 8, 31, 32, 33, 63, 64, 65, 1_000] {
      let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 37) }
      var hashes: Set<Int> = [hash(bytes)]
      for bit in 0..<count * 8 {
        var changedBytes = bytes
        changedBytes[bit / 8] ^= 1 << (bit % 8)
        hashes.insert(hash(changedBytes))
      }
      #expect(hashes.count == count * 8 + 1)
    }
  }

  @Test func zerosOfDifferentLengthsHaveDifferentHashes() {
    #expect(Set((0..<200).map { hash(Array(repeating: 0, count: $0)) }).count == 200)
  }

  /// Swapping two events changes neither the sum of a file's bytes nor its size.
  @Test func swappedBlocksChangeTheHash() {
    let blocks = (0..<4).map { Array(repeating: UInt8($0), count: 32) }
    #expect(hash(blocks.flatMap { $0 }) != hash(blocks.reversed().flatMap { $0 }))
  }

  /// The sizes of the parts include multiples of the block size and sizes smaller than a block.
  @Test(arguments: [33, 40, 64, 65, 100, 4_096])
  func hashDoesNotDependOnHowTheContentsAreDivided(partSize: Int) {
    for count in [0, 1, 31, 32, 33, 64, 65, 96, 97, 128, 1_000, 5_000] {
      let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 37) }
      var stream = hash.makeStream()
      var (absorbedCount, end) = (0, 0)
      bytes.withUnsafeBytes { buffer in
        while end < count {
          end = min(absorbedCount + partSize, count)
          absorbedCount += stream.absorb(UnsafeRawBufferPointer(rebasing: buffer[absorbedCount..<end]))
        }
      }
      let result = bytes.withUnsafeBytes { buffer in
        stream.finish(UnsafeRawBufferPointer(rebasing: buffer[absorbedCount...]))
      }
      #expect(result == hash(bytes))
    }
  }

  @Test func differentKeysGiveDifferentHashes() {
    let bytes = Array("BEGIN:VCALENDAR".utf8)
    #expect(
      bytes.withUnsafeBytes { ContentHash(keys: .init(repeating: 0xC2B2_AE3D_27D4_EB4F)).hash($0) }
        != hash(bytes))
  }
}
