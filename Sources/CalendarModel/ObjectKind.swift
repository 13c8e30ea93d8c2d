/// What the objects of a calendar are.
package enum ObjectKind: Int, CaseIterable, Hashable, Sendable {
  case event, task, journalEntry
}

/// What an import does with the objects of one kind: how many there are of each sort. A series counts as one.
package struct ImportCounts: Hashable, Sendable {
  /// The calendar does not have them.
  package var new = 0
  /// The calendar has an older revision.
  package var updated = 0
  /// The calendar has them already.
  package var same = 0
  /// The calendar has a newer revision, or one that cannot be changed.
  package var kept = 0

  package init(new: Int = 0, updated: Int = 0, same: Int = 0, kept: Int = 0) {
    (self.new, self.updated, self.same, self.kept) = (new, updated, same, kept)
  }

  package static func += (counts: inout ImportCounts, other: ImportCounts) {
    counts.new += other.new
    counts.updated += other.updated
    counts.same += other.same
    counts.kept += other.kept
  }
}
