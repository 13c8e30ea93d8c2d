import Foundation
import Synchronization
import Testing

@testable import CalendarStore

/// Watches the files that define the local time zone.
@Suite struct LocalZoneWatcherTests {
  let folder = TemporaryFolder()

  /// Returns the number of reports from a watcher of the files, by default `localtime` and `timezone`, while `body`
  /// runs and shortly afterward. Waits for the first report if one is expected.
  private func reportCount(
    expectsReport: Bool = true, of files: [String]? = nil, while body: () throws -> Void
  ) throws -> Int {
    let count = Mutex(0)
    let watcher = LocalZoneWatcher(files: files ?? ["localtime", "timezone"].map(folder.path)) {
      count.withLock { $0 += 1 }
    }
    defer { withExtendedLifetime(watcher) {} }
    try body()
    let deadline = Date(timeIntervalSinceNow: expectsReport ? 60 : 0.5)
    while count.withLock({ $0 }) == 0, Date() < deadline { usleep(10_000) }
    return count.withLock { $0 }
  }

  private func link(_ name: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(
      atPath: folder.path(name), withDestinationPath: target)
  }

  /// A new link is created beside the old one and renamed over it, as timedated does.
  @Test func swappedLinkIsReported() throws {
    try folder.write("rome", to: "Rome")
    try folder.write("oslo", to: "Oslo")
    try link("localtime", to: "Rome")
    let count = try reportCount {
      try link("localtime.new", to: folder.path("Oslo"))
      rename(folder.path("localtime.new"), folder.path("localtime"))
    }
    #expect(count > 0)
  }

  @Test func overwrittenFileIsReported() throws {
    try folder.write("rome", to: "localtime")
    #expect(try reportCount { try folder.write("oslo", to: "localtime") } > 0)
  }

  @Test func newFileIsReported() throws {
    #expect(try reportCount { try folder.write("oslo", to: "localtime") } > 0)
  }

  @Test func changeOfTheTimezoneFileIsReported() throws {
    try folder.write("rome", to: "localtime")
    try folder.write("Europe/Rome", to: "timezone")
    #expect(try reportCount { try folder.write("Europe/Oslo", to: "timezone") } > 0)
  }

  /// In a sandbox, the link stays and its target is replaced. An update of the time zone database has the
  /// same effect.
  @Test func changeOfTheLinkTargetIsReported() throws {
    _ = try folder.makeFolder("host")
    try folder.write("rome", to: "host/localtime")
    try link("localtime", to: "host/localtime")
    let count = try reportCount {
      try folder.write("oslo", to: "host/new")
      rename(folder.path("host/new"), folder.path("host/localtime"))
    }
    #expect(count > 0)
  }

  @Test func otherFilesAreNotReported() throws {
    try folder.write("rome", to: "localtime")
    #expect(try reportCount(expectsReport: false) { try folder.write("x", to: "resolv.conf") } == 0)
  }

  @Test func nothingIsWatchedIfTZNamesTheZone() {
    #expect(LocalZoneWatcher.files(tzVariable: nil) == ["/etc/localtime", "/etc/timezone"])
    #expect(LocalZoneWatcher.files(tzVariable: ":/etc/localtime") == ["/etc/localtime", "/etc/timezone"])
    #expect(LocalZoneWatcher.files(tzVariable: "/srv/zone") == ["/srv/zone"])
    #expect(LocalZoneWatcher.files(tzVariable: ":/srv/zone") == ["/srv/zone"])
    for value in ["Europe/Berlin", ":Europe/Berlin", "CET-1CEST,M3.5.0,M10.5.0/3", "UTC", ""] {
      #expect(LocalZoneWatcher.files(tzVariable: value) == [])
    }
  }

  @Test func linksAreFollowedToTheirEndOrALimit() {
    let links = ["/etc/localtime": "../run/host/localtime", "/etc/../run/host/localtime": "/srv/zone"]
    #expect(
      LocalZoneWatcher.chain(from: "/etc/localtime") { links[$0] }
        == ["/etc/localtime", "/etc/../run/host/localtime", "/srv/zone"])
    #expect(LocalZoneWatcher.chain(from: "/a") { _ in "/a" }.count <= 42)
  }
}
