/// The events that are selected together, in the order in which they were selected. They need not be visible.
package struct EventSelection: Hashable, Sendable {
  /// A selected event.
  package struct Member: Hashable, Sendable, Identifiable {
    package var occurrence: Occurrence
    /// Why the event cannot be changed; nil if it can.
    package var refusal: EditRefusal?

    package init(_ occurrence: Occurrence, refusal: EditRefusal? = nil) {
      (self.occurrence, self.refusal) = (occurrence, refusal)
    }

    package var id: Occurrence.ID { occurrence.id }
  }

  package private(set) var members: [Member] = []
  /// Whether each click adds or removes an event, because the user chose to select more. While any event is
  /// selected, a tap always does so.
  package private(set) var addsOnClick = false

  package init() {}

  package var isEmpty: Bool { members.isEmpty }
  package var count: Int { members.count }
  package var occurrences: [Occurrence] { members.map(\.occurrence) }

  package func contains(_ id: Occurrence.ID) -> Bool { members.contains { $0.id == id } }

  /// Adds an event, or removes it if it is selected.
  package mutating func toggle(_ member: Member) {
    if contains(member.id) { remove(member.id) } else { members.append(member) }
  }

  /// Adds an event; does nothing if it is selected.
  package mutating func add(_ member: Member) { if !contains(member.id) { members.append(member) } }

  package mutating func remove(_ id: Occurrence.ID) {
    members.removeAll { $0.id == id }
    if members.isEmpty { addsOnClick = false }
  }

  /// Makes each click add or remove an event from now on.
  package mutating func startAddingOnClick() { addsOnClick = true }

  /// Replaces each event with its current state, or removes it if it no longer exists.
  ///
  /// - Parameter currentMember: returns the current state of an event; nil if it no longer exists.
  package mutating func refresh(_ currentMember: (Occurrence) -> Member?) {
    var updatedMembers: [Member] = []
    for member in members {
      // Two occurrences of a series may have become the same event.
      guard let updatedMember = currentMember(member.occurrence),
        !updatedMembers.contains(where: { $0.id == updatedMember.id })
      else {
        continue
      }
      updatedMembers.append(updatedMember)
    }
    members = updatedMembers
    if members.isEmpty { addsOnClick = false }
  }
}
