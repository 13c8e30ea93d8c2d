/// The folded text of many events in one block of memory, so that a search reads memory sequentially.
package struct FoldedTexts: Sendable {
  private var bytes: [UInt8] = []
  /// The end of each event's text in `bytes`.
  private var ends: [Int] = []

  package init() {}

  package var count: Int { ends.count }

  /// Appends the searchable text of an event: its title, location, notes, and the names and addresses of the
  /// organizer and the attendees.
  package mutating func append(_ event: CalendarEvent, folding: inout SearchFolding) {
    // Words contain no line feed, so no match spans two of these strings.
    func add(_ text: String) {
      guard !text.isEmpty else { return }
      folding.append(text, to: &bytes)
      bytes.append(FoldedTexts.separator)
    }
    for text in [event.summary, event.location, event.notes] { add(text) }
    for person in event.attendees { add(person) }
    if let organizer = event.organizer { add(organizer) }
    func add(_ person: EventPerson) {
      add(person.name)
      if person.address != person.name { add(person.address) }
    }
    ends.append(bytes.count)
  }

  private static let separator = UInt8(ascii: "\n")

  /// Returns whether all of the words occur in the text of the event at an index.
  package func contains(_ words: [[UInt8]], at index: Int) -> Bool {
    let start = index == 0 ? 0 : ends[index - 1]
    let text = bytes.span.extracting(start..<ends[index])
    for word in words where !text.contains(word.span) { return false }
    return true
  }
}
