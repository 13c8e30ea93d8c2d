/// Returns the remainder, which has the sign of the divisor: -1 mod 7 is 6.
func floorModulo(_ value: Int, _ divisor: Int) -> Int {
  let remainder = value % divisor
  return remainder < 0 ? remainder + divisor : remainder
}

/// Returns the quotient, rounded toward negative infinity: -1 / 7 is -1.
func floorQuotient(_ value: Int, _ divisor: Int) -> Int {
  (value - floorModulo(value, divisor)) / divisor
}

/// Returns the number in decimal, padded with zeros to at least `width` digits.
func padded(_ number: Int, _ width: Int) -> String {
  let text = String(number)
  return String(repeating: "0", count: max(0, width - text.count)) + text
}

/// Returns the number that ASCII digits represent, or nil if there are no bytes or any of them is not a digit.
func decimalValue(_ bytes: ArraySlice<UInt8>) -> Int? {
  var value = 0
  for byte in bytes {
    guard (0x30...0x39).contains(byte) else { return nil }
    value = value * 10 + Int(byte - 0x30)
  }
  return bytes.isEmpty ? nil : value
}
