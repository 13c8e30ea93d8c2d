import Foundation
import SoakSupport

/// A file and a folder of files that a program edits until it is killed.
final class EditedCalendars {
  let folder: String
  let paths: [String]
  /// The events before any edit.
  let initialEvents: [String: PlacedEvent]

  init() throws {
    // The folder is in memory: kills have the same effect on any disk, and edits that do not wait for a disk
    // are interrupted far more often.
    let memory = "/dev/shm/"
    let parent = access(memory, W_OK) == 0 ? memory : NSTemporaryDirectory()
    folder = parent + "handspan-soak-" + UUID().uuidString
    paths = ["\(folder)/work.ics", "\(folder)/home"]
    try FileManager.default.createDirectory(atPath: paths[1], withIntermediateDirectories: true)
    let events = (0..<12).map { SharedEvents.handspanEvent($0) }
    // The file is long enough that a naive program writes it in several pieces.
    try Data(PlainCalendar(Array(events[..<8])).bytes).write(to: URL(fileURLWithPath: paths[0]))
    for event in events[8...] {
      try Data(PlainCalendar([event]).bytes).write(to: URL(fileURLWithPath: "\(paths[1])/\(event.uid).ics"))
    }
    initialEvents = Dictionary(
      uniqueKeysWithValues: events.enumerated().map { ($1.uid, PlacedEvent($1, in: $0 < 8 ? 0 : 1)) })
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  func start(_ arguments: [String], of program: String = "soak-writer") throws -> KilledProgram {
    try KilledProgram(program, arguments, state: folder)
  }

  func startCommand(_ kind: EditRecord.Kind, _ uid: String) throws -> KilledProgram {
    switch kind {
    case .add:
      try start(
        ["add", paths[0], "--summary", "New", "--start", "2026-02-01T09:00Z", "--duration", "15"],
        of: "handspan")
    case .delete: try start(["delete", paths[0], uid], of: "handspan")
    default: try start(["move", paths[0], uid, "--to", "2026-02-01T09:00Z"], of: "handspan")
    }
  }

  /// The inode and the modification time of the file, which change as soon as an edit is saved.
  var fileStatus: [Int] {
    var status = stat()
    stat(paths[0], &status)
    return [Int(status.st_ino), status.st_mtim.tv_sec, status.st_mtim.tv_nsec]
  }

  /// Returns the events of both calendars by UID. Throws an error if a file is torn.
  func events() throws -> [String: [PlacedEvent]] {
    var eventsByUID: [String: [PlacedEvent]] = [:]
    var files = [(paths[0], 0)]
    for name in try FileManager.default.contentsOfDirectory(atPath: paths[1]) where name.hasSuffix(".ics") {
      files.append(("\(paths[1])/\(name)", 1))
    }
    for (path, calendar) in files {
      for event in try PlainCalendar([UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))).events {
        eventsByUID[event.uid, default: []].append(PlacedEvent(event, in: calendar))
      }
    }
    return eventsByUID
  }

  func problems(_ checker: EditChecker) throws -> [String] {
    do { return checker.problems(about: try events()) } catch let torn as PlainCalendar.TornFileError {
      return ["torn: \(torn)"]
    }
  }

  /// Returns the problems after a command that makes one edit and reports its success only by its exit
  /// status.
  func problems(
    after kind: EditRecord.Kind, of uid: String, isDone: Bool, output: String
  ) throws -> [String] {
    let expectedEvent = PlacedEvent(
      calendar: 0, start: "20260201T090000Z", end: "20260201T091500Z",
      summary: kind == .add ? "New" : initialEvents[uid]?.summary ?? "")
    var changes = [
      uid: EditRecord.Change(before: initialEvents[uid], after: kind == .delete ? nil : expectedEvent)
    ]
    if kind == .add {
      let printedUID = output.trimmingCharacters(in: .whitespacesAndNewlines)
      // The command may have been killed after it added the event and before it printed the UID.
      let addedUID = (try? events())?.keys.first { initialEvents[$0] == nil }
      changes = [
        isDone || addedUID == nil ? printedUID : addedUID ?? printedUID: .init(
          before: nil, after: expectedEvent)
      ]
    }
    var checker = EditChecker(initialEvents)
    checker.add(EditRecord(kind: kind, changes: changes, isDone: isDone))
    return try problems(checker)
  }

  /// Returns the number of temporary files.
  func leftoverCount() throws -> Int { try temporaryFiles().count }

  /// Sets the modification times of the temporary files to two days ago.
  func ageLeftovers() throws {
    let oldTime = timespec(tv_sec: time(nil) - 2 * 86_400, tv_nsec: 0)
    for path in try temporaryFiles() { utimensat(AT_FDCWD, path, [oldTime, oldTime], 0) }
  }

  private func temporaryFiles() throws -> [String] {
    try [folder, paths[1]].flatMap { folder in
      try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".tmp") }.map {
        "\(folder)/\($0)"
      }
    }
  }
}

/// A program from the build folder that a test kills.
final class KilledProgram {
  private let process = Process()
  private let outputPipe = Pipe()
  private let errorPipe = Pipe()

  init(_ name: String, _ arguments: [String], state: String) throws {
    process.executableURL = Products.url(name)
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging(
      ["XDG_STATE_HOME": state, "HOME": state, "TZ": "UTC"], uniquingKeysWith: { $1 })
    process.standardOutput = outputPipe
    process.standardError = errorPipe
    try process.run()
  }

  var output: FileHandle { outputPipe.fileHandleForReading }

  /// Kills the program as `kill -9` does and waits for it to end.
  func kill() {
    Foundation.kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  /// Waits until the program ends, `limit` milliseconds have passed, or the condition is met.
  ///
  /// - Returns: The milliseconds until the program ended; nil if it is still running.
  func millisecondsUntilExit(limit: Int, or isReached: (() -> Bool)? = nil) -> Int? {
    let start = Milliseconds.now
    // The pipe is closed when the program ends. The condition is checked every millisecond.
    var pipeEnd = pollfd(fd: output.fileDescriptor, events: 0, revents: 0)
    while true {
      let remaining = max(0, limit - (Milliseconds.now - start))
      if poll(&pipeEnd, 1, Int32(isReached == nil ? remaining : min(1, remaining))) > 0 {
        return Milliseconds.now - start
      }
      if remaining == 0 || isReached?() == true { return nil }
    }
  }

  var wasKilled: Bool { process.terminationReason == .uncaughtSignal }
  var hasSucceeded: Bool { process.terminationReason == .exit && process.terminationStatus == 0 }
  var errors: String {
    String(decoding: errorPipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
  }
}
