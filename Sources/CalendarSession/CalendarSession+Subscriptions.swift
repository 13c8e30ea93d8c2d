import CalendarModel
import CalendarStore
import CalendarText

// The calendars on the web that the user has subscribed to. Like those of accounts, they are listed after the first
// frame and open beside the files as long as they are listed.
extension CalendarSession {
  /// Whether subscriptions can be added.
  package var canSubscribe: Bool { subscriptions != nil }

  /// Lists the subscriptions, opens them, and follows changes to the list. Does nothing if it was called before.
  package func startSubscriptions() {
    guard let subscriptions, subscriptionTask == nil else { return }
    subscriptionTask = Task { [weak self] in
      if let listed = try? await subscriptions.listCalendars(), !listed.isEmpty {
        await self?.setAccountCalendars(listed, of: subscriptions)
      }
      for await calendars in subscriptions.listings {
        await self?.setAccountCalendars(calendars, of: subscriptions)
      }
    }
  }

  /// Returns the name of the server in an address, which can be shown, or why there is none.
  package func host(of address: String) -> Result<String, SubscriptionFault> {
    guard let subscriptions else { return .failure(.notSupported) }
    do {
      return .success(try subscriptions.host(of: address))
    } catch {
      return .failure(error)
    }
  }

  /// Subscribes to a calendar, at the user's request. It appears when it is open.
  ///
  /// - Returns: the calendar, or why there is none. Nothing has changed in that case.
  package func subscribe(to address: String) async -> Result<AccountCalendar, SubscriptionFault> {
    guard let subscriptions else { return .failure(.notSupported) }
    do throws(SubscriptionFault) {
      let added = try await subscriptions.add(address)
      if let listed = try? await subscriptions.listCalendars() {
        await setAccountCalendars(listed, of: subscriptions)
      }
      return .success(added)
    } catch {
      return .failure(error)
    }
  }

  /// Sets how often a subscription is fetched, in seconds; nil to follow its publisher.
  ///
  /// - Returns: why that could not be stored; nil if it was.
  package func setRefreshInterval(_ interval: Int?, of calendar: CalendarID) async -> SubscriptionFault? {
    guard let subscriptions else { return .notSupported }
    do throws(SubscriptionFault) {
      try await subscriptions.setInterval(interval, of: calendar)
      return nil
    } catch {
      return error
    }
  }

  /// Ends a subscription, at the user's request.
  package func unsubscribe(from calendar: CalendarID) async {
    guard let subscriptions else { return }
    await subscriptions.remove(calendar)
    let others = accountCalendars.filter { subscriptions.owns($0.id) && $0.id != calendar }
    await setAccountCalendars(others, of: subscriptions)
    // An identifier is never used again.
    knownAccountCalendars.remove(calendar)
    onKnownAccountCalendarsChanged()
    if hiddenCalendars.remove(calendar) != nil { onHiddenCalendarsChanged() }
  }

  /// Returns the state of a subscription; nil for any other calendar.
  package func subscriptionStatus(of calendar: CalendarID) -> SubscriptionStatus? {
    accountCalendars.first { $0.id == calendar }?.subscription
  }

  /// Returns how long ago a subscription was refreshed.
  package func age(of subscription: SubscriptionStatus, now: Instant) -> String {
    phrases.age(ofSubscription: subscription.fetched.map { now.seconds - $0 })
  }

  /// Says why a subscription could not be refreshed; nil if it was, or for any other calendar.
  func subscriptionMessage(_ calendar: CalendarInfo) -> String? {
    guard let fault = subscriptionStatus(of: calendar.id)?.fault else { return nil }
    return subscriptionMessage(calendar, fault)
  }

  private func subscriptionMessage(_ calendar: CalendarInfo, _ fault: SubscriptionFault) -> String {
    let t = phrases.translator
    return t.tr(
      "“{calendar}” was not refreshed: {reason}. Its last known events are shown.",
      ["calendar": calendar.name, "reason": fault.phrase(t)])
  }

  /// Fetches a subscription now, at the user's request. One that has no copy yet is opened if that succeeds.
  ///
  /// - Returns: a message that explains why it was not refreshed; nil if it was.
  func refreshSubscription(_ calendar: CalendarID) async -> String? {
    guard let subscriptions, let info = calendars.first(where: { $0.id == calendar }) else { return nil }
    do throws(StoreError) {
      try await subscriptions.refresh(calendar)
    } catch .unreadable(_, reason: .subscription(let fault)) where info.isAvailable {
      return subscriptionMessage(info, fault)
    } catch {
      return error.message(phrases.translator)
    }
    if !info.isAvailable { adopt(await store.reopen(calendar)) }
    return nil
  }
}
