import Glibc
import Testing

@testable import CalendarStore

/// What the kernel's reports of renames say of the file that a rename replaced.
@Suite struct NameChangesTests {
  private typealias Change = NameChanges.Change

  /// What was reported, and whether another program's version was overwritten.
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
    // From another folder, or created there.
    Report(changes: [theirs[1]] + ours, isOverwritten: true),
    Report(changes: [Change(kind: .created, name: "a.ics")] + ours, isOverwritten: true),
    Report(changes: [Change(kind: .created, name: "other.ics")] + ours, isOverwritten: false),
    // Taken away again.
    Report(changes: theirs + [Change(kind: .deleted, name: "a.ics")] + ours, isOverwritten: false),
    // Exchanged with another file: the old one was moved away, theirs stayed.
    Report(
      changes: theirs + [Change(kind: .movedFrom(3), name: "a.ics"), Change(kind: .movedTo(3), name: "b")]
        + ours,
      isOverwritten: true),
    // Our own rename is not among them: the queue was full.
    Report(changes: theirs, isOverwritten: false),
    Report(changes: [], isOverwritten: false),
  ]

  @Test(arguments: reports) func onlyVersionsBeforeOurRenameAreOverwritten(report: Report) {
    let changes = NameChanges(changes: report.changes)
    #expect(changes.giveName("a.ics", beforeRenameOf: "new") == report.isOverwritten)
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
    #expect(NameChanges.read(from: watch.number).giveName("a.ics", beforeRenameOf: "new"))
  }

  /// The kernel's own reports, in the order of the calls.
  @Test func renamesAreReportedInOrder() throws {
    let folder = TemporaryFolder()
    let path = try folder.write("old", to: "a.ics")
    let theirs = try folder.write("theirs", to: "b")
    let ours = try folder.write("ours", to: "new")
    let descriptor = open(folder.path, O_RDONLY | O_DIRECTORY)
    defer { close(descriptor) }
    let watch = try Descriptor(adopting: SystemCalls().watchNames(in: descriptor))
    #expect(NameChanges.read(from: watch.number) == NameChanges())
    rename(theirs, path)
    rename(ours, path)
    let changes = NameChanges.read(from: watch.number)
    #expect(changes.changes.map(\.name) == ["b", "a.ics", "new", "a.ics"])
    #expect(changes.giveName("a.ics", beforeRenameOf: "new"))
    #expect(NameChanges.read(from: watch.number) == NameChanges())
  }
}
