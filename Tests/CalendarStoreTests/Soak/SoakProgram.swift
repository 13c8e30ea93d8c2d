import Foundation
import SoakSupport
import Testing

/// A program, built beside the tests, that runs until it is told to stop.
final class SoakProgram {
  private let process = Process()
  private let input = Pipe()
  private let report: String

  /// - Parameter state: the folder for the versions that it keeps aside.
  init(arguments: [String], state: String, report: String) throws {
    self.report = report
    process.executableURL = Products.url("soak-writer")
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging(
      ["XDG_STATE_HOME": state, "HOME": state], uniquingKeysWith: { $1 })
    process.standardInput = input
    try process.run()
  }

  var isRunning: Bool { process.isRunning }

  func report<Report: Decodable>(_ type: Report.Type) throws -> Report {
    try JSONDecoder().decode(type, from: Data(contentsOf: URL(fileURLWithPath: report)))
  }

  /// Tells the program to stop, waits for its end, and returns its report.
  func stop<Report: Decodable>(_ type: Report.Type) throws -> Report {
    try input.fileHandleForWriting.close()
    process.waitUntilExit()
    #expect(process.terminationReason == .exit && process.terminationStatus == 0)
    return try report(type)
  }
}

/// The programs that are built beside the tests.
enum Products {
  static func url(_ name: String) -> URL {
    // The test runner itself is in the toolchain; the bundle that it loaded is in the build folder.
    let bundle = CommandLine.arguments.first { $0.hasSuffix(".xctest") } ?? CommandLine.arguments[0]
    return URL(fileURLWithPath: bundle).deletingLastPathComponent().appendingPathComponent(name)
  }
}
