/// The kind of an object in a calendar.
package enum ObjectKind: Int, CaseIterable, Hashable, Sendable {
  case event, task, journalEntry
}

/// The numbers of objects of one kind that an import adds, updates or leaves unchanged. A series counts as one
/// object.
package struct ImportCounts: Hashable, Sendable {
  /// Objects that the calendar does not have.
  package var new = 0
  /// Objects of which the calendar has an older revision.
  package var updated = 0
  /// Objects that the calendar already has in the same revision.
  package var same = 0
  /// Objects of which the calendar has a newer revision, or one that cannot be changed.
  package var kept = 0
  /// Messages, such as answers to invitations, that change nothing.
  package var ignored = 0
  /// Objects that are removed because a message cancels them.
  package var removed = 0

  package init(new: Int = 0, updated: Int = 0, same: Int = 0, kept: Int = 0, ignored: Int = 0) {
    (self.new, self.updated, self.same, self.kept, self.ignored) = (new, updated, same, kept, ignored)
  }

  package static func += (counts: inout ImportCounts, other: ImportCounts) {
    counts.new += other.new
    counts.updated += other.updated
    counts.same += other.same
    counts.kept += other.kept
    counts.ignored += other.ignored
    counts.removed += other.removed
  }
}
