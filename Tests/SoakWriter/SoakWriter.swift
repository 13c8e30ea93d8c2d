import CalendarStore
import Foundation
import SoakSupport

/// The programs of the soak tests:
///
///     soak-writer watching-store|commands|other PATH SEED REPORT NUMBER
///     soak-writer edits SEED PATH PATH
///     soak-writer naive PATH
///
/// The first three change a calendar together until their standard input is closed, and write their reports
/// to REPORT. NUMBER is the number of Handspan's events or, for `other`, the grace period in
/// milliseconds. `edits` makes edits of every kind and prints each, until it is killed. `naive` repeatedly rewrites
/// a file in place, so that a test can prove that torn files are detected.
@main
enum SoakWriter {
  static func main() async throws {
    let arguments = CommandLine.arguments
    switch arguments.dropFirst().first {
    case "edits" where arguments.count == 5:
      try await runEdits(seed: UInt64(arguments[2]) ?? 0, Array(arguments[3...]))
    case "naive" where arguments.count == 3: overwriteForever(arguments[2])
    default:
      guard arguments.count == 6, let seed = UInt64(arguments[3]), let number = Int(arguments[5]) else {
        exit(2)
      }
      let (path, report) = (arguments[2], arguments[4])
      let stopper = Stopper()
      switch arguments[1] {
      case "watching-store": await runWatchingStore(path, seed, report, eventCount: number, stopper)
      case "commands": try runCommands(path, seed, report, eventCount: number, stopper)
      case "other": try runOtherProgram(path, seed, report, gracePeriod: number, stopper)
      default: exit(2)
      }
    }
  }

  private static func runEdits(seed: UInt64, _ paths: [String]) async throws {
    let encoder = JSONEncoder()
    var program = await EditProgram(CalendarStore(displayZone: .utc), paths, seed: seed) { record in
      // The record is written without a buffer, because after the program has been killed, only what has reached the
      // pipe can be read.
      guard let line = try? encoder.encode(record) + Data("\n".utf8) else { return }
      _ = line.withUnsafeBytes { Glibc.write(STDOUT_FILENO, $0.baseAddress, $0.count) }
    }
    while true { try await program.step() }
  }

  private static func overwriteForever(_ path: String) -> Never {
    guard let bytes = RealFolder(path: "/").read(path) else { exit(1) }
    _ = Glibc.write(STDOUT_FILENO, "writing\n", 8)
    while true {
      let target = open(path, O_WRONLY | O_TRUNC)
      // The file is written in pieces, like buffered output.
      for start in stride(from: 0, to: bytes.count, by: 256) {
        _ = bytes[start..<min(bytes.count, start + 256)].withUnsafeBytes {
          Glibc.write(target, $0.baseAddress, $0.count)
        }
      }
      close(target)
    }
  }

  private static func runCommands(
    _ path: String, _ seed: UInt64, _ report: String, eventCount: Int, _ stopper: Stopper
  ) throws {
    var writer = CommandWriter(path, seed: seed, eventCount: eventCount)
    while stopper.shouldContinue {
      try writer.step()
      write(writer.report, to: report)
    }
  }

  private static func runWatchingStore(
    _ path: String, _ seed: UInt64, _ report: String, eventCount: Int, _ stopper: Stopper
  ) async {
    let writer = HandspanWriter(store: CalendarStore(displayZone: .utc), path: path, eventCount: eventCount)
    let reporter = Task {
      while !Task.isCancelled {
        write(writer.report, to: report)
        try? await Task.sleep(for: .seconds(1))
      }
    }
    await writer.run(seed: seed) { stopper.shouldContinue }
    reporter.cancel()
    _ = await reporter.value
    write(writer.report, to: report)
  }

  private static func runOtherProgram(
    _ path: String, _ seed: UInt64, _ report: String, gracePeriod: Int, _ stopper: Stopper
  ) throws {
    let url = URL(fileURLWithPath: path)
    let isFolder = url.pathExtension != "ics"
    var program = RewritingProgram(
      file: isFolder ? nil : url.lastPathComponent,
      in: RealFolder(path: isFolder ? path : url.deletingLastPathComponent().path), seed: seed,
      gracePeriod: gracePeriod)
    try program.begin()
    var lastReportTime = Milliseconds.now
    while stopper.shouldContinue {
      try program.step()
      // Sometimes one rewrite follows another almost immediately.
      usleep(UInt32.random(in: 0..<200_000))
      guard Milliseconds.now - lastReportTime > 1_000 else { continue }
      lastReportTime = Milliseconds.now
      write(program.report, to: report)
    }
    write(program.report, to: report)
  }

  private static func write(_ report: some Encodable, to path: String) {
    do {
      try JSONEncoder().encode(report).write(to: URL(fileURLWithPath: path), options: .atomic)
    } catch {
      FileHandle.standardError.write(Data("\(error)\n".utf8))
    }
  }
}

/// Detects when standard input is closed.
private final class Stopper: Sendable {
  private let flag = Flag()

  var shouldContinue: Bool { !flag.isRaised }

  init() {
    let flag = flag
    Thread.detachNewThread {
      var byte: UInt8 = 0
      while true {
        let count = read(STDIN_FILENO, &byte, 1)
        if count == 0 || (count < 0 && errno != EINTR) { break }
      }
      flag.raise()
    }
  }
}
