import CalendarDocument
import CalendarModel

// Whether a server may notify people is decided when an object is written, from the text that is stored and the text
// that replaces it. What the user was asked before, and what was merged since, does not matter for that.
extension CalendarStore {
  /// Returns the user's addresses in a calendar, in lower case and without a scheme.
  nonisolated func userAddresses(in calendar: CalendarID) -> Set<String> {
    let addresses = backend(of: calendar).userAddresses(in: calendar)
    return userAddresses.withLock { $0.union(addresses.map { $0.lowercased() }) }
  }

  /// Sets the addresses that are the user's in every calendar, without a scheme. Those that a backend knows are added.
  package nonisolated func setUserAddresses(_ addresses: Set<String>) {
    userAddresses.withLock { $0 = Set(addresses.map { $0.lowercased() }) }
  }

  /// Returns whom the server of a calendar may notify if it stores one text instead of another; nil for nobody.
  nonisolated func possibleNotification(
    replacing oldBytes: [UInt8]?, with newBytes: [UInt8]?, in calendar: CalendarID
  ) -> PossibleNotification? {
    guard backend(of: calendar).isOnServer(calendar) else { return nil }
    return PossibleNotification(
      replacing: oldBytes, with: newBytes, userAddresses: userAddresses(in: calendar), in: calendar)
  }

  /// Checks that the user has agreed to what the server may do if a file is written.
  ///
  /// - Parameter consents: the user's consent to each of the changes.
  func checkConsent(to file: LoadedFile, _ consents: [Consent]) throws(StoreError) {
    guard
      let notification = possibleNotification(
        replacing: file.storedText, with: file.shouldExist ? file.document.bytes : nil,
        in: file.document.calendar)
    else { return }
    guard !consents.isEmpty, consents.allSatisfy({ $0.covers(notification) }) else {
      throw .consentNeeded(location(of: file.document.calendar), notification)
    }
  }

  /// Returns the people whom the user allows servers to notify of a change.
  func consent(to change: EditID) -> Consent { consents.withLock { $0[change] ?? .nobody } }

  /// Records that the user agrees to more people being notified of changes that are not saved for lack of consent, and
  /// saves them.
  package func agree(to changes: Set<EditID>, notifying people: Set<String>) {
    consents.withLock { consents in
      for id in changes { consents[id] = (consents[id] ?? .nobody).adding(people) }
    }
    for key in keysOfUnsavedFiles
    where file(key)?.unsavedSteps.contains(where: { changes.contains($0.id) }) == true {
      startSaving(key)
    }
  }

  /// Discards changes that are not saved for lack of consent, because the user does not agree. Each is reported as
  /// refused.
  package func withdraw(_ changes: Set<EditID>) {
    for key in keysOfUnsavedFiles {
      guard let file = file(key), let calendar = calendars.first(where: { $0.id == key.calendar }) else {
        continue
      }
      let withdrawn = file.unsavedSteps.filter { changes.contains($0.id) }
      guard let error = withdrawn.isEmpty ? nil : consentError(for: file) else { continue }
      var stored: LoadedFile
      do throws(StoreError) {
        if let object = file.storedObject {
          stored = try parse(object, of: calendar)
        } else {
          stored = try newObject(key.file ?? "", in: calendar)
        }
      } catch {
        continue
      }
      let conflicting = file.unsavedSteps.filter {
        !changes.contains($0.id) && !reapply($0, to: &stored, of: key)
      }
      if stored.version == nil, stored.unsavedSteps.isEmpty {
        _ = removeFile(key)
      } else {
        setFile(stored, as: key)
      }
      if stored.unsavedSteps.isEmpty { removePending(key) } else { startSaving(key) }
      for step in withdrawn { emit(.refused(step.id, error)) }
      for step in conflicting {
        withdrawOtherPart(of: step)
        emit(.refused(step.id, .conflict(file.location, copyPath: nil)))
      }
    }
    emit(.changedExternally(makeSnapshot()))
  }

  private func consentError(for file: LoadedFile) -> StoreError? {
    do throws(StoreError) {
      try checkConsent(to: file, [])
      return nil
    } catch {
      return error
    }
  }
}
