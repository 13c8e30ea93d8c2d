/// Reads the email addresses that a user types.
package enum UserAddresses {
  /// Returns the addresses in a text, without their schemes. They are separated by commas, semicolons or spaces;
  /// anything that is not an address is left out.
  package static func addresses(in text: String) -> [String] {
    text.split { $0 == "," || $0 == ";" || $0.isWhitespace }.compactMap { word in
      let scheme = "mailto:"
      let address = word.prefix(scheme.count).lowercased() == scheme ? word.dropFirst(scheme.count) : word
      return address.contains("@") ? String(address) : nil
    }
  }
}
