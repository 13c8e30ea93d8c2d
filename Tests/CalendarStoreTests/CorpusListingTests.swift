import CalendarDocument
import CalendarModel
import CalendarStore
import Foundation
import Testing

private let corpus = ProcessInfo.processInfo.environment["HANDSPAN_CORPUS"]

/// Calendars that other projects collected, looked at as a window or `list` does. HANDSPAN_CORPUS names the folder.
@Suite(.enabled(if: corpus != nil && Listing.hasZones)) struct CorpusListingTests {
  @Test func everyFileIsListedFrom1970To2050InBoundedTime() throws {
    let zone = try #require(SystemZones.shared.zone(named: "Europe/Berlin"))
    let (from, to) = (try #require(Day("1970-01-01")), try #require(Day("2050-01-01")))
    let folder = URL(fileURLWithPath: try #require(corpus))
    let all =
      FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)?.allObjects as? [URL]
    var listed = 0
    for file in all ?? [] where file.pathExtension.lowercased() == "ics" {
      let name = file.lastPathComponent
      guard
        let document = try? CalendarDocument(
          bytes: [UInt8](try Data(contentsOf: file)), calendar: CalendarID(path: name), file: nil,
          zones: SystemZones.shared)
      else { continue }
      let (found, seconds) = processorTime {
        OccurrenceIndex(events: document.events, zone: zone).look(at: from..<to)
      }
      #expect(seconds < 10, "\(name), in a build that is not optimised")
      let occurrences = found.occurrences
      #expect(
        zip(occurrences, occurrences.dropFirst()).allSatisfy { $0.start.instant <= $1.start.instant },
        "\(name)")
      #expect(Set(occurrences.map(\.id)).count == occurrences.count, "\(name)")
      #expect(occurrences.allSatisfy { ($0.recurrenceID != nil) == ($0.event.series != nil) }, "\(name)")
      #expect(found.shortfalls.isEmpty || occurrences.count > 40_000, "\(name): \(found.shortfalls)")
      listed += 1
    }
    #expect(listed > 500)
  }
}
