import CalendarModel
import Foundation
import Synchronization
import Testing

@testable import CalendarStore

/// Folders that disappear and come back, and folders with several paths, are watched like any other.
@Suite struct ReturningFolderTests {
  let folder = TemporaryFolder()

  private static let changedText = Samples.calendar(Samples.event(uid: "standup", summary: "Changed"))
  private static let secondChangedText = Samples.calendar(Samples.event(uid: "standup", summary: "Again"))

  /// Waits until the snapshot of the watching store meets a condition.
  private func wait(
    _ store: CalendarStore, _ expectation: String, until condition: (StoreSnapshot) -> Bool,
    at sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    for _ in 0..<3_000 {
      if condition(await store.snapshot()) { return }
      try await Task.sleep(for: .milliseconds(20))
    }
    Issue.record("the store did not show \(expectation)", sourceLocation: sourceLocation)
  }

  private func summaries(_ snapshot: StoreSnapshot) -> [String] { snapshot.events.map(\.summary) }

  /// How the folder disappears before it comes back.
  enum Absence: CaseIterable, Sendable {
    case movedAway, removed, parentMovedAway, grandparentMovedAway
  }

  @Test(arguments: Absence.allCases)
  func returningFolderIsWatchedAgain(absence: Absence) async throws {
    try folder.makeFolder("a")
    try folder.makeFolder("a/b")
    let path = try folder.makeFolder("a/b/home")
    try folder.write(Samples.standup, to: "a/b/home/a.ics")
    let store = CalendarStore(displayZone: .utc)
    await store.open([path])

    let (originalPath, movedPath) =
      switch absence {
      case .movedAway, .removed: (path, folder.path("moved"))
      case .parentMovedAway: (folder.path("a/b"), folder.path("moved"))
      case .grandparentMovedAway: (folder.path("a"), folder.path("moved"))
      }
    if absence == .removed {
      try FileManager.default.removeItem(atPath: path)
    } else {
      #expect(rename(originalPath, movedPath) == 0)
    }
    try await wait(store, "that the folder disappeared") {
      // If the files are removed before their folder, their events are deleted.
      $0.staleFiles.count == 1 || $0.events.isEmpty
    }
    if absence == .removed {
      try folder.makeFolder("a/b/home")
    } else {
      #expect(rename(movedPath, originalPath) == 0)
    }
    try folder.write(Self.changedText, to: "a/b/home/a.ics")
    try await wait(store, "the new contents") { summaries($0) == ["Changed"] && $0.staleFiles.isEmpty }
    try folder.write(Self.secondChangedText, to: "a/b/home/a.ics")
    try await wait(store, "the second change") { summaries($0) == ["Again"] }
  }

  @Test func fileInAReturningFolderIsWatchedAgain() async throws {
    try folder.makeFolder("stick")
    let path = try folder.write(Samples.standup, to: "stick/work.ics")
    let store = CalendarStore(displayZone: .utc)
    await store.open([path])
    #expect(rename(folder.path("stick"), folder.path("elsewhere")) == 0)
    try await wait(store, "that the folder disappeared") { $0.staleFiles.count == 1 }
    try folder.makeFolder("stick")
    try folder.write(Self.changedText, to: "stick/work.ics")
    try await wait(store, "the new contents") { summaries($0) == ["Changed"] && $0.staleFiles.isEmpty }
    try folder.write(Self.secondChangedText, to: "stick/work.ics")
    try await wait(store, "the second change") { summaries($0) == ["Again"] }
  }

  @Test func redirectedLinkIsFollowed() async throws {
    for name in ["one", "two"] { try folder.makeFolder(name) }
    try folder.write(Samples.standup, to: "one/a.ics")
    try folder.write(Self.changedText, to: "two/a.ics")
    symlink("one", folder.path("current"))
    let store = CalendarStore(displayZone: .utc)
    await store.open([folder.path("current")])
    symlink("two", folder.path("new"))
    #expect(rename(folder.path("new"), folder.path("current")) == 0)
    try await wait(store, "the contents of the new target") { summaries($0) == ["Changed"] }
    try folder.write(Self.secondChangedText, to: "two/a.ics")
    try await wait(store, "the change in the new target") { summaries($0) == ["Again"] }
  }

  @Test(arguments: ["link", "home/", "./home"])
  func bothPathsToAFolderAreUpdated(other: String) async throws {
    let path = try folder.makeFolder("home")
    symlink("home", folder.path("link"))
    try folder.write(Samples.standup, to: "home/a.ics")
    let store = CalendarStore(displayZone: .utc)
    await store.open([path, folder.path(other)])
    try folder.write(Self.changedText, to: "home/a.ics")
    try await wait(store, "the change in both calendars") { summaries($0) == ["Changed", "Changed"] }
    // After one of the calendars is closed, the other is still watched.
    await store.open([path])
    try folder.write(Self.secondChangedText, to: "home/a.ics")
    try await wait(store, "the change in the remaining calendar") { summaries($0) == ["Again"] }
  }

