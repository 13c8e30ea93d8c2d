import CAgent
import ReminderAgent
import UserSettings

/// The program that shows notifications (org.freedesktop.Notifications).
@MainActor
final class NotificationServer {
  private static let name = "org.freedesktop.Notifications"
  private static let path = "/org/freedesktop/Notifications"

  private struct Request {
    let notification: ReminderNotification
    let shown: @MainActor (UInt32) -> Void
  }

  private let bus: Bus
  var hasSound = true
  /// What the server can do; nil if it has not been asked yet.
  private var capabilities: Set<String>?
  /// What is shown as soon as there is a server, for instance at login.
  private var waiting: [Request] = []

  /// - Parameters:
  ///   - act: called with the number of a notification and the key of an action.
  ///   - token: called before it with what lets a window take the focus.
  ///   - closed: called with the number of a notification that is gone.
  init(
    _ bus: Bus, act: @escaping @MainActor @Sendable (UInt32, String) -> Void,
    token: @escaping @MainActor @Sendable (UInt32, String) -> Void,
    closed: @escaping @MainActor @Sendable (UInt32) -> Void
  ) {
    self.bus = bus
    func subscribe(_ signal: String, _ handler: @escaping @MainActor @Sendable (Bus.Parameters) -> Void) {
      bus.subscribe(sender: Self.name, interface: Self.name, signal: signal, handler)
    }
    subscribe("ActionInvoked") { act(Variants.number($0, 0), Variants.text($0, 1)) }
    subscribe("ActivationToken") { token(Variants.number($0, 0), Variants.text($0, 1)) }
    subscribe("NotificationClosed") { closed(Variants.number($0, 0)) }
    bus.watch(Self.name) { [weak self] hasOwner in
      self?.capabilities = nil
      if hasOwner { self?.showWaiting() }
    }
  }

  func show(_ notification: ReminderNotification, _ shown: @escaping @MainActor (UInt32) -> Void) {
    waiting.append(Request(notification: notification, shown: shown))
    showWaiting()
  }

  private func showWaiting() {
    guard !waiting.isEmpty else { return }
    guard let capabilities else { return askForCapabilities() }
    let requests = waiting
    waiting = []
    for request in requests { send(request, capabilities) }
  }

  private func askForCapabilities() {
    bus.call(
      Self.name, path: Self.path, interface: Self.name, method: "GetCapabilities", nil
    ) { [weak self] answer in
      switch answer {
      case .success(let values):
        let list = Variants.child(values, 0) { list in
          (0..<Variants.count(list)).map { Variants.text(list, $0) }
        }
        self?.capabilities = Set(list)
      // Whoever does not answer that may still show a notification.
      case .failure(.other): self?.capabilities = ["actions"]
      case .failure(.nobody): return
      }
      self?.showWaiting()
    }
  }

  private func send(_ request: Request, _ capabilities: Set<String>) {
    let notification = request.notification
    let body = capabilities.contains("body-markup") ? escaped(notification.body) : notification.body
    let buttons = capabilities.contains("actions") ? notification.buttons : []
    let actions = buttons.flatMap { [$0.action.rawValue, $0.label] }.map(Variants.string)
    var hints = [
      ("desktop-entry", Variants.string(applicationID)),
      // Normal: a reminder waits while the user does not want to be disturbed.
      ("urgency", g_variant_new_byte(1) as OpaquePointer),
      ("category", Variants.string("x-handspan.reminder")),
    ]
    hints.append(
      hasSound
        ? ("sound-name", Variants.string("alarm-clock-elapsed"))
        : ("suppress-sound", g_variant_new_boolean(1) as OpaquePointer))
    let parameters = Variants.tuple([
      Variants.string("Handspan"), g_variant_new_uint32(0), Variants.string(applicationID),
      Variants.string(notification.title), Variants.string(body), Variants.array(of: "s", actions),
      // It stays until the user has seen it.
      Variants.dictionary(hints), g_variant_new_int32(0),
    ])
    bus.call(Self.name, path: Self.path, interface: Self.name, method: "Notify", parameters) {
      [weak self] answer in
      switch answer {
      case .success(let values): request.shown(Variants.number(values, 0))
      case .failure(.nobody): self?.waiting.append(request)
      // It may have been shown, and must not be shown twice.
      case .failure(.other): break
      }
    }
  }

  private func escaped(_ text: String) -> String {
    guard let result = g_markup_escape_text(text, -1) else { return text }
    defer { g_free(result) }
    return String(cString: result)
  }
}
