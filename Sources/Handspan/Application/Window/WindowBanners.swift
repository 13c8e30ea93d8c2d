import CalendarSession
import CalendarStore
import CalendarText
import GtkSupport

/// The banners of a window: unsaved changes, truncated files, files that are no longer available, and
/// problems in the open calendars.
@MainActor
final class WindowBanners {
  /// The banners from top to bottom.
  var pointers: [WidgetPointer] { [unsaved, damaged, stale, problems].map(\.pointer) }
  /// Whether buttons are below their text.
  var isNarrow = false {
    didSet { for banner in [unsaved, damaged, stale] { banner.isNarrow = isNarrow } }
  }
  /// Announces a text to assistive technology.
  var announce: (String) -> Void = { _ in }

  private let session: CalendarSession
  private let translator: Translator
  private let problems = Banner()
  private let unsaved: Banner
  private let stale: Banner
  private let damaged: Banner

  init(_ session: CalendarSession, _ translator: Translator) {
    (self.session, self.translator) = (session, translator)
    let t = translator
    stale = Banner(buttons: [(t.tr("Save a Copy…"), "win.save-copy")])
    unsaved = Banner(buttons: [(t.tr("Save a Copy…"), "win.save-copy"), (t.tr("Try Again"), "win.save")])
    damaged = Banner(buttons: [
      (t.tr("Restore Last Version"), "win.restore-version"), (t.tr("Use as Is"), "win.use-incomplete"),
      (t.tr("Save a Copy…"), "win.save-copy"),
    ])
  }

  /// The maximum number of files whose errors are shown one by one.
  private static let maximumFailures = 3
  /// The maximum number of truncated events that are named.
  private static let maximumTruncations = 2

  /// Updates the banners about truncated, unavailable and partly unreadable files.
  func update() {
    updateStale()
    updateDamaged()
    let t = translator
    let failures = session.absences + session.failures
    var lines = Array(failures.prefix(WindowBanners.maximumFailures))
    let more = failures.count - lines.count
    if more > 0 {
      lines.append(
        t.trn("{count} more file could not be opened", "{count} more files could not be opened", more))
    }
    if session.lossCount > 0 {
      lines.append(
        t.trn(
          "{count} entry in the calendar could not be read",
          "{count} entries in the calendar could not be read",
          session.lossCount))
    }
    let truncations = session.truncations
    lines += truncations.prefix(WindowBanners.maximumTruncations)
    if truncations.count > WindowBanners.maximumTruncations {
      lines.append(
        session.phrases.moreTruncations(count: truncations.count - WindowBanners.maximumTruncations))
    }
    let text = lines.isEmpty ? nil : lines.joined(separator: "\n")
    guard text != problems.text else { return }
    problems.text = text
    if let text { announce(text) }
  }

  /// Shows that an open file was deleted or can no longer be read.
  private func updateStale() {
    // The text about a damaged file is in the banner with its actions.
    let damage = session.damage ?? ""
    let files = session.stale.filter { !damage.contains($0) }
    var lines = Array(files.prefix(WindowBanners.maximumFailures))
    let more = files.count - lines.count
    if more > 0 {
      lines.append(
        translator.trn(
          "{count} more file is no longer available", "{count} more files are no longer available", more))
    }
    // A file that cannot be saved usually cannot be read either, and the banner about unsaved changes has the
    // details.
    let text = lines.isEmpty || session.saveFailure != nil ? nil : lines.joined(separator: "\n")
    guard text != stale.text else { return }
    stale.text = text
    if let text { announce(text) }
  }

  /// Shows that a file is truncated, and offers actions.
  private func updateDamaged() {
    let file = session.damaged
    var hidden: Set<String> = []
    if file?.canRestore != true { hidden.insert("win.restore-version") }
    if file?.canUse != true { hidden.insert("win.use-incomplete") }
    // The buttons are not changed while the banner disappears.
    if file != nil { damaged.hidden = hidden }
    let text = session.damage
    guard text != damaged.text else { return }
    damaged.text = text
    if let text { announce(text) }
  }

  /// Called when the saved state has changed. Shows a banner while changes could not be saved.
  func savedChanged() {
    let text = session.saveFailure.map { translator.tr("Not saved yet. {reason}", ["reason": $0]) }
    guard text != unsaved.text else { return }
    unsaved.text = text
    update()
    if let text { announce(text) }
  }
}
