import FoundationEssentials

extension SystemZones {
  /// The names of zones that people live in, sorted, with UTC as the last; empty without the database's list.
  ///
  /// Read anew at each call, from a file of 20 kB of the system's.
  public var names: [String] {
    let folder = ProcessInfo.processInfo.environment["TZDIR"] ?? "/usr/share/zoneinfo"
    guard let list = try? String(contentsOfFile: folder + "/zone.tab", encoding: .utf8) else { return [] }
    // Country, coordinates, name and perhaps a remark, with tabs between them.
    let names = list.split(whereSeparator: \.isNewline).filter { !$0.hasPrefix("#") }
      .compactMap { $0.split(separator: "\t").dropFirst(2).first.map(String.init) }
    return names.sorted() + ["UTC"]
  }
}
