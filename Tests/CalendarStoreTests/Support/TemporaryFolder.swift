import Foundation
import Testing

/// A temporary folder that is removed when the test ends.
final class TemporaryFolder: Sendable {
  let path: String

  /// - Parameter isInMemory: whether to make the folder in memory if possible. Synchronizing a file in memory takes no
  ///   time.
  init(inMemory isInMemory: Bool = false) {
    let memory = "/dev/shm/"
    let parent = isInMemory && access(memory, W_OK) == 0 ? memory : NSTemporaryDirectory()
    path = parent + "handspan-test-" + UUID().uuidString
    try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  /// Returns the path of a file in the folder.
  func path(_ name: String) -> String { "\(path)/\(name)" }

  /// Writes a file in place and returns its path.
  @discardableResult
  func write(_ text: String, to name: String) throws -> String {
    try Data(text.utf8).write(to: URL(fileURLWithPath: path(name)))
    return path(name)
  }

  /// Makes a folder in this folder and returns its path.
  @discardableResult
  func makeFolder(_ name: String) throws -> String {
    try FileManager.default.createDirectory(atPath: path(name), withIntermediateDirectories: true)
    return path(name)
  }

  /// Returns the text of a file.
  func text(_ name: String) throws -> String {
    try String(decoding: Data(contentsOf: URL(fileURLWithPath: path(name))), as: UTF8.self)
  }

  /// Returns the names in the folder, including hidden ones.
  func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path).sorted()
  }
}
