import CalendarModel
import Foundation
import Testing

@testable import CalendarStore

/// Finding the system's time zone. A temporary folder stands in for the root of the file system.
@Suite(
  .enabled(
    if: FileManager.default.fileExists(atPath: "/usr/share/zoneinfo/tzdata.zi"), "tzdata is not installed"))
struct LocalZoneTests {
  private let root = TemporaryFolder()

  init() throws {
    for folder in ["etc", "usr/share"] { try root.makeFolder(folder) }
    try link("usr/share/zoneinfo", to: "/usr/share/zoneinfo")
  }

  private func link(_ name: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(atPath: root.path(name), withDestinationPath: target)
  }

  private func copy(_ zone: String, to name: String) throws {
    // Copies the contents, because old names are links to current ones.
    let bytes = try #require(SystemFile.bytes("/usr/share/zoneinfo/\(zone)"))
    try Data(bytes).write(to: URL(fileURLWithPath: root.path(name)))
  }

  private func localZone(_ variable: String? = nil) -> Zone {
    SystemZones(root: root.path, tzVariable: variable).local
  }

  /// Returns the offsets from UTC in January and July 2027, in seconds.
  private func offsets(_ zone: Zone) -> [Int] {
    [1_799_798_400, 1_815_436_800].map { zone.rules.offset(at: Instant(seconds: $0)) }
  }

  @Test(arguments: ["/usr/share/zoneinfo/Europe/Berlin", "../usr/share/zoneinfo/Europe/Berlin"])
  func symbolicLinkNamesTheZone(target: String) throws {
    try link("etc/localtime", to: target)
    try root.write("Etc/UTC\n", to: "etc/timezone")
    #expect(localZone().identifier == "Europe/Berlin")
    #expect(offsets(localZone()) == [3_600, 7_200])
  }

  @Test func linksAreFollowedToAZoneName() throws {
    try link("etc/localtime", to: "/etc/zone")
    try link("etc/zone", to: "/usr/share/zoneinfo/right/Asia/Tokyo")
    #expect(localZone().identifier == "Asia/Tokyo")
  }

  @Test func leapSecondZoneIsNamedLikeThePlainZone() throws {
    try link("etc/localtime", to: "/usr/share/zoneinfo/right/Europe/Berlin")
    guard SystemFile.bytes(root.path("usr/share/zoneinfo/right/Europe/Berlin")) != nil else { return }
    #expect(localZone().identifier == "Europe/Berlin")
    #expect(offsets(localZone()) == [3_600, 7_200])
  }

  @Test func staleTimezoneFileIsIgnored() throws {
    try copy("Europe/Berlin", to: "etc/localtime")
    try root.write("Etc/UTC\n", to: "etc/timezone")
    #expect(localZone().identifier == "Europe/Berlin")
    #expect(offsets(localZone()) == [3_600, 7_200])
  }

  /// Berlin and Paris have long had the same local time, so either name would fit. The name in the file is used.
  @Test func timezoneFileWithTheSameRulesNamesTheZone() throws {
    try copy("Europe/Berlin", to: "etc/localtime")
    try root.write("# by hand\nEurope/Paris\n", to: "etc/timezone")
    #expect(localZone().identifier == "Europe/Paris")
  }

  @Test(arguments: [
    ("Europe/Berlin", "Europe/Berlin"), ("US/Eastern", "America/New_York"), ("Asia/Calcutta", "Asia/Kolkata"),
    ("right/America/Lima", nil), ("Etc/UTC", "Etc/UTC"), ("posix/Asia/Tokyo", "Asia/Tokyo"),
  ])
  func copiedZoneFileIsIdentifiedByItsContents(copied: String, name: String?) throws {
    guard FileManager.default.fileExists(atPath: "/usr/share/zoneinfo/\(copied)") else { return }
    try copy(copied, to: "etc/localtime")
    let zone = localZone()
    if let name {
      #expect(zone.identifier == name)
    } else {
      // The zone is named after the rule at the end of the file, which older databases omit from files with
      // leap seconds.
      let prefixes = ["Handspan/UTC-0500 ", "Handspan/<-05>5 "]
      #expect(prefixes.contains { zone.identifier.hasPrefix($0) }, "\(zone.identifier)")
      #expect(offsets(zone) == [-18_000, -18_000])
    }
  }

