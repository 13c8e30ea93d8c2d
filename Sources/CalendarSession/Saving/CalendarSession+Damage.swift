import CalendarModel
import CalendarStore
import CalendarText

// Truncated files are shown, but cannot be changed until the user decides what to do with them.
extension CalendarSession {
  /// The next truncated file that needs a decision; nil if there is none.
  package var damagedFile: DamagedFile? { snapshot?.damagedFiles.first }

  /// A message about the truncated files; nil if there are none.
  package var damageMessage: String? {
    guard let damagedFile else { return nil }
    let t = phrases.translator
    var text =
      damagedFile.canUseAsIs
      ? t.tr(
        "“{path}” is incomplete, perhaps because a program was interrupted while writing it. It is read-only until you choose what to do.",
        ["path": damagedFile.path])
      : t.tr(
        "“{path}” can no longer be read. Its last known events are shown.", ["path": damagedFile.path])
    let otherCount = (snapshot?.damagedFiles.count ?? 0) - 1
    if otherCount > 0 {
      text +=
        "\n" + t.trn("{count} more file is incomplete", "{count} more files are incomplete", otherCount)
    }
    return text
  }

  /// Applies the chosen remedy to the truncated file, and shows a notice. If a copy of the other version is
  /// kept, the notice contains its path.
  package func resolveDamage(by remedy: DamageRemedy) async {
    // A button may be pressed twice before the file is complete again.
    guard let damagedFile, !isResolvingDamage else { return }
    isResolvingDamage = true
    defer { isResolvingDamage = false }
    let t = phrases.translator
    do {
      let copyPath = try await store.resolveDamage(
        of: damagedFile.calendar, file: damagedFile.file, by: remedy)
      adopt(await store.snapshot())
      let text =
        switch (remedy, copyPath) {
        case (.restore, let copyPath?):
          t.tr("Last complete version restored. The incomplete one is kept in “{kept}”.", ["kept": copyPath])
        case (.restore, nil): t.tr("Last complete version restored")
        case (.useAsIs, let copyPath?):
          t.tr("The file is used as is. The last complete version is kept in “{kept}”.", ["kept": copyPath])
        case (.useAsIs, nil): t.tr("The file is used as is")
        }
      reports.send(.notice(Notice(text: text, canUndo: false)))
    } catch {
      reports.send(.failure(error.message(t), canSaveCopy: true))
    }
  }
}
