/// The event properties that Handspan reads.
package enum EventPropertyName: UInt8, Sendable {
  case uid, url, color, end, status, transparency, start, stamp, summary, location, duration, sequence,
    categories
  case description, lastModified, organizer, attendee
  /// X-MICROSOFT-CDO-ALLDAYEVENT.
  case allDayFlag
  /// X-MOZ-LASTACK and X-MOZ-SNOOZE-TIME, which may be followed by an original start.
  case alarmState
  /// CONFERENCE, X-GOOGLE-CONFERENCE and X-MICROSOFT-SKYPETEAMSMEETINGURL.
  case conference
  /// RRULE, RDATE, EXDATE, EXRULE and RECURRENCE-ID.
  case recurrence
  /// Any other property.
  case other

  init(_ bytes: Span<UInt8>, _ start: Int, _ end: Int) {
    func isName(_ name: StaticString) -> Bool { bytes.equals(name, start, end) }
    switch end - start {
    case 3: self = isName("uid") ? .uid : isName("url") ? .url : .other
    case 5:
      self =
        isName("dtend")
        ? .end
        : isName("color")
          ? .color
          : isName("rrule") || isName("rdate") ? .recurrence : .other
    case 6:
      self =
        isName("status")
        ? .status
        : isName("transp")
          ? .transparency
          : isName("exdate") || isName("exrule") ? .recurrence : .other
    case 7:
      self = isName("dtstart") ? .start : isName("dtstamp") ? .stamp : isName("summary") ? .summary : .other
    case 8:
      self =
        isName("location")
        ? .location
        : isName("duration")
          ? .duration : isName("sequence") ? .sequence : isName("attendee") ? .attendee : .other
    case 9: self = isName("organizer") ? .organizer : .other
    case 10: self = isName("categories") ? .categories : isName("conference") ? .conference : .other
    case 11: self = isName("description") ? .description : .other
    case 13:
      self =
        isName("last-modified")
        ? .lastModified
        : isName("recurrence-id") ? .recurrence : isName("x-moz-lastack") ? .alarmState : .other
    case 27: self = isName("x-microsoft-cdo-alldayevent") ? .allDayFlag : .other
    case 19 where isName("x-google-conference"): self = .conference
    case 32 where isName("x-microsoft-skypeteamsmeetingurl"): self = .conference
    default:
      // The names differ in length.
      let prefixEnd = start + 17
      self =
        end >= prefixEnd && bytes.equals("x-moz-snooze-time", start, prefixEnd) ? .alarmState : .other
    }
  }
}

/// The positions of the parts of a content line in the file. They are found without copying the line.
package struct PropertyLine: Sendable {
  package let name: EventPropertyName
  /// The range from the semicolon before the parameters to the colon before the value; empty if there are no
  /// parameters.
  package let parameters: Range<Int>
  /// The value as in the file, without the line break at its end.
  package let value: Range<Int>
  /// Whether the value contains line breaks.
  package let isFolded: Bool
}

extension ICalendarText {
  /// Finds the parts of a content line of an event.
  ///
  /// - Parameter bytes: the bytes of the file.
  /// - Returns: nil if the caller must use `line` instead, because the line cannot be read or must be converted, or its
  ///   name or parameters are folded. For people, the state of alarms, conferences and unknown properties, the
  ///   result has only the name.
  package func propertyLine(_ index: Int, in bytes: Span<UInt8>) -> PropertyLine? {
    let start = lines[index].start
    let next = index + 1 < lines.count ? lines[index + 1].start : bytes.count
    var position = start
    while position < next, ContentLine.isNameByte(bytes[position]) { position += 1 }
    guard position > start, position < next else { return nil }
    let nameEnd = position
    let separator = bytes[position]
    guard separator == Ascii.colon || separator == Ascii.semicolon else { return nil }
    let name = EventPropertyName(bytes, start, nameEnd)
    switch name {
    case .other, .organizer, .attendee, .alarmState, .conference:
      return PropertyLine(name: name, parameters: 0..<0, value: 0..<0, isFolded: false)
    default: break
    }
    guard next - start <= ReadingLimits.lineLength,
      !hasForeignLines || Text.isUTF8(self.bytes[start..<next])
    else { return nil }
    if separator == Ascii.semicolon {
      var (isQuoted, parameterCount) = (false, 0)
      while position < next, isQuoted || bytes[position] != Ascii.colon {
        let byte = bytes[position]
        guard byte >= Ascii.space || byte == Ascii.tab else { return nil }
        if hasForeignLines, byte == Ascii.semicolon, bytes.isTextEncoding(afterSemicolonAt: position) {
          return nil
        }
        if byte == Ascii.quote { isQuoted.toggle() }
        if !isQuoted, byte == Ascii.semicolon || byte == Ascii.comma { parameterCount += 1 }
        guard parameterCount <= ReadingLimits.parameters else { return nil }
        position += 1
      }
      guard position < next else { return nil }
    }
    var end = next
    if bytes[end - 1] == Ascii.lineFeed {
      end -= 1
      for _ in 0..<2 where end > position && bytes[end - 1] == Ascii.carriageReturn { end -= 1 }
    } else if bytes[end - 1] == Ascii.carriageReturn {
      end -= 1
    }
    guard position < end else { return nil }
    return PropertyLine(
      name: name, parameters: nameEnd..<position, value: position + 1..<end, isFolded: lines[index].isFolded)
  }
}

extension Text {
  /// Returns the text of a value: the same text that `unescape` returns for the unfolded value.
  ///
  /// - Returns: nil if the value is not UTF-8 or contains NUL. In that case, call `unescape` and report the
  ///   problem.
  package static func read(_ value: Range<Int>, in bytes: Span<UInt8>, isFolded: Bool) -> String? {
    guard !value.isEmpty else { return "" }
    let slice = bytes.extracting(value)
    var isEscaped = false
    for index in slice.indices {
      let byte = slice[index]
      if byte == 0 { return nil }
      if byte == Ascii.backslash { isEscaped = true }
    }
    return slice.withUnsafeBufferPointer { source in
      guard isEscaped || isFolded else { return String(validating: source, as: UTF8.self) }
      return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: source.count) { target in
        String(validating: target[..<unfoldAndUnescape(source, to: target)], as: UTF8.self)
      }
    }
  }

  /// Writes the unfolded and unescaped value to `target`.
  ///
  /// - Returns: the number of bytes written, at most the length of the value.
  private static func unfoldAndUnescape(
    _ source: UnsafeBufferPointer<UInt8>, to target: UnsafeMutableBufferPointer<UInt8>
  ) -> Int {
    var count = 0
    var position = 0
    var isEscaped = false
    while position < source.count {
      let lineBreakLength = LineScanner.lineBreakLength(in: source, at: position)
      if lineBreakLength > 0 {
        position += lineBreakLength
        if position < source.count, source[position] == Ascii.space || source[position] == Ascii.tab {
          position += 1
        }
        continue
      }
      let byte = source[position]
      position += 1
      if isEscaped {
        isEscaped = false
        switch byte {
        case 0x6E, 0x4E: target[count - 1] = Ascii.lineFeed
        case Ascii.comma, Ascii.semicolon, Ascii.backslash: target[count - 1] = byte
        default:
          target[count] = byte
          count += 1
        }
        continue
      }
      target[count] = byte
      count += 1
      isEscaped = byte == Ascii.backslash
    }
    return count
  }
}
