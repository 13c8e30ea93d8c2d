import CalendarSession
import FoundationEssentials
import Glibc

/// The memory that holds the arguments of this process. The system shows them to other users.
enum ArgumentMemory {
  /// Overwrites the links among the arguments: their addresses may contain secrets, and `ps` would show them for as
  /// long as the window is open.
  static func hideLinks() {
    // Reading `CommandLine.arguments` also makes sure that the standard library has its own copy.
    guard CommandLine.arguments.contains(where: CalendarLink.isLink), let addressRange else { return }
    var address = addressRange.lowerBound
    while address < addressRange.upperBound, let argument = UnsafeMutablePointer<CChar>(bitPattern: address) {
      let length = strlen(argument)
      if CalendarLink.isLink(String(cString: argument)) { memset(argument, Int32(UInt8(ascii: "x")), length) }
      address += UInt(length) + 1
    }
  }

  /// The addresses of the arguments, from fields 48 and 49 of /proc/self/stat; nil if these cannot be read.
  private static var addressRange: Range<UInt>? {
    guard let stat = try? String(contentsOfFile: "/proc/self/stat", encoding: .utf8),
      // The second field is the name of the program in parentheses, which may contain spaces.
      let nameEnd = stat.lastIndex(of: ")")
    else { return nil }
    let fields = stat[nameEnd...].split(separator: " ").dropFirst().map { UInt($0) ?? 0 }
    guard fields.count > 46, fields[45] > 0, fields[45] < fields[46] else { return nil }
    return fields[45]..<fields[46]
  }
}
