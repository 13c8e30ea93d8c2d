import CalendarModel
import CalendarText
import Testing

/// Every part of an error message is translated.
@Suite struct ErrorPhrasesTests {
  /// A translator that encloses each message in brackets, so that only untranslated text is outside the
  /// brackets.
  private static let bracketingTranslator = Translator(
    text: { _, message in "[\(message)]" }, plural: { one, many, count in "[\(count == 1 ? one : many)]" })

  private static let systemReasons: [SystemReason] = [
    .notPermitted, .inputOutput, .tooManyOpen, .nameTooLong, .timedOut, .unreachable, .busy, .outOfMemory,
    .unsupported, .other(code: 71),
  ]
  private static let faultReasons: [FaultReason] =
    systemReasons.map { .system($0) } + [.symbolicLink, .changing, .notPreserved]
  private static let documentErrors: [DocumentError] = [
    .tooLarge(bytes: 9_000_000, limit: 8_000_000), .tooManyLines(limit: 5), .empty, .noCalendar,
  ]
  private static let editErrors: [EditError] = [
    .repeating, .vanished, .conflict([]), .changedAfterEdit, .endNotAfterStart, .mixedTimes, .outOfRange,
    .differentForm, .unreadableEnd, .exists, .conflictingZone, .noCalendar, .unwritableLink, .unnamedColor,
    .tooLarge,
  ]
  private static let errors: [StoreError] =
    faultReasons.flatMap { [.unreadable(.path("/x"), reason: $0), .failed(.path("/x"), reason: $0)] }
    + documentErrors.map { .broken(.path("/x"), reason: $0) }
    + editErrors.flatMap { [.refused($0), .transferFailed(.refused($0))] }
    + [.transferFailed(.failed(.path("/x"), reason: .system(.inputOutput)))]

  @Test(arguments: errors)
  func messagesAreTranslatedCompletely(error: StoreError) {
    let text = error.message(Self.bracketingTranslator)
    #expect(text.hasPrefix("[") && text.hasSuffix("]"))
    // No text is outside the brackets, every placeholder is replaced, and no message is empty.
    var depth = 0
    for character in text {
      if character == "[" { depth += 1 } else if character == "]" { depth -= 1 } else { #expect(depth > 0) }
    }
    #expect(depth == 0 && !text.contains("{") && !text.contains("[]"))
  }

  /// Reasons are translated like the rest of the sentence, never taken from the system's messages.
  @Test func reasonsAreTranslatedWithinTheirSentences() {
    let error = StoreError.unreadable(.path("/x"), reason: .system(.notPermitted))
    #expect(error.message(Self.bracketingTranslator) == "[“/x” cannot be read: [permission denied].]")
    let brokenFileError = StoreError.broken(.path("/x"), reason: .empty)
    #expect(
      brokenFileError.message(Self.bracketingTranslator)
        == "[“/x” cannot be shown. [The file is empty. A calendar has at least BEGIN:VCALENDAR and END:VCALENDAR.]]"
    )
  }

  @Test func everySystemErrorHasItsOwnText() {
    let texts = Self.systemReasons.map { $0.phrase(.source) }
    #expect(Set(texts).count == texts.count)
  }
}
