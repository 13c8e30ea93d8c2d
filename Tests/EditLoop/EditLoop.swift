import CalendarModel
import CalendarStore
import Glibc

/// Edits the first event of a file again and again until it is killed: `edit-loop FILE [naive]`, or has it go to another
/// file and back: `edit-loop FILE OTHER`.
///
/// It says a line once it has begun. With `naive` the file is written over in its place, as a program does
/// that does not care: the tests show with it that they would see a torn file.
@main
enum EditLoop {
  static func main() async {
    guard CommandLine.arguments.count > 1 else { exit(2) }
    let path = CommandLine.arguments[1]
    if CommandLine.arguments.contains("naive") { overwrite(path) }
    let store = CalendarStore(displayZone: .utc, isWatching: false)
    guard var event = await store.open(Array(CommandLine.arguments.dropFirst())).events.first else { exit(1) }
    say("editing")
    if CommandLine.arguments.count > 2 { await transfer(event.id, in: store, and: CommandLine.arguments[2]) }
    for number in 0... {
      let start = WallTime(event.times.start.wall.day, secondOfDay: number % 1_000 * 60)
      let times = event.times.moved(toStart: start, in: .utc)
      do {
        try await store.perform(.edit(EventEdit(target: event.id, change: .move(times))))
      } catch {
        say("\(error)")
        exit(1)
      }
      event.times = times
    }
  }

  private static func transfer(_ event: EventID, in store: CalendarStore, and path: String) async -> Never {
    var (here, there) = (event, EventID(calendar: CalendarID(path: path), uid: event.uid))
    while true {
      do {
        try await store.perform(
          .edit(EventEdit(target: here, change: .transfer(to: there, calendarColor: nil))))
      } catch {
        say("\(error)")
        exit(1)
      }
      swap(&here, &there)
    }
  }

  private static func overwrite(_ path: String) -> Never {
    var bytes: [UInt8] = []
    let source = open(path, O_RDONLY)
    var facts = stat()
    fstat(source, &facts)
    bytes = [UInt8](repeating: 0, count: Int(facts.st_size))
    guard read(source, &bytes, bytes.count) == bytes.count else { exit(1) }
    say("editing")
    while true {
      let target = open(path, O_WRONLY | O_TRUNC)
      // In pieces, as buffered output is written.
      for start in stride(from: 0, to: bytes.count, by: 256) {
        _ = bytes[start..<min(bytes.count, start + 256)].withUnsafeBytes {
          write(target, $0.baseAddress, $0.count)
        }
      }
      close(target)
    }
  }

  private static func say(_ text: String) {
    let bytes = Array((text + "\n").utf8)
    _ = write(STDOUT_FILENO, bytes, bytes.count)
  }
}
