import TestExtent

/// A reproducible sequence of random strings: characters with a meaning in iCalendar, combining marks, and
/// arbitrary scalars.
struct RandomScalars {
  private var random: SeededRandom

  init(seed: UInt64) {
    random = SeededRandom(seed: seed)
  }

  private static let meaningfulCharacters = Array(",;:\\\"'^=\r\n\t nN/%_.-".unicodeScalars)
  private static let marks: [Unicode.Scalar] = [
    "\u{300}", "\u{301}", "\u{338}", "\u{20DD}", "\u{FE0F}", "\u{200D}", "\u{1F3FD}", "\u{93E}", "\u{E0101}",
    "\u{0}",
  ]

  /// A random string of at most `length` scalars.
  mutating func text(upTo length: Int) -> String {
    var scalars = String.UnicodeScalarView()
    for _ in 0..<below(length + 1) { scalars.append(scalar()) }
    return String(scalars)
  }

  private mutating func scalar() -> Unicode.Scalar {
    switch below(4) {
    case 0, 1: Self.meaningfulCharacters[below(Self.meaningfulCharacters.count)]
    case 2: Self.marks[below(Self.marks.count)]
    default: Unicode.Scalar(UInt32(below(0x11_0000))) ?? "x"
    }
  }

  /// A random integer in `0..<bound`.
  mutating func below(_ bound: Int) -> Int { random.below(bound) }
}
