/// The folded text of many events in one block of memory, so that a search reads memory sequentially.
///
/// A file may contain hundreds of megabytes of text, so only as much as fits into `limit` is kept. The text of further
/// events is folded again for each search, one string at a time.
package struct FoldedTexts: Sendable {
  private var bytes: [UInt8] = []
  /// The end of each event's text in `bytes`.
  private var ends: [Int] = []
  /// The events whose text is not in `bytes`. They follow those in `ends`.
  private var unfoldedEvents: [SharedEvent] = []
  private let limit: Int

  /// The text of half a million ordinary events.
  package static let standardLimit = 32 << 20

  /// - Parameter limit: the number of bytes of folded text from which on no more is kept.
  package init(limit: Int = standardLimit) { self.limit = limit }

  package var count: Int { ends.count + unfoldedEvents.count }
  /// The number of bytes of folded text that are kept.
  package var byteCount: Int { bytes.count }

  /// Appends the searchable text of an event: its title, location, notes, and the names and addresses of the
  /// organizer and the attendees.
  package mutating func append(_ event: SharedEvent, folding: inout SearchFolding) {
    guard bytes.count < limit else {
      unfoldedEvents.append(event)
      return
    }
    FoldedTexts.forEachText(of: event.event) { text in
      folding.append(text, to: &bytes)
      bytes.append(FoldedTexts.separator)
      return true
    }
    ends.append(bytes.count)
  }

  /// Calls `body` with each searchable text of an event until it returns false.
  private static func forEachText(of event: CalendarEvent, _ body: (String) -> Bool) {
    for text in [event.summary, event.location, event.notes] where !text.isEmpty {
      guard body(text) else { return }
    }
    for person in event.attendees + (event.organizer.map { [$0] } ?? []) {
      for text in person.address == person.name ? [person.name] : [person.name, person.address]
      where !text.isEmpty {
        guard body(text) else { return }
      }
    }
  }

  // Words contain no line feed, so no match spans two of an event's texts.
  private static let separator = UInt8(ascii: "\n")

  /// Returns whether all of the words occur in the text of the event at an index.
  package func contains(_ words: [[UInt8]], at index: Int, folding: inout SearchFolding) -> Bool {
    guard index < ends.count else {
      return FoldedTexts.contains(words, in: unfoldedEvents[index - ends.count].event, &folding)
    }
    let start = index == 0 ? 0 : ends[index - 1]
    let text = bytes.span.extracting(start..<ends[index])
    for word in words where !text.contains(word.span) { return false }
    return true
  }

  private static func contains(
    _ words: [[UInt8]], in event: CalendarEvent, _ folding: inout SearchFolding
  ) -> Bool {
    var missingWords = words
    var folded: [UInt8] = []
    forEachText(of: event) { text in
      folded.removeAll(keepingCapacity: true)
      folding.append(text, to: &folded)
      missingWords.removeAll { folded.span.contains($0.span) }
      return !missingWords.isEmpty
    }
    return missingWords.isEmpty
  }
}
