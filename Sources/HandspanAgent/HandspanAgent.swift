import CAgent
import CalendarStore
import Glibc
import UserSettings

/// `handspan-agent`: shows the reminders of the user's calendars, whether or not Handspan is open.
///
/// There is one agent in a session. One that is started takes over from one that runs, which may be an older version. With
/// `--autostart`, as at login, it ends at once if the user has not agreed, or if one runs already.
@main
struct HandspanAgent {
  @MainActor private static let loop = g_main_loop_new(nil, 0)
  @MainActor private static var program: AgentProgram?

  @MainActor static func main() {
    cagent_use_one_arena()
    Language.start()
    let arguments = CommandLine.arguments.dropFirst()
    if arguments.contains("--version") {
      print(applicationVersion)
      return
    }
    guard arguments.allSatisfy({ $0 == "--autostart" }) else {
      fail("usage: handspan-agent [--autostart | --version]", status: 64)
    }
    let isAutostart = !arguments.isEmpty
    if isAutostart, !Preferences()[Preferences.ringsWhileClosed] { return }
    guard let bus = Bus.session() else { fail("handspan-agent: There is no session bus.", status: 1) }
    for signal in [SIGTERM, SIGINT, SIGHUP] { MainThread.onSignal(signal) { end() } }
    bus.own(
      agentName, replaces: !isAutostart, acquired: { start(on: bus, isLogin: isAutostart, attempt: 1) },
      lost: { end() })
    g_main_loop_run(loop)
  }

  /// Starts to ring as soon as the agent whose name was taken has ended: two of them might ring for the same reminder.
  @MainActor private static func start(on bus: Bus, isLogin: Bool, attempt: Int) {
    guard takeLock() || attempt > 100 else {
      return MainThread.after(milliseconds: 50) { start(on: bus, isLogin: isLogin, attempt: attempt + 1) }
    }
    let program = AgentProgram(bus, isLogin: isLogin) { end() }
    self.program = program
    program.start()
  }

  /// Locks a file until the process ends. Returns whether no other process has locked it.
  @MainActor private static func takeLock() -> Bool {
    g_mkdir_with_parents(UserFolders.state, 0o700)
    let file = open(UserFolders.state + "/reminders.lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    // Without a lock, it rings nevertheless.
    guard file >= 0, flock(file, LOCK_EX | LOCK_NB) != 0 else { return true }
    close(file)
    return false
  }

  @MainActor private static func end() {
    program?.save()
    exit(0)
  }

  private static func fail(_ message: String, status: Int32) -> Never {
    let line = Array((message + "\n").utf8)
    _ = write(STDERR_FILENO, line, line.count)
    exit(status)
  }
}

/// The agent's name on the session bus.
let agentName = applicationID + ".Agent"
