import Foundation
import TestExtent
import Testing

/// Tries the kept inputs of `scripts/fuzz`, and variants of them. One target at a time: their files are in one folder.
@Suite(.serialized) struct FuzzTests {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("Data/fuzz")

  private static func inputs(of target: FuzzTarget) throws -> [(name: String, bytes: [UInt8])] {
    let folder = folder.appendingPathComponent(target.rawValue)
    return try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted().map {
      ($0, Array(try Data(contentsOf: folder.appendingPathComponent($0))))
    }
  }

  @Test(arguments: FuzzTarget.allCases)
  func keptInputsAreTreatedAsTheyMustBe(target: FuzzTarget) throws {
    let inputs = try Self.inputs(of: target)
    try #require(!inputs.isEmpty)
    for input in inputs {
      do { try target.check(input.bytes) } catch { Issue.record("\(input.name): \(error)") }
    }
  }

  @Test(arguments: FuzzTarget.allCases)
  func variantsOfKeptInputsAreTreatedAsTheyMustBe(target: FuzzTarget) throws {
    let inputs = try Self.inputs(of: target).map(\.bytes)
    var random = SeededRandom(seed: TestExtent.seed(UInt64(target.rawValue.utf8.count)))
    // An edited document is read several times.
    for _ in 0..<TestExtent.count(target == .documents ? 1_000 : 4_000) {
      var bytes = inputs[random.below(inputs.count)]
      for _ in 0...random.below(4) {
        Self.change(&bytes, with: inputs[random.below(inputs.count)], using: &random)
      }
      do { try target.check(bytes) } catch {
        Issue.record("\(error): \(Data(bytes).base64EncodedString())")
        return
      }
    }
  }

  /// Removes, repeats, replaces or moves bytes, or takes some from another input.
  private static func change(_ bytes: inout [UInt8], with other: [UInt8], using random: inout SeededRandom) {
    let start = random.below(bytes.count + 1)
    let end = min(bytes.count, start + random.below(40))
    switch random.below(5) {
    case 0: bytes.removeSubrange(start..<end)
    case 1: bytes.insert(contentsOf: bytes[start..<end], at: random.below(bytes.count + 1))
    case 2 where start < bytes.count: bytes[start] = UInt8(random.below(256))
    case 3 where !other.isEmpty:
      let otherStart = random.below(other.count)
      let otherEnd = min(other.count, otherStart + random.below(40))
      bytes.replaceSubrange(start..<end, with: other[otherStart..<otherEnd])
    default: bytes.insert(Array("\r\n\t\"\\:;,=.[]\0".utf8)[random.below(13)], at: start)
    }
  }
}
