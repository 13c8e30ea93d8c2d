import Foundation
import SoakSupport
import Testing

/// A program from the build folder that runs until its standard input is closed.
final class SoakProgram {
  private let process = Process()
  private let input = Pipe()
  private let reportPath: String

  /// - Parameter state: the folder in which the program keeps conflicting versions.
  init(arguments: [String], state: String, report: String) throws {
    reportPath = report
    process.executableURL = Products.url("soak-writer")
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging(
      ["XDG_STATE_HOME": state, "HOME": state], uniquingKeysWith: { $1 })
    process.standardInput = input
    try process.run()
  }

  var isRunning: Bool { process.isRunning }

  func report<Report: Decodable>(_ type: Report.Type) throws -> Report {
    try JSONDecoder().decode(type, from: Data(contentsOf: URL(fileURLWithPath: reportPath)))
  }

  /// Closes the program's standard input, waits until it ends, and returns its report.
  func stop<Report: Decodable>(_ type: Report.Type) throws -> Report {
    try input.fileHandleForWriting.close()
    process.waitUntilExit()
    #expect(process.terminationReason == .exit && process.terminationStatus == 0)
    return try report(type)
  }
}

/// The programs in the build folder of the tests.
enum Products {
  static func url(_ name: String) -> URL {
    // The test runner itself is in the toolchain; the bundle that it loaded is in the build folder.
    let bundle = CommandLine.arguments.first { $0.hasSuffix(".xctest") } ?? CommandLine.arguments[0]
    return URL(fileURLWithPath: bundle).deletingLastPathComponent().appendingPathComponent(name)
  }
}
