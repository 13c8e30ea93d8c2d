import Glibc
import Testing

@testable import CalendarStore

/// Determines from the kernel's rename reports whether Handspan's rename overwrote another program's version.
@Suite struct NameChangesTests {
  private typealias Change = NameChanges.Change

  /// The reported changes, and whether they mean that another program's version was overwritten.
  struct Report: Sendable {
    var changes: [NameChanges.Change]
    var isOverwritten: Bool
  }

  private static let ours: [Change] = [
    Change(kind: .movedFrom(1), name: "new"), Change(kind: .movedTo(1), name: "a.ics"),
  ]
  private static let theirs: [Change] = [
    Change(kind: .movedFrom(2), name: "b"), Change(kind: .movedTo(2), name: "a.ics"),
  ]
  static let reports: [Report] = [
    Report(changes: ours, isOverwritten: false),
    Report(changes: theirs + ours, isOverwritten: true),
    Report(changes: ours + theirs, isOverwritten: false),
    Report(changes: theirs + theirs + ours + theirs, isOverwritten: true),
    // The other program moved its file from another folder, or created it.
    Report(changes: [theirs[1]] + ours, isOverwritten: true),
    Report(changes: [Change(kind: .created, name: "a.ics")] + ours, isOverwritten: true),
    Report(changes: [Change(kind: .created, name: "other.ics")] + ours, isOverwritten: false),
    // The other program deleted its file before Handspan's rename.
    Report(changes: theirs + [Change(kind: .deleted, name: "a.ics")] + ours, isOverwritten: false),
    // The other program exchanged two files: the old file was moved away, and the other program's file
    // stayed.
    Report(
      changes: theirs + [Change(kind: .movedFrom(3), name: "a.ics"), Change(kind: .movedTo(3), name: "b")]
        + ours,
      isOverwritten: true),
    // Handspan's rename was not reported because the queue was full.
    Report(changes: theirs, isOverwritten: false),
    Report(changes: [], isOverwritten: false),
  ]

  @Test(arguments: reports) func onlyVersionsBeforeHandspansRenameAreOverwritten(report: Report) {
    let changes = NameChanges(changes: report.changes)
    #expect(changes.hasLostFile(named: "a.ics", beforeRenameOf: "new") == report.isOverwritten)
  }

  @Test func exchangesAreReported() throws {
    let folder = TemporaryFolder()
    let path = try folder.write("old", to: "a.ics")
    let ours = try folder.write("ours", to: "new")
    try folder.write("theirs", to: "b")
    let descriptor = open(folder.path, O_RDONLY | O_DIRECTORY)
    defer { close(descriptor) }
    let watch = try Descriptor(adopting: SystemCalls().watchNames(in: descriptor))
    #expect(SystemCalls().exchange("b", with: "a.ics", in: descriptor) >= 0)
    rename(ours, path)
    #expect(NameChanges.read(from: watch.rawValue).hasLostFile(named: "a.ics", beforeRenameOf: "new"))
  }

  /// The kernel reports the renames in the order of the calls.
  @Test func renamesAreReportedInOrder() throws {
    let folder = TemporaryFolder()
    let path = try folder.write("old", to: "a.ics")
    let theirs = try folder.write("theirs", to: "b")
    let ours = try folder.write("ours", to: "new")
    let descriptor = open(folder.path, O_RDONLY | O_DIRECTORY)
    defer { close(descriptor) }
    let watch = try Descriptor(adopting: SystemCalls().watchNames(in: descriptor))
    #expect(NameChanges.read(from: watch.rawValue) == NameChanges())
    rename(theirs, path)
    rename(ours, path)
    let changes = NameChanges.read(from: watch.rawValue)
    #expect(changes.changes.map(\.name) == ["b", "a.ics", "new", "a.ics"])
    #expect(changes.hasLostFile(named: "a.ics", beforeRenameOf: "new"))
    #expect(NameChanges.read(from: watch.rawValue) == NameChanges())
  }
}
