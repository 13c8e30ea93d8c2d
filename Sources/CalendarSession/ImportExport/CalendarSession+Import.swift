import CalendarDocument
import CalendarModel
import CalendarStore
import CalendarText

/// The objects that were read from the files to import, and the files that were skipped.
package struct FilesToImport: Sendable {
  package var contents = ImportedObjects()
  package var skippedFiles: [SkippedFile] = []
  /// The files whose text had to be converted.
  package var convertedFiles: [(name: String, conversion: TextConversion)] = []
}

/// An import, as an undo step.
struct ImportChange: Sendable {
  let id = EditID()
  /// What the import changed; its inverse undoes the import.
  var applied: AppliedImport
  let calendarName: String
  private(set) var isUndoing = false
  /// Whether the import is undone now. Undoing it may have failed.
  var isUndone = false

  init(_ applied: AppliedImport, calendarName: String) {
    (self.applied, self.calendarName) = (applied, calendarName)
  }

  /// The change that reverts this one.
  var inverse: ImportChange {
    var change = self
    change.applied = applied.inverse
    change.isUndoing.toggle()
    return change
  }
}

// Imports files as a whole, with a preview, and exports calendars and events.
extension CalendarSession {
  /// Reads the files to import, off the main thread.
  package func readFilesToImport(at paths: [String]) async -> FilesToImport {
    var files = FilesToImport()
    for path in paths {
      let name = CalendarLocation.path(path).lastPathComponent
      let bytes: [UInt8]
      do throws(StoreError) {
        bytes = try await store.contents(ofFile: path, limit: ImportedObjects.sizeLimit)
      } catch {
        files.skippedFiles.append(SkippedFile(name: name, reason: .unreadable(error)))
        continue
      }
      let contents = files.contents
      let added = await Task.detached { () -> Result<(ImportedObjects, TextConversion), ImportRefusal> in
        var contents = contents
        do throws(ImportRefusal) {
          let conversion = try contents.add(bytes, zones: SystemZones.shared)
          return .success((contents, conversion))
        } catch {
          return .failure(error)
        }
      }.value
      switch added {
      case .success((let contents, let conversion)):
        files.contents = contents
        if conversion != .none { files.convertedFiles.append((name, conversion)) }
      case .failure(let refusal):
        files.skippedFiles.append(SkippedFile(name: name, reason: .refused(refusal)))
      }
    }
    return files
  }

  /// Returns what an import would do to a calendar.
  package func plan(_ objects: ImportedObjects, into calendar: CalendarID) async -> Result<
    ImportPlan, StoreError
  > {
    do throws(StoreError) {
      return .success(try await store.plan(objects.objects, into: calendar))
    } catch {
      return .failure(error)
    }
  }

  /// Carries out a plan as one undo step.
  ///
  /// - Parameter consent: the people whom a server may notify; see `confirmImport`.
  /// - Returns: nil if the import succeeded; an empty string if it was canceled; otherwise a message about
  ///   the failure. If it says that only a part was imported, that part can be undone; otherwise, nothing was imported.
  package func perform(
    _ plan: ImportPlan, into calendar: CalendarID, _ progress: ImportProgress, consent: Consent = .nobody
  ) async -> String? {
    await steps.perform { await performInTurn(plan, into: calendar, progress, consent) }
  }

  private func performInTurn(
    _ plan: ImportPlan, into calendar: CalendarID, _ progress: ImportProgress, _ consent: Consent
  ) async -> String? {
    // An undo or redo that is still being carried out is finished first.
    await steps.lastQueued?.value
    let t = phrases.translator
    let name = self.name(of: calendar) ?? ""
    let applied: AppliedImport
    do throws(ImportFailure) {
      applied = try await store.perform(plan, into: calendar, progress, consent: consent)
    } catch {
      adopt(await store.snapshot())
      switch error {
      case .canceled: return ""
      case .failed(let error): return error.importFailureMessage(t)
      }
    }
    let change = ImportChange(applied, calendarName: name)
    steps.record(UndoStep(change))
    _ = showCalendar(calendar)
    adopt(await store.snapshot())
    if let interruption = applied.interruption {
      return interruption.error.importInterruptionMessage(
        t, writtenCount: interruption.writtenCount, totalCount: interruption.totalCount)
    }
    var notice = Notice(text: change.text(phrases), canUndo: true)
    if applied.skippedCount > 0 { notice.add(phrases.skippedAsChangedMessage(applied.skippedCount), t) }
    reports.send(.notice(notice))
    return nil
  }

