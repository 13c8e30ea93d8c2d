/// Translates the English source strings into the user's language.
///
/// This module does not depend on gettext, so every phrase can be used in a test, on the command line or in a
/// window. The application supplies the lookups in the message catalog; `source` returns the English
/// strings.
///
/// The function names are short and the literals come first, so that xgettext finds them in Swift as it does
/// in C (`-L C -k -ktr:1 -ktrc:1c,2 -ktrn:1,2`). Messages contain placeholders in braces, `{start} – {end}`.
/// A translation may use them in any order, more than once or not at all.
package struct Translator: Sendable {
  /// Returns the translation of a message, which may have a context, or the message itself if it has no
  /// translation.
  package typealias Lookup = @Sendable (_ context: String?, _ message: String) -> String
  /// Returns the plural form that the language uses for `count`.
  package typealias PluralLookup = @Sendable (_ one: String, _ many: String, _ count: Int) -> String

  private let lookup: Lookup
  private let pluralLookup: PluralLookup

  /// Whether to isolate values whose direction differs from the direction of the message, and values that
  /// contain formatting characters (such as a title with U+202E). Isolation prevents a value and the message
  /// from changing each other's direction. Set this property for text that is displayed; terminals and other
  /// programs receive the values unchanged.
  package var isolatesValues = false
  /// How the digits of large numbers are separated.
  package var grouping = DigitGrouping.none

  package init(text: @escaping Lookup, plural: @escaping PluralLookup) {
    lookup = text
    pluralLookup = plural
  }

  /// A translator that returns the English source strings.
  package static let source = Translator(
    text: { _, message in message }, plural: { one, many, count in count == 1 ? one : many })

  /// Translates a message and fills in its placeholders.
  package func tr(_ message: String, _ values: KeyValuePairs<String, String> = [:]) -> String {
    fill(lookup(nil, message), values)
  }

  /// Translates a message whose meaning depends on the context, and fills in its placeholders.
  package func trc(
    _ context: String, _ message: String, _ values: KeyValuePairs<String, String> = [:]
  ) -> String {
    fill(lookup(context, message), values)
  }

  /// Translates a message about a number of things, and fills in its placeholders. The number, with its digits
  /// in groups, replaces `{count}`.
  package func trn(
    _ one: String, _ many: String, _ count: Int, _ values: KeyValuePairs<String, String> = [:]
  ) -> String {
    fill(pluralLookup(one, many, count), values, count: count)
  }

  /// Returns a number, such as a value of a message, with its digits in groups.
  package func number(_ number: Int) -> String { grouping.text(number) }

  /// Replaces `{name}` with its value, in one pass, so that braces within a value stay as they are.
  ///
  /// This function works on bytes rather than characters for speed, because text is also composed during
  /// drags.
  private func fill(
    _ pattern: String, _ values: KeyValuePairs<String, String>, count: Int? = nil
  ) -> String {
    let (opening, closing) = (UInt8(ascii: "{"), UInt8(ascii: "}"))
    guard pattern.utf8.contains(opening) else { return pattern }
    // If everything is written from left to right, as is usual, there is nothing to isolate.
    let isMixed =
      isolatesValues && (pattern.hasBidiCharacters || values.contains { $0.value.hasBidiCharacters })
    var result = ""
    result.reserveCapacity(values.reduce(pattern.utf8.count) { $0 + $1.value.utf8.count })
    var pattern = pattern
    pattern.withUTF8 { pattern in
      var remaining = pattern[...]
      func append(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) {
        result += String(decoding: UnsafeBufferPointer(rebasing: bytes), as: UTF8.self)
      }
      while let open = remaining.firstIndex(of: opening),
        let close = remaining[open...].firstIndex(of: closing)
      {
        append(remaining[..<open])
        let name = remaining[(open + 1)..<close]
        if let value = values.first(where: { $0.key.utf8.elementsEqual(name) })?.value {
          result += isMixed && value.hasOwnDirection ? value.isolated : value
        } else if let count, name.elementsEqual("count".utf8) {
          result += number(count)
        } else {
          append(remaining[open...close])
        }
        remaining = remaining[(close + 1)...]
      }
      append(remaining)
    }
    return result
  }
}
