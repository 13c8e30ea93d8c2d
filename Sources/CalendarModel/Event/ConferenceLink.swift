/// The web address at which people join a meeting. Only `https` is opened, and the host is shown before.
package struct ConferenceLink: Hashable, Sendable {
  /// The complete address.
  package let target: String
  /// The host, and the port if there is one.
  package let host: String

  /// Creates a link from text that contains nothing else; nil if it is not an `https` address with a host that can be shown
  /// as it is.
  package init?(_ text: some StringProtocol) {
    let scheme = "https://"
    guard let link = SafeLink(String(text)), link.target.lowercased().hasPrefix(scheme) else { return nil }
    target = link.target
    let host = target.dropFirst(scheme.count).prefix { !"/?#".contains($0) }
    // Whatever comes before “@” would be taken for the host, and letters of other scripts look like Latin ones.
    let isPlain = host.utf8.allSatisfy {
      switch $0 {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: ":"):
        true
      default: false
      }
    }
    guard isPlain, host.contains(".") else { return nil }
    self.host = host.lowercased()
  }

  /// Returns the first link among the words of a text, such as a location.
  package static func first(in text: String) -> ConferenceLink? {
    text.split(whereSeparator: \.isWhitespace).lazy.compactMap { word in
      // A comma after it belongs to the sentence.
      let end = word.lastIndex { !",;.)".contains($0) }
      return end.flatMap { ConferenceLink(word[...$0]) }
    }.first
  }
}

extension CalendarEvent {
  /// Where people join: the first address of CONFERENCE (RFC 7986 5.11) or of the properties that other programs write instead,
  /// or else an address in the location.
  package var conferenceLink: ConferenceLink? {
    ConferenceLink(conference) ?? ConferenceLink.first(in: location)
  }
}