  /// Undoes or redoes an import, in the background, and shows a notice once that is done. If it fails, a message
  /// explains why, and the step stays, so that the user can try again.
  ///
  /// - Parameter change: the change of the undo step, or its inverse.
  func perform(_ change: ImportChange) {
    steps.enqueue { [weak self] in await self?.carryOut(change) }
  }

  private func carryOut(_ change: ImportChange) async {
    // If an undo has failed, there is nothing to redo, even if the user requested a redo in the meantime. The
    // same applies to an undo after a failed redo.
    guard change.isUndoing != steps.isImportUndone(change.id) else { return }
    let t = phrases.translator
    guard let consent = await people.confirm(await store.possibleNotification(of: change.applied), .undo)
    else {
      returnToHistory(change)
      reports.send(.changed)
      return
    }
    do throws(ImportFailure) {
      let applied = try await store.perform(change.applied, consent: consent)
      if let interruption = applied.interruption {
        // The next attempt skips what has been undone or redone.
        returnToHistory(change)
        adopt(await store.snapshot())
        reports.send(
          .failure(
            interruption.error.importUndoFailureMessage(t, isUndoing: change.isUndoing, isPartial: true)))
        return
      }
      var carriedOut = change
      (carriedOut.applied, carriedOut.isUndone) = (applied, change.isUndoing)
      // The next undo or redo does not revert the events that were left out this time.
      let step = UndoStep(change.isUndoing ? carriedOut.inverse : carriedOut)
      steps.update { $0.importChange?.id == change.id ? step : $0 }
      adopt(await store.snapshot())
      var notice = Notice(text: carriedOut.text(phrases), canUndo: false)
      if applied.skippedCount > 0 { notice.add(phrases.skippedAsChangedMessage(applied.skippedCount), t) }
      reports.send(.notice(notice))
    } catch {
      returnToHistory(change)
      adopt(await store.snapshot())
      if case .failed(let error) = error {
        reports.send(.failure(error.importUndoFailureMessage(t, isUndoing: change.isUndoing)))
      }
    }
  }

  /// Returns the step of a change that was not carried out completely to where it was.
  private func returnToHistory(_ change: ImportChange) {
    steps.takeBack(isUndoing: change.isUndoing) { $0.importChange?.id == change.id }
  }

  // MARK: Exporting

  /// Writes a calendar, or some events, to a file.
  ///
  /// - Returns: the notice to show.
  package func export(_ contents: ExportContents, to path: String) async -> String {
    guard let exported = await store.export(contents) else { return phrases.refusal(.vanished) }
    do throws(StoreError) {
      try await store.write(exported.bytes, to: path)
      let t = phrases.translator
      // The user has just chosen the folder, and its path may be too long for a notice.
      let values = ["path": CalendarLocation.path(path).lastPathComponent] as KeyValuePairs
      guard exported.omittedCount > 0 else { return t.tr("Exported to “{path}”", values) }
      return t.trn(
        "Exported to “{path}” without {count} event", "Exported to “{path}” without {count} events",
        exported.omittedCount, values)
    } catch {
      return error.exportFailureMessage(phrases.translator)
    }
  }
}

extension ImportChange {
  /// Returns the notice to show for the change.
  func text(_ phrases: Phrases) -> String {
    let (kept, removed) = (applied.keptCounts, applied.removedCounts)
    return isUndoing
      ? phrases.importUndoMessage(removed: removed, restored: kept, in: calendarName)
      : phrases.importMessage(kept, removed: removed, into: calendarName)
  }
}
