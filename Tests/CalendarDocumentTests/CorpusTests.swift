import CalendarDocument
import CalendarModel
import CalendarText
import Foundation
import TestExtent
import Testing

/// Calendar files collected by other projects, in the folder named by HANDSPAN_CORPUS.
enum Corpus {
  static let files: [URL] = {
    guard let path = ProcessInfo.processInfo.environment["HANDSPAN_CORPUS"] else {
      print("HANDSPAN_CORPUS is not set; the tests with public calendars are skipped.")
      return []
    }
    let enumerator = FileManager.default.enumerator(
      at: URL(fileURLWithPath: path), includingPropertiesForKeys: nil)
    let files = (enumerator?.allObjects as? [URL] ?? []).filter { $0.pathExtension.lowercased() == "ics" }
    return files.sorted { $0.path < $1.path }
  }()

  /// The name and bytes of every file.
  static func read() throws -> [(name: String, bytes: [UInt8])] {
    try files.map { ($0.lastPathComponent, [UInt8](try Data(contentsOf: $0))) }
  }
}

@Suite(.enabled(if: !Corpus.files.isEmpty)) struct CorpusTests {
  @Test func everyFileKeepsItsBytesOrIsRefusedWithAReason() throws {
    var loadedCount = 0
    for (name, bytes) in try Corpus.read() {
      let (result, seconds) = processorTime { Result { try document(file: bytes) } }
      switch result {
      case .success(let document):
        #expect(document.bytes == bytes, "\(name)")
        loadedCount += 1
      case .failure(let error as DocumentError): #expect(!error.message(.source).isEmpty)
      case .failure(let error): throw error
      }
      #expect(seconds < 20, "\(name) is too slow, even for an unoptimized build")
    }
    #expect(loadedCount > Corpus.files.count * 9 / 10)
    print("Corpus: \(loadedCount) of \(Corpus.files.count) files loaded.")
  }

  @Test func moveChangesOnlyItsLinesAndUndoRestoresTheBytes() throws {
    let editable: Set = ["DTSTART", "DTEND", "DTSTAMP", "LAST-MODIFIED", "SEQUENCE"]
    var movedCount = 0
    for (name, bytes) in try Corpus.read() {
      guard let original = try? document(file: bytes) else { continue }
      let problemCount = lastingProblemCount(of: original)
      for event in original.events.prefix(10) where !event.isRepeating {
        var document = original
        let start = event.times.start.wall
        let target = event.times.isAllDay ? start.adding(days: 1) : start.adding(minutes: 30)
        let times = event.times.moved(toStart: target, in: ownZone(of: event))
        let edit = EventEdit(target: event.id, change: .move(times))
        let applied: AppliedEdit
        do {
          applied = try document.apply(edit, stamp: testStamp)
        } catch {
          guard error == .outOfRange else { throw error }
          continue
        }
        movedCount += 1
        let changedEvent = document.events.first { $0.id == event.id }
        #expect(try #require(changedEvent).times == times, "\(name) \(event.id.uid)")
        let names = changedPropertyNames(applied)
        #expect(names.isSubset(of: editable) && names.contains("DTSTART"), "\(name) \(names)")
        #expect(lastingProblemCount(of: document) == problemCount, "\(name)")
        try document.revert(applied)
        #expect(document.bytes == bytes, "\(name)")
      }
    }
    #expect(movedCount > 300)
    print("Corpus: \(movedCount) events moved and moved back.")
  }

  /// Returns the number of problems, except those about empty lines inside properties, which disappear when
  /// the properties are rewritten.
  private func lastingProblemCount(of document: CalendarDocument) -> Int {
    document.problems.count { !$0.text.hasPrefix("There is an empty line inside") }
  }

  /// A Mozilla calendar from 2003 that has an empty line inside every property.
  @Test func emptyLinesInsidePropertiesDoNotHideEvents() throws {
    let file = try #require(try Corpus.read().first { $0.name == "multiple_calendar_components.ics" })
    let document = try document(file: file.bytes)
    #expect(document.events.map(\.summary) == ["Christmas Day", "Boxing Day", "Christmas again!"])
    #expect(try document.first.times.start == .date(try #require(Day("2003-12-25"))))
  }

  /// Expands every series of every file over eighty years.
  @Test func everySeriesExpandsFrom1970To2050InBoundedTime() throws {
    let berlin = try #require(TestZones().zone(named: "Europe/Berlin"))
    let years = Instant(seconds: 0)..<Instant(seconds: 80 * 31_556_952)
    var seriesCount = 0
    var instanceCount = 0
    for (name, bytes) in try Corpus.read() {
      guard let document = try? document(file: bytes) else { continue }
      let changes = Dictionary(grouping: document.events, by: \.id.uid)
      var expansionTime = 0.0
      for master in document.events {
        let ownChanges = changes[master.id.uid] ?? []
        guard let series = Series(master: master, changes: ownChanges, displayZone: berlin) else { continue }
        let budget = ExpansionBudget(starts: 50_000, steps: 200_000)
        let (expansion, seconds) = processorTime { series.instances(startingIn: years, budget: budget) }
        expansionTime += seconds
        #expect(expansion.instances.allSatisfy { years.contains($0.start) && $0.start <= $0.end }, "\(name)")
        #expect(
          zip(expansion.instances, expansion.instances.dropFirst()).allSatisfy { $0.start <= $1.start },
          "\(name)")
        for instance in expansion.instances.prefix(20) {
          let occurrence = series.occurrence(
            of: instance, as: series.templateEvents[instance.templateIndex])
          #expect(occurrence.times.start.time(in: berlin).instant == instance.start, "\(name)")
          #expect(occurrence.recurrenceID != nil)
        }
        seriesCount += 1
        instanceCount += expansion.instances.count
      }
      #expect(expansionTime < 20, "\(name) is too slow, even for an unoptimized build")
    }
    #expect(seriesCount > 300)
    print("Corpus: \(seriesCount) series have \(instanceCount) instances in 80 years.")
  }

  private func ownZone(of event: CalendarEvent) -> Zone {
    if case .zoned(_, let zone) = event.times.start { zone } else { .utc }
  }

  /// Returns the names of the properties whose logical lines differ, or a placeholder if the number of lines
  /// differs.
  private func changedPropertyNames(_ applied: AppliedEdit) -> Set<String> {
    let oldLines = logicalLines(applied.oldBytes)
    let newLines = logicalLines(applied.newBytes)
    guard oldLines.count == newLines.count else { return ["the number of lines"] }
    return Set(
      zip(oldLines, newLines).filter { $0 != $1 }.map { _, line in
        let name = line.prefix { $0 != UInt8(ascii: ":") && $0 != UInt8(ascii: ";") }
        return String(decoding: name, as: UTF8.self).uppercased()
      })
  }

  /// Returns the content lines, split independently of the parser under test.
  private func logicalLines(_ bytes: [UInt8]) -> [[UInt8]] {
    var lines: [[UInt8]] = [[]]
    for byte in bytes {
      let isBreak = byte == 0x0A || byte == 0x0D
      if !isBreak, byte != 0x20, byte != 0x09, let last = lines.last?.last, last == 0x0A || last == 0x0D {
        lines.append([])
      }
      lines[lines.count - 1].append(byte)
    }
    // Differences in folding are ignored.
    return lines.map { String(decoding: $0, as: UTF8.self) }.map {
      Array($0.replacing("\r\n ", with: "").replacing("\n ", with: "").utf8)
    }
  }
}
