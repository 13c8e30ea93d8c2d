import CalendarDocument
import CalendarModel
import CalendarStore
import Foundation
import TestExtent
import Testing

private let corpus = ProcessInfo.processInfo.environment["HANDSPAN_CORPUS"]

/// Lists calendars from other projects, as a window or the `list` command would. The environment variable
/// HANDSPAN_CORPUS names the folder that contains them.
@Suite(.enabled(if: corpus != nil && Listing.hasZones)) struct CorpusListingTests {
  @Test func everyFileIsListedFrom1970To2050InBoundedTime() throws {
    let zone = try #require(SystemZones.shared.zone(named: "Europe/Berlin"))
    let (from, to) = (try #require(Day("1970-01-01")), try #require(Day("2050-01-01")))
    let folder = URL(fileURLWithPath: try #require(corpus))
    let urls =
      FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)?.allObjects as? [URL]
    var listedCount = 0
    for file in urls ?? [] where file.pathExtension.lowercased() == "ics" {
      let name = file.lastPathComponent
      guard
        let document = try? CalendarDocument(
          bytes: [UInt8](try Data(contentsOf: file)), calendar: CalendarID(name), file: nil,
          zones: SystemZones.shared)
      else { continue }
      let (result, seconds) = processorTime {
        OccurrenceIndex(events: document.events, zone: zone).query(from..<to)
      }
      #expect(
        seconds < 10,
        "listing \(name) took \(seconds) s; less than 10 s is expected, even in an unoptimized build")
      let occurrences = result.occurrences
      #expect(
        zip(occurrences, occurrences.dropFirst()).allSatisfy { $0.start.instant <= $1.start.instant },
        "the occurrences of \(name) are not in order")
      #expect(
        Set(occurrences.map(\.id)).count == occurrences.count,
        "two occurrences of \(name) have the same ID")
      #expect(
        occurrences.allSatisfy { ($0.recurrenceID != nil) == ($0.event.series != nil) },
        "an occurrence of a series in \(name) has no RECURRENCE-ID, or a single event has one")
      #expect(
        result.truncations.isEmpty || occurrences.count > 40_000,
        "\(name) is truncated after \(occurrences.count) occurrences: \(result.truncations)")
      listedCount += 1
    }
    #expect(listedCount > 500)
  }

  /// Two monthly meetings whose DTSTART does not match their rule: one is on Thursdays but begins on a Friday in UTC,
  /// which is Thursday evening in Los Angeles; the other is on Saturdays but begins on a Sunday. The expected dates
  /// are those of Evolution Data Server (Tests/Data/eds-instances.txt).
  @Test func countedSeriesHasAllDatesIfItsStartDoesNotMatchTheRule() throws {
    let file = URL(fileURLWithPath: try #require(corpus)).appendingPathComponent(
      "ical4j/valid/korganizer_sample.ics")
    let document = try CalendarDocument(
      bytes: [UInt8](try Data(contentsOf: file)), calendar: CalendarID("sample.ics"), file: nil,
      zones: SystemZones.shared)
    let index = OccurrenceIndex(events: document.events, zone: .utc)
    let days = try #require(Day("2003-01-01"))..<(try #require(Day("2005-01-01")))
    let occurrences = index.query(days).occurrences
    func dates(_ uid: String) -> String {
      occurrences.filter { $0.event.id.uid.text == uid }
        .map { $0.start.wall.day.description.dropFirst(2) }.joined(separator: " ")
    }
    #expect(
      dates("KOrganizer-1934107299.242")
        == "03-03-14 03-04-10 03-05-08 03-06-12 03-07-10 03-08-14 03-09-11 03-10-09 03-11-13 03-12-11 04-01-08 "
        + "04-02-12 04-03-11")
    #expect(
      dates("KOrganizer-500279590.953")
        == "03-04-06 03-05-03 03-06-07 03-07-05 03-08-02 03-09-06 03-10-04 03-11-01 03-12-06 04-01-03 04-02-07 "
        + "04-03-06 04-04-03")
  }
}