  @Test(arguments: [
    ("Europe/Berlin", "Europe/Berlin"), (":Europe/Berlin", "Europe/Berlin"),
    ("/usr/share/zoneinfo/Asia/Tokyo", "Asia/Tokyo"), (":/usr/share/zoneinfo/Asia/Tokyo", "Asia/Tokyo"),
    (":/etc/localtime", "America/New_York"), ("EST5", "Etc/GMT+5"), ("<+03>-3", "Etc/GMT-3"), ("UTC0", "UTC"),
    ("UTC", "UTC"), ("", "UTC"), ("Mars/Olympus", "UTC"), ("posix/Asia/Tokyo", "Asia/Tokyo"),
    ("../../etc/localtime", "UTC"), ("/nowhere", "UTC"),
  ])
  func tzVariableTakesPrecedence(variable: String, name: String) throws {
    try link("etc/localtime", to: "/usr/share/zoneinfo/America/New_York")
    // Newer databases have no second copy under "posix", so names with that prefix are not zones.
    let hasPOSIXCopies = FileManager.default.fileExists(atPath: "/usr/share/zoneinfo/posix")
    #expect(
      localZone(variable).identifier == (hasPOSIXCopies || !variable.hasPrefix("posix/") ? name : "UTC"))
  }

  @Test(arguments: [
    ("CET-1CEST,M3.5.0,M10.5.0/3", "Handspan/CET-1CEST M3.5.0 M10.5.0@3", [3_600, 7_200]),
    ("<+0545>-5:45", "Handspan/<+0545>-5.45", [20_700, 20_700]),
    ("IST-1GMT0,M10.5.0,M3.5.0/1", "Handspan/IST-1GMT0 M10.5.0 M3.5.0@1", [0, 3_600]),
  ])
  func zoneIsNamedAfterThePOSIXRuleThatDefinesIt(variable: String, name: String, expected: [Int]) {
    #expect(localZone(variable).identifier == name)
    #expect(offsets(localZone(variable)) == expected)
  }

  /// Rules that no zone in the database has, with two different histories.
  @Test func unknownZoneIsNamedAfterItsRules() throws {
    try root.write("Europe/Berlin\n", to: "etc/timezone")
    let names = try ["1990", "1991"].map { year in
      try compile(
        """
        Rule Odd \(year) max - May 3 1:00 1:00 S
        Rule Odd \(year) max - Nov 3 1:00 0 -
        Zone Odd 2:00 Odd BB%sB

        """, in: year)
      try? FileManager.default.removeItem(atPath: root.path("etc/localtime"))
      try FileManager.default.copyItem(atPath: root.path("\(year)/Odd"), toPath: root.path("etc/localtime"))
      #expect(offsets(localZone()) == [7_200, 10_800])
      return localZone().identifier
    }
    #expect(names.allSatisfy { $0.hasPrefix("Handspan/BBB-2BBSB J123@1 J307@1 ") }, "\(names)")
    #expect(Set(names).count == 2)
  }

  /// Compiles time zone rules with zic into a folder below the root.
  private func compile(_ source: String, in folder: String) throws {
    try root.write(source, to: "source")
    let compiler = Process()
    compiler.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    compiler.arguments = ["zic", "-d", root.path(folder), root.path("source")]
    compiler.environment = ["PATH": "/usr/bin:/bin:/usr/sbin:/sbin"]
    try compiler.run()
    compiler.waitUntilExit()
    #expect(compiler.terminationStatus == 0)
  }

  @Test func unreadableZoneFallsBackToUTC() throws {
    #expect(localZone().identifier == "UTC")
    try root.write("nonsense", to: "etc/localtime")
    #expect(localZone().identifier == "UTC")
    try FileManager.default.removeItem(atPath: root.path("etc/localtime"))
    try link("etc/localtime", to: "localtime")
    #expect(localZone().identifier == "UTC")
  }

  @Test func changeOfTheSystemZoneIsNoticedAtRunTime() throws {
    try link("etc/localtime", to: "/usr/share/zoneinfo/Europe/Berlin")
    let zones = SystemZones(root: root.path, tzVariable: nil)
    #expect(zones.local.identifier == "Europe/Berlin")
    try FileManager.default.removeItem(atPath: root.path("etc/localtime"))
    try link("etc/localtime", to: "/usr/share/zoneinfo/Asia/Tokyo")
    #expect(zones.local.identifier == "Asia/Tokyo")
    #expect(offsets(zones.local) == [32_400, 32_400])
  }
}
