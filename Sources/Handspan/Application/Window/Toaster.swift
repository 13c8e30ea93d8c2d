import CGtk
import GtkSupport

/// Shows one toast at a time, and never interrupts its animation.
///
/// libadwaita 1.2 crashes at the end of an animation if a toast is dismissed while it is still appearing, or
/// while it waits behind another one. So a toast is added to the overlay only when there is no other, and
/// dismissed only after its animation.
@MainActor
final class Toaster {
  /// A toast's button, and the action that it activates.
  struct Button {
    let label: String
    let action: String
  }

  /// The contents of a toast. `timeout` is in seconds; 0 shows it until it is dismissed.
  struct Message {
    let text: String
    var button: Button?
    var timeout: UInt32 = 5
  }

  /// The time in milliseconds after which a toast has certainly appeared or disappeared: twice the duration
  /// of libadwaita's animation.
  private static let animationTime: UInt32 = 500

  private enum State {
    case empty
    /// The toast is appearing. `mustDismiss` is true if it has to be dismissed right after that.
    case appearing(ObjectReference, mustDismiss: Bool)
    case visible(ObjectReference)
    case disappearing(ObjectReference)
  }

  private let overlay: WidgetPointer
  private var state = State.empty
  private var next: Message?

  init(overlay: WidgetPointer) {
    self.overlay = overlay
  }

  /// Shows a message in place of the visible or pending one.
  func present(_ message: Message) {
    next = message
    switch state {
    case .empty: present()
    case .appearing(let toast, _): state = .appearing(toast, mustDismiss: true)
    case .visible: dismissVisible()
    case .disappearing: break
    }
  }

  /// Dismisses the visible or pending message.
  func dismiss() {
    next = nil
    switch state {
    case .empty, .disappearing: break
    case .appearing(let toast, _): state = .appearing(toast, mustDismiss: true)
    case .visible: dismissVisible()
    }
  }

  private func present() {
    guard let message = next else { return }
    next = nil
    let toast = created(adw_toast_new(AdwPointers.escaped(message.text)))
    if let button = message.button {
      adw_toast_set_button_label(toast, button.label)
      adw_toast_set_action_name(toast, button.action)
    }
    adw_toast_set_timeout(toast, message.timeout)
    // The overlay takes ownership of the toast's initial reference; this one is for dismissing it.
    let reference = ObjectReference(toast)
    state = .appearing(reference, mustDismiss: false)
    // Emitted after the timeout, or when the toast is dismissed.
    onSignal(toast, "dismissed") { [weak self] in self?.disappeared() }
    adw_toast_overlay_add_toast(overlay.opaque, toast)
    afterMilliseconds(Toaster.animationTime) { [weak self] in
      self?.appeared(reference)
      return false
    }
  }

  private func appeared(_ reference: ObjectReference) {
    guard case .appearing(let toast, let mustDismiss) = state, toast === reference else { return }
    state = .visible(toast)
    if mustDismiss { dismissVisible() }
  }

  private func dismissVisible() {
    guard case .visible(let toast) = state else { return }
    adw_toast_dismiss(UnsafeMutableRawPointer(toast.pointer).assumingMemoryBound(to: GObject.self).opaque)
  }

  private func disappeared() {
    switch state {
    case .empty, .disappearing: return
    case .appearing(let toast, _), .visible(let toast): state = .disappearing(toast)
    }
    afterMilliseconds(Toaster.animationTime) { [weak self] in
      self?.state = .empty
      self?.present()
      return false
    }
  }
}
