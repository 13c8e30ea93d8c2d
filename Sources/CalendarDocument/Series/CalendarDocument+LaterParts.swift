import CalendarModel
import ICalendar

// When a series in a folder is split, the later part records how many dates the earlier part keeps. This
// makes it possible to recognize an interrupted split even if one of the parts is edited before the split is
// repaired.
extension CalendarDocument {
  /// The property in which the later part records the number of dates that the earlier part keeps. RELATED-TO
  /// names the earlier part.
  static let splitProperty = "X-HANDSPAN-SPLIT-AFTER"

  /// The later parts of split series, each with the UID of the earlier part and the number of dates that the
  /// earlier part keeps.
  package var laterParts: [(event: CalendarEvent, earlierUID: ByteString, keptDateCount: Int)] {
    // Most files have no such property, so usually the lines of the components need not be read.
    guard text.bytes.containsWord("X-HANDSPAN-SPLIT-AFTER") else { return [] }
    return zip(events, components).compactMap { event, component in
      guard event.id.recurrenceID == nil else { return nil }
      var earlierUID: ByteString?
      var keptDateCount: Int?
      for index in text.ownLines(of: component).joined() {
        guard let line = text.line(index) else { continue }
        if line.name == Self.splitProperty {
          keptDateCount = keptDateCount ?? decimalValue(TimeValue.trimmed(line.value))
        } else if line.name == "RELATED-TO",
          line.parameters.contains(where: { $0.name == "RELTYPE" && $0.bytes.containsWord("SIBLING") })
        {
          earlierUID = earlierUID ?? ByteString(Text.unescape(line.value))
        }
      }
      guard let earlierUID, let keptDateCount else { return nil }
      return (event, earlierUID, keptDateCount)
    }
  }

  /// Returns the master of the series with the given UID, or nil if the document does not contain one.
  package func master(ofSeries uid: ByteString) -> CalendarEvent? {
    guard events.contains(uid: uid) else { return nil }
    return events.first { event in
      if case .master = event.series { event.id.uid == uid } else { false }
    }
  }
}

extension Collection<UInt8> {
  /// Returns whether the bytes contain a word, in any combination of upper and lower case.
  ///
  /// - Parameter word: the word in capital letters.
  fileprivate func containsWord(_ word: StaticString) -> Bool {
    let word = word.withUTF8Buffer { Array($0) }
    guard let first = word.first else { return true }
    var position = startIndex
    while let candidate = self[position...].firstIndex(where: { $0 & 0xDF == first }) {
      if self[candidate...].prefix(word.count).elementsEqual(word, by: { $0 & 0xDF == $1 & 0xDF }) {
        return true
      }
      position = index(after: candidate)
    }
    return false
  }
}
