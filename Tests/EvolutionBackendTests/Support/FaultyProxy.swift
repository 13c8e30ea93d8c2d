import Foundation
import Testing

/// A proxy that the service takes for the server: faulty-proxy.py.
final class FaultyProxy {
  /// How requests are treated.
  enum Fault: Hashable, CustomStringConvertible {
    case pass, lose, fail, close
    case late(seconds: Int)
    case slow(seconds: Int)

    /// The line that faulty-proxy.py reads.
    var description: String {
      switch self {
      case .pass: "pass"
      case .lose: "lose"
      case .fail: "fail"
      case .close: "close"
      case .late(let seconds): "late \(seconds)"
      case .slow(let seconds): "slow \(seconds)"
      }
    }
  }

  let port: Int
  let process = Process()
  private let input = Pipe()
  private let output = Pipe()

  /// - Parameter server: the port of the server.
  init(to server: Int) throws {
    port = try ServiceFixture.freePort()
    process.executableURL = URL(fileURLWithPath: try #require(ServiceFixture.path(of: "python3")))
    let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent().path + "/faulty-proxy.py"
    process.arguments = [script, "\(port)", "\(server)"]
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    try set(.pass)
  }

  /// Treats the requests from now on in another way.
  func set(_ fault: Fault) throws {
    input.fileHandleForWriting.write(Data("\(fault)\n".utf8))
    try #require(!output.fileHandleForReading.availableData.isEmpty, "the proxy has ended")
  }
}
