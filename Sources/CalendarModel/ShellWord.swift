/// Words of a command for the POSIX shell.
package enum ShellWord {
  /// Returns a word that the shell reads as the given text; nil if the text contains control characters, which a
  /// terminal cannot show.
  ///
  /// This function works on scalars, because Swift treats an apostrophe followed by a combining accent as a single
  /// character that is not an apostrophe.
  package static func quoted(_ text: String) -> String? {
    guard !text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else {
      return nil
    }
    var word = String.UnicodeScalarView("'".unicodeScalars)
    for scalar in text.unicodeScalars {
      if scalar == "'" { word += "'\\'".unicodeScalars }
      word.append(scalar)
    }
    return String(word) + "'"
  }
}
