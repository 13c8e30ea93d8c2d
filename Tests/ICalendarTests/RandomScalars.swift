/// Texts that are the same in every run: signs that iCalendar gives a meaning, marks that combine with what stands before
/// them, and scalars from everywhere.
struct RandomScalars {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  private static let signs = Array(",;:\\\"'^=\r\n\t nN/%_.-".unicodeScalars)
  private static let marks: [Unicode.Scalar] = [
    "\u{300}", "\u{301}", "\u{338}", "\u{20DD}", "\u{FE0F}", "\u{200D}", "\u{1F3FD}", "\u{93E}", "\u{E0101}",
    "\u{0}",
  ]

  /// A text of so many scalars at most.
  mutating func text(upTo length: Int) -> String {
    var scalars = String.UnicodeScalarView()
    for _ in 0..<below(length + 1) { scalars.append(scalar()) }
    return String(scalars)
  }

  private mutating func scalar() -> Unicode.Scalar {
    switch below(4) {
    case 0, 1: Self.signs[below(Self.signs.count)]
    case 2: Self.marks[below(Self.marks.count)]
    default: Unicode.Scalar(UInt32(below(0x11_0000))) ?? "x"
    }
  }

  /// A whole number from 0 to below `bound` (SplitMix64).
  mutating func below(_ bound: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return Int((z ^ (z >> 31)) % UInt64(bound))
  }
}
