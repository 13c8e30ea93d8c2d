import Foundation
import TestExtent
import Testing

private let corpus = ProcessInfo.processInfo.environment["HANDSPAN_CORPUS"]
private let received = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
  .deletingLastPathComponent().appendingPathComponent("Data/Received").path

/// A folder of files is exported, and the export is imported elsewhere: everything takes place at the same times and is
/// called the same.
@Suite(.enabled(if: hasZones, "the time zone database (tzdata) is not installed")) struct RoundTripTests {
  @Test func receivedFilesSurviveExportAndImport() throws {
    try checkFiles(in: received, into: ["copy", "copy.ics"], during: ["1995-01-01 2040-01-01"])
  }

  /// The environment variable HANDSPAN_CORPUS names a folder with calendars of other projects.
  @Test func publicCalendarsSurviveExportAndImport() throws {
    // Some of them have series without an end, so listing all years would take minutes.
    let years = ["2005-01-01 2007-01-01", "2020-01-01 2024-01-01"]
    try checkFiles(
      in: try #require(corpus), into: ["copy.ics"], during: Array(years.suffix(TestExtent.count(2, quick: 1)))
    )
  }

  /// - Parameters:
  ///   - copies: a folder and a file to import into.
  ///   - periods: the first day of each period to compare, and the day after the last one.
  private func checkFiles(in folder: String, into copies: [String], during periods: [String]) throws {
    let groups = try groups(of: files(in: folder))
    #expect(!groups.isEmpty)
    for group in groups { try checkRoundTrip(of: group, into: copies, during: periods) }
  }

  private func files(in folder: String) throws -> [URL] {
    let urls =
      FileManager.default.enumerator(at: URL(fileURLWithPath: folder), includingPropertiesForKeys: nil)?
      .allObjects as? [URL]
    return (urls ?? []).filter { $0.pathExtension.lowercased() == "ics" }.sorted { $0.path < $1.path }
  }

  /// Files in one folder.
  private struct Group {
    var files: [URL] = []
    var uids: Set<Substring> = []
    /// Whether a file has a METHOD. In a calendar, the messages of a file are older revisions of each other.
    let hasMessages: Bool
  }

  /// Divides files into groups, so that no two files of a group have the same UID. They may define time zones of the same
  /// name.
  private func groups(of files: [URL]) throws -> [Group] {
    var groups: [Group] = []
    for file in files {
      let lines = try lines(of: file)
      let hasMessages = lines.contains { $0.uppercased().hasPrefix("METHOD:") }
      let uids = Set(
        lines.filter { $0.prefix(3).lowercased() == "uid" }.compactMap {
          $0.split(separator: ":", maxSplits: 1).dropFirst().first
        })
      let index = groups.firstIndex { $0.hasMessages == hasMessages && $0.uids.isDisjoint(with: uids) }
      if index == nil { groups.append(Group(hasMessages: hasMessages)) }
      groups[index ?? groups.count - 1].uids.formUnion(uids)
      groups[index ?? groups.count - 1].files.append(file)
    }
    return groups
  }

  private func lines(of file: URL) throws -> [Substring] {
    let data = try Data(contentsOf: file)
    let isUTF16 = data.starts(with: [0xFF, 0xFE]) || data.starts(with: [0xFE, 0xFF])
    return unfoldedLines(
      isUTF16 ? String(data: data, encoding: .utf16) ?? "" : String(decoding: data, as: UTF8.self))
  }

  private func checkRoundTrip(of group: Group, into copies: [String], during periods: [String]) throws {
    let program = try Program()
    for name in ["original", "copy"] {
      try FileManager.default.createDirectory(
        atPath: "\(program.folder)/\(name)", withIntermediateDirectories: true)
    }
    for (number, file) in group.files.enumerated() {
      try FileManager.default.copyItem(
        at: file, to: URL(fileURLWithPath: "\(program.folder)/original/\(number).ics"))
    }
    try program.write(
      ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//test", "END:VCALENDAR"], to: "copy.ics")
    let names = group.files.map(\.lastPathComponent).joined(separator: ", ").prefix(300)
    let exported = try program.run("export", "original", "--to", "exported.ics")
    #expect(exported.status == 0, "\(names): \(exported.errors)")
    let originals = try rows("original", periods, program)
    for copy in copies {
      let imported = try program.run("import", "exported.ics", "--into", copy)
      // Nothing is in files that have only time zones, for example.
      guard imported.status == 0 else {
        #expect(originals.isEmpty, "\(names): \(imported.errors)")
        return
      }
      try compare(originals, try rows(copy, periods, program), "\(names), \(copy)")
      let again = try program.run("export", copy, "--to", "again.ics")
      #expect(again.status == 0, "\(names): \(again.errors)")
      let (texts, textsAgain) = (try contents("exported.ics", program), try contents("again.ics", program))
      let difference =
        group.hasMessages ? textsAgain.subtracting(texts) : texts.symmetricDifference(textsAgain)
      #expect(difference.isEmpty, "\(names), \(copy): \(difference.sorted().prefix(10))")
    }
  }

  /// Compares rows of JSON. An event without a UID has got one, and identical ones count as one.
  private func compare(_ originals: Set<String>, _ copies: Set<String>, _ names: String) throws {
    func withoutUID(_ rows: Set<String>) -> Set<Substring> {
      Set(rows.map { $0.drop { $0 != "," } })
    }
    let named = originals.filter { !$0.hasPrefix("{\"uid\": \"\",") }
    let missing = named.subtracting(copies)
    #expect(missing.isEmpty, "\(names): \(missing.sorted().prefix(5))")
    let (unnamed, others) = (
      withoutUID(originals.subtracting(named)), withoutUID(copies.subtracting(named))
    )
    #expect(unnamed == others, "\(names): \(unnamed.symmetricDifference(others).sorted().prefix(5))")
  }

  /// What the command lists: the UID, the title, the times and the status.
  private func rows(_ path: String, _ periods: [String], _ program: Program) throws -> Set<String> {
    var rows: Set<String> = []
    for period in periods {
      let days = period.split(separator: " ").map(String.init)
      let outcome = try program.run(
        "list", path, "--json", "--from", days[0], "--to", days[1], "--zone", "Europe/Berlin")
      for line in outcome.output.split(separator: "\n") {
        guard let end = line.range(of: "\"startByFile\"")?.lowerBound else { continue }
        rows.insert(String(line[..<end].drop { $0 == " " }))
      }
    }
    return rows
  }

  /// The lines of all components.
  private func contents(_ name: String, _ program: Program) throws -> Set<String> {
    let ownLines = ["NAME:", "X-WR-CALNAME:", "PRODID:"]
    return Set(
      unfoldedLines(String(decoding: try program.bytes(name), as: UTF8.self))
        .filter { line in !ownLines.contains { line.hasPrefix($0) } }.map(String.init))
  }

  private func unfoldedLines(_ text: String) -> [Substring] {
    text.replacingOccurrences(of: "\r\n", with: "\n").replacingOccurrences(of: "\n ", with: "")
      .replacingOccurrences(of: "\n\t", with: "").split(separator: "\n")
  }
}
