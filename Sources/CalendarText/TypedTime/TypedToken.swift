/// A part of a typed time or date, in lower case.
enum TypedToken: Hashable {
  case number(String)
  case word(String)
  case symbol(Character)

  /// Splits a string into numbers, words and symbols. Digits of every script are recognized. Dots in
  /// abbreviations (a.m., Std.), apostrophes in words (aujourd’hui) and invisible characters are ignored.
  static func tokens(of text: String) -> [TypedToken] {
    var tokens: [TypedToken] = []
    var continuesToken = false
    for character in text.lowercased() {
      let isInvisible = character.unicodeScalars.allSatisfy { $0.properties.isDefaultIgnorableCodePoint }
      if isInvisible { continue }
      defer { continuesToken = !character.isWhitespace }
      if character.isWhitespace { continue }
      if let digit = character.wholeNumberValue,
        character.unicodeScalars.allSatisfy({ $0.properties.numericType == .decimal })
      {
        if continuesToken, case .number(let digits)? = tokens.last {
          tokens[tokens.count - 1] = .number(digits + String(digit))
        } else {
          tokens.append(.number(String(digit)))
        }
      } else if character.isLetter {
        if continuesToken, case .word(let word)? = tokens.last {
          tokens[tokens.count - 1] = .word(word + String(character))
        } else {
          tokens.append(.word(String(character)))
        }
      } else if ".'’".contains(character), case .word? = tokens.last {
        continue
      } else {
        tokens.append(.symbol(character == "：" ? ":" : character))
      }
    }
    return tokens
  }
}
