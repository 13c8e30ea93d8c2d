/// Finds the words of the user's language for the English of the source.
///
/// A value, so that every phrase can be asked for in a test, on the command line or in a window, and nothing here
/// knows of gettext: the application fills it with the catalogue's look-ups, `source` hands the English back.
///
/// The calls are short and take their literals first, so that xgettext finds them in Swift as it does in C
/// (`-L C -k -ktr:1 -ktrc:1c,2 -ktrn:1,2`). Messages carry placeholders in braces, `{start} – {end}`, and a
/// translation may use them in any order, more than once or not at all.
package struct Translator: Sendable {
  /// The translation of a message, which may stand in a context; the message itself if there is none.
  package typealias Lookup = @Sendable (_ context: String?, _ message: String) -> String
  /// The translation that the language uses for that number of things.
  package typealias PluralLookup = @Sendable (_ one: String, _ many: String, _ count: Int) -> String

  private let lookup: Lookup
  private let pluralLookup: PluralLookup

  /// Whether a value that is written in another direction than the message, or turns directions around (a title with
  /// U+202E), is isolated, so that it reads as by itself and so does the rest. For what is shown; a terminal and other
  /// programs get the values as they are.
  package var isolatesValues = false

  package init(text: @escaping Lookup, plural: @escaping PluralLookup) {
    lookup = text
    pluralLookup = plural
  }

  /// The English of the source.
  package static let source = Translator(
    text: { _, message in message }, plural: { one, many, count in count == 1 ? one : many })

  /// The translation of a message, its placeholders filled in.
  package func tr(_ message: String, _ values: KeyValuePairs<String, String> = [:]) -> String {
    fill(lookup(nil, message), values)
  }

  /// The translation of a message that means different things in different places, its placeholders filled in.
  package func trc(
    _ context: String, _ message: String, _ values: KeyValuePairs<String, String> = [:]
  ) -> String {
    fill(lookup(context, message), values)
  }

  /// The translation of a message about a number of things; `{count}` in it is the number.
  package func trn(
    _ one: String, _ many: String, _ count: Int, _ values: KeyValuePairs<String, String> = [:]
  ) -> String {
    fill(pluralLookup(one, many, count), values, count: count)
  }

  /// Replaces `{name}` by its value, in one pass, so that braces within a value stay what they are.
  ///
  /// It goes by bytes, not by characters: words are also put together while something moves.
  private func fill(
    _ pattern: String, _ values: KeyValuePairs<String, String>, count: Int? = nil
  ) -> String {
    let (opening, closing) = (UInt8(ascii: "{"), UInt8(ascii: "}"))
    var rest = pattern.utf8[...]
    guard rest.contains(opening) else { return pattern }
    // Where all is written from left to right, as most is, there is nothing to isolate.
    let isMixed = isolatesValues && (pattern.hasDirections || values.contains { $0.value.hasDirections })
    var result = ""
    while let open = rest.firstIndex(of: opening), let close = rest[open...].firstIndex(of: closing) {
      let name = pattern[pattern.utf8.index(after: open)..<close]
      result += pattern[rest.startIndex..<open]
      if let value = values.first(where: { $0.key == name })?.value {
        result += isMixed && value.hasOwnDirection ? value.isolated : value
      } else if let count, name == "count" {
        result += String(count)
      } else {
        result += pattern[open...close]
      }
      rest = rest[pattern.utf8.index(after: close)...]
    }
    return result + pattern[rest.startIndex...]
  }
}
