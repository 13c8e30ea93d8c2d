import CalendarSession
import CalendarStore
import CalendarText
import GtkSupport
import UserSettings

/// The banners of a window. They report unsaved changes, truncated files, files that are no longer available,
/// and problems in the open calendars, and ask whether to show reminders.
@MainActor
final class WindowBanners {
  /// The banners from top to bottom.
  var gtkWidgets: [WidgetPointer] {
    [unsavedBanner, damagedBanner, staleBanner, problemsBanner, reminderBanner].map(\.gtkWidget)
  }
  /// Whether the buttons of the banners are below the text.
  var isNarrow = true {
    didSet { for banner in bannersWithButtons { banner.isNarrow = isNarrow } }
  }
  /// The width of the window in px; 0 before it is known.
  var width = 0 {
    didSet { for banner in bannersWithButtons { banner.width = width } }
  }
  /// Announces a message to assistive technology.
  var announce: (String) -> Void = { _ in }

  private let session: CalendarSession
  private let preferences: Preferences
  private let translator: Translator
  private let problemsBanner = Banner()
  private let unsavedBanner: Banner
  private let staleBanner: Banner
  private let damagedBanner: Banner
  private let reminderBanner: Banner
  private var bannersWithButtons: [Banner] { [unsavedBanner, damagedBanner, staleBanner, reminderBanner] }

  init(_ session: CalendarSession, _ preferences: Preferences, _ translator: Translator) {
    (self.session, self.preferences, self.translator) = (session, preferences, translator)
    let t = translator
    staleBanner = Banner(buttons: [(t.tr("Save a Copy…"), "win.save-copy")])
    unsavedBanner = Banner(buttons: [
      (t.tr("Save a Copy…"), "win.save-copy"), (t.tr("Try Again"), "win.save"),
    ])
    damagedBanner = Banner(buttons: [
      (t.tr("Restore Last Version"), "win.restore-version"), (t.tr("Use as Is"), "win.use-incomplete"),
      (t.tr("Save a Copy…"), "win.save-copy"),
    ])
    reminderBanner = Banner(buttons: [
      (t.tr("Do Not Show"), "win.decline-reminders"), (t.tr("Show Reminders"), "win.show-reminders"),
    ])
    let update: @MainActor () -> Void = { [weak self] in self?.updateReminderQuestion() }
    preferences.onChange(Preferences.ringsWhileClosed, update)
    preferences.onChange(Preferences.hasAnsweredReminders, update)
    AccountReminders.shared.onChange(update)
  }

  /// The maximum number of files whose errors are shown individually.
  private static let maximumFailureCount = 3
  /// The maximum number of messages about series that have more occurrences than can be shown.
  private static let maximumIncompleteSeriesCount = 2

  /// Updates the banners about truncated, unavailable and partly unreadable files, and about series with too
  /// many occurrences to show.
  func update() {
    updateReminderQuestion()
    updateStale()
    updateDamaged()
    let t = translator
    let failures = session.unavailableMessages + session.failureMessages
    var lines = Array(failures.prefix(WindowBanners.maximumFailureCount))
    let unlistedCount = failures.count - lines.count
    if unlistedCount > 0 {
      lines.append(
        t.trn(
          "{count} more file could not be opened", "{count} more files could not be opened", unlistedCount))
    }
    if session.unreadableItemCount > 0 {
      lines.append(
        t.trn(
          "{count} calendar entry could not be read", "{count} calendar entries could not be read",
          session.unreadableItemCount))
    }
    lines += session.incompleteSeriesMessages.prefix(WindowBanners.maximumIncompleteSeriesCount)
    if session.incompleteSeriesCount > WindowBanners.maximumIncompleteSeriesCount {
      lines.append(
        session.phrases.moreIncompleteSeries(
          count: session.incompleteSeriesCount - WindowBanners.maximumIncompleteSeriesCount))
    }
    let text = lines.isEmpty ? nil : lines.joined(separator: "\n")
    guard text != problemsBanner.text else { return }
    problemsBanner.text = text
    if let text { announce(text) }
  }

  /// Updates the banner about open files that were deleted or can no longer be read.
  private func updateStale() {
    // A damaged file is reported in a different banner, which has buttons for it.
    let damage = session.damageMessage ?? ""
    let staleMessages = session.staleFileMessages.filter { !damage.contains($0) }
    var lines = Array(staleMessages.prefix(WindowBanners.maximumFailureCount))
    let unlistedCount = staleMessages.count - lines.count
    if unlistedCount > 0 {
      lines.append(
        translator.trn(
          "{count} more file is no longer available",
          "{count} more files are no longer available", unlistedCount))
    }
    // This banner is hidden while changes cannot be saved. A file that cannot be saved usually cannot be read
    // either, and the banner about unsaved changes has the details.
    let text = lines.isEmpty || session.saveFailureMessage != nil ? nil : lines.joined(separator: "\n")
    guard text != staleBanner.text else { return }
    staleBanner.text = text
    if let text { announce(text) }
  }

  /// Updates the banner about a truncated file, and the banner's buttons.
  private func updateDamaged() {
    let file = session.damagedFile
    var hiddenActions: Set<String> = []
    if file?.canRestore != true { hiddenActions.insert("win.restore-version") }
    if file?.canUseAsIs != true { hiddenActions.insert("win.use-incomplete") }
    // The buttons do not change while the banner is disappearing.
    if file != nil { damagedBanner.hiddenActions = hiddenActions }
    let text = session.damageMessage
    guard text != damagedBanner.text else { return }
    damagedBanner.text = text
    if let text { announce(text) }
  }

  /// Asks once whether to show reminders, as soon as there is one.
  private func updateReminderQuestion() {
    let isOpen =
      !preferences[Preferences.hasAnsweredReminders] && !preferences[Preferences.ringsWhileClosed]
      && session.hasRemindersToShow(includingAccounts: AccountReminders.shared.ringer == .handspan)
      && preferences.arePersistent
    let text =
      isOpen ? translator.tr("Show reminders as notifications, even while Handspan is closed?") : nil
    guard text != reminderBanner.text else { return }
    reminderBanner.text = text
    if let text { announce(text) }
  }

  /// Updates the banner about changes that could not be saved. Called when the saved state has changed.
  func savedStateChanged() {
    let text = session.saveFailureMessage.map { translator.tr("Not saved yet. {reason}", ["reason": $0]) }
    guard text != unsavedBanner.text else { return }
    unsavedBanner.text = text
    update()
    if let text { announce(text) }
  }
}
