/// Translates the English source strings into the user's language.
///
/// This module does not depend on gettext, so every phrase can be used in a test, on the command line or in a
/// window. The application supplies the lookups in the message catalog; `source` returns the English
/// strings.
///
/// The function names are short and the literals come first, so that xgettext finds them in Swift as it does
/// in C (`-L C -k -ktr:1 -ktrc:1c,2 -ktrn:1,2`). Messages contain placeholders in braces, as in `{start} – {end}`.
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
  /// This function works on bytes rather than characters, and without generic algorithms, because text is also
  /// composed during drags, and a list may have tens of thousands of lines.
  private func fill(
    _ pattern: String, _ values: KeyValuePairs<String, String>, count: Int? = nil
  ) -> String {
    // If everything is written from left to right, as is usual, there is nothing to isolate.
    let isMixed =
      isolatesValues && (pattern.hasBidiCharacters || values.contains { $0.value.hasBidiCharacters })
    var (result, pattern) = ("", pattern)
    pattern.withUTF8 { bytes in
      var (index, copiedCount, open) = (0, 0, -1)
      while index < bytes.count {
        let byte = bytes[index]
        if byte == UInt8(ascii: "{"), open < 0 {
          open = index
        } else if byte == UInt8(ascii: "}"), open >= 0 {
          let name = Translator.text(bytes, from: open + 1, to: index)
          if let value = value(named: name, in: values, count: count) {
            result += Translator.text(bytes, from: copiedCount, to: open)
            result += isMixed && value.hasOwnDirection ? value.isolated : value
            copiedCount = index + 1
          }
          open = -1
        }
        index += 1
      }
      result += Translator.text(bytes, from: copiedCount, to: bytes.count)
    }
    return result
  }

  private func value(named name: String, in values: KeyValuePairs<String, String>, count: Int?) -> String? {
    for (key, value) in values where key == name { return value }
    guard let count, name == "count" else { return nil }
    return number(count)
  }

  private static func text(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int, to end: Int) -> String {
    String(decoding: UnsafeBufferPointer(rebasing: bytes[start..<end]), as: UTF8.self)
  }
}
