/// Folding of long content lines (RFC 5545 3.1).
package enum Folding {
  /// The maximum length of a physical line that is written, in octets, excluding its line break.
  package static let limit = 75

  /// Unfolds a line by removing line breaks and the one space or tab after each. Of several consecutive line
  /// breaks (empty lines inside a fold), only the last is followed by a space or tab.
  ///
  /// This function works on bytes, because some programs fold inside UTF-8 sequences. It returns `line`
  /// itself if there is no fold.
  static func unfold(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    guard let first = line.firstIndex(where: { $0 == Ascii.lineFeed || $0 == Ascii.carriageReturn }) else {
      return line
    }
    var result = Array(line[..<first])
    result.reserveCapacity(line.count)
    var position = first
    while position < line.endIndex {
      let length = LineScanner.lineBreakLength(in: line, at: position)
      if length == 0 {
        result.append(line[position])
        position += 1
      } else {
        position += length
        if position < line.endIndex, line[position] == Ascii.space || line[position] == Ascii.tab {
          position += 1
        }
      }
    }
    return result[...]
  }

  /// Returns whether there is an empty line inside a fold.
  static func hasEmptyLine(_ line: ArraySlice<UInt8>) -> Bool {
    var position = line.startIndex
    while position < line.endIndex {
      let length = LineScanner.lineBreakLength(in: line, at: position)
      if length > 0, LineScanner.lineBreakLength(in: line, at: position + length) > 0 { return true }
      position += max(1, length)
    }
    return false
  }

  /// Folds a line where it would exceed 75 octets, never inside a UTF-8 sequence.
  ///
  /// - Parameters:
  ///   - line: an unfolded content line without its line break.
  ///   - lineEnding: the line break after each physical line except the last.
  package static func fold(_ line: [UInt8], lineEnding: [UInt8]) -> [UInt8] {
    guard line.count > limit else { return line }
    var result: [UInt8] = []
    result.reserveCapacity(line.count + line.count / 60 * (lineEnding.count + 1))
    var start = 0
    while start < line.count {
      // A continuation line begins with a space, which counts toward the limit.
      let availableLength = start == 0 ? limit : limit - 1
      var end = min(start + availableLength, line.count)
      // Go back to the first byte of a character; invalid UTF-8 is cut at the limit.
      for candidate in stride(from: end, to: max(end - 4, start), by: -1)
      where candidate == line.count || line[candidate] & 0b1100_0000 != 0b1000_0000 {
        end = candidate
        break
      }
      if start > 0 { result += lineEnding + [Ascii.space] }
      result += line[start..<end]
      start = end
    }
    return result
  }
}