  @Test func missingFolderIsReportedWhenItAppears() async throws {
    let reports = Mutex<[WatchReport]>([])
    let watcher = try #require(FolderWatcher { report in reports.withLock { $0.append(report) } })
    defer { watcher.stop() }
    let path = ByteString(folder.path("mount/stick/home"))
    watcher.watch([path])
    func wait(_ isReported: @Sendable ([WatchReport]) -> Bool) async throws {
      for _ in 0..<3_000 where !reports.withLock({ isReported($0) }) {
        try await Task.sleep(for: .milliseconds(20))
      }
      let isSeen = reports.withLock { isReported($0) }
      #expect(isSeen)
      reports.withLock { $0 = [] }
    }
    for name in ["mount", "mount/stick", "mount/stick/home"] {
      try folder.makeFolder(name)
      try await wait { $0.contains(.checkEverything) }
      // The store also calls `watch` after such a report.
      watcher.watch([path])
    }
    try folder.write("x", to: "mount/stick/home/a.ics")
    try await wait { $0.contains(.changed(folder: path, names: ["a.ics"])) }
    try folder.write("x", to: "other")
    try await Task.sleep(for: .milliseconds(100))
    // On a busy machine, the creation of a.ics and the end of its write are reported separately.
    let isQuiet = reports.withLock { $0.allSatisfy { $0 == .changed(folder: path, names: ["a.ics"]) } }
    #expect(isQuiet, "an unrelated change was reported")
  }

  /// At first, the watcher gets no inotify instance, as if other programs had used up the user's limit.
  @Test func folderIsCheckedUntilItCanBeWatched() async throws {
    let reports = Mutex<[WatchReport]>([])
    let attempts = Mutex(0)
    let canOpenInotify = Mutex(false)
    let newWatcher = FolderWatcher(
      firstRetryDelay: 1,
      openInotify: {
        attempts.withLock { $0 += 1 }
        return canOpenInotify.withLock(\.self) ? FolderWatcher.openInotify() : -1
      },
      report: { report in reports.withLock { $0.append(report) } })
    let watcher = try #require(newWatcher)
    defer { watcher.stop() }
    let path = ByteString(try folder.makeFolder("home"))
    watcher.watch([path])
    func wait(_ expectation: Comment, until isFulfilled: () throws -> Bool) async throws {
      for _ in 0..<3_000 where try !isFulfilled() { try await Task.sleep(for: .milliseconds(20)) }
      #expect(try isFulfilled(), expectation)
    }
    try await wait("everything is checked after each attempt") {
      attempts.withLock(\.self) >= 4 && reports.withLock { $0.count { $0 == .checkEverything } } >= 3
    }
    canOpenInotify.withLock { $0 = true }
    let report = WatchReport.changed(folder: path, names: ["a.ics"])
    try await wait("the folder is watched") {
      // The store also calls `watch` after each report.
      watcher.watch([path])
      try folder.write("x", to: "home/a.ics")
      return reports.withLock { $0.contains(report) }
    }
    let count = attempts.withLock(\.self)
    try await Task.sleep(for: .milliseconds(100))
    #expect(attempts.withLock(\.self) == count, "the watcher is still trying to get an inotify instance")
  }

  /// All folders are watched again while the server of one of them does not respond.
  @Test(.timeLimit(.minutes(10))) func deadMountDoesNotDelayOtherFolders() async throws {
    let reports = Mutex<[WatchReport]>([])
    let isDead = Mutex(false)
    let dead = ByteString(try folder.makeFolder("dead"))
    let watcher = try #require(
      FolderWatcher { path in
        while path == dead, isDead.withLock({ $0 }) { usleep(1_000) }
        return path.fileType
      } report: { report in
        reports.withLock { $0.append(report) }
      })
    defer { watcher.stop() }
    func isReported(_ path: ByteString) -> Bool {
      reports.withLock { $0.contains(.changed(folder: path, names: ["a.ics"])) }
    }
    func wait(_ path: ByteString) async throws {
      for _ in 0..<3_000 where !isReported(path) { try await Task.sleep(for: .milliseconds(20)) }
      let isSeen = isReported(path)
      #expect(isSeen, "a change in \(path) was not reported")
    }
    watcher.watch([dead])
    isDead.withLock { $0 = true }
    let available = ByteString(try folder.makeFolder("available"))
    let watchTask = Task.detached { watcher.watch([dead, available], timeout: 50) }
    // Changes before the folder is watched are not reported, so the file is written repeatedly until a change is
    // reported.
    for _ in 0..<600 where !isReported(available) {
      try await Task.sleep(for: .milliseconds(100))
      try folder.write("x", to: "available/a.ics")
    }
    try await wait(available)
    // The earlier watch of the dead folder still reports changes.
    try folder.write("x", to: "dead/a.ics")
    try await wait(dead)
    isDead.withLock { $0 = false }
    await watchTask.value
    reports.withLock { $0 = [] }
    try await Task.sleep(for: .milliseconds(200))
    try folder.write("y", to: "dead/a.ics")
    try await wait(dead)
  }
}
