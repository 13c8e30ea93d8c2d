import CalendarModel
import CalendarStore
import CalendarText

// The calendars on the web that the user has subscribed to. Like those of accounts, they are listed after the first
// frame, and are open alongside the files as long as they are listed.
extension CalendarSession {
  /// Lists the subscriptions, opens them, and follows changes to the list. Does nothing if it has been called before.
  package func startSubscriptions() {
    guard let subscriptions, subscriptionTask == nil else { return }
    subscriptionTask = Task { [weak self] in
      if let calendars = try? await subscriptions.listCalendars(), !calendars.isEmpty {
        await self?.setListedCalendars(calendars, of: subscriptions)
      }
      for await calendars in subscriptions.listings {
        await self?.setListedCalendars(calendars, of: subscriptions)
      }
    }
  }

  /// Returns the name of the server in an address, for display, or what is wrong with the address.
  package func host(of address: String) -> Result<String, SubscriptionFault> {
    guard let subscriptions else { return .failure(.notSupported) }
    do {
      return .success(try subscriptions.host(of: address))
    } catch {
      return .failure(error)
    }
  }

  /// Subscribes to a calendar, at the user's request. The calendar is shown once it is open.
  ///
  /// - Returns: the calendar, or the reason why it could not be added. In that case, nothing has changed.
  package func subscribe(to address: String) async -> Result<ListedCalendar, SubscriptionFault> {
    guard let subscriptions else { return .failure(.notSupported) }
    do throws(SubscriptionFault) {
      let newCalendar = try await subscriptions.add(address)
      if let calendars = try? await subscriptions.listCalendars() {
        await setListedCalendars(calendars, of: subscriptions)
      }
      return .success(newCalendar)
    } catch {
      return .failure(error)
    }
  }

  /// Sets the interval at which a subscription is fetched, in seconds; nil to follow its publisher.
  ///
  /// - Returns: the reason why the interval could not be stored; nil if it was.
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
    let remainingCalendars = listedCalendars.filter { subscriptions.owns($0.id) && $0.id != calendar }
    await setListedCalendars(remainingCalendars, of: subscriptions)
    choices.forgetListed(calendar)
  }

  /// Returns the state of a subscription; nil for any other calendar.
  package func subscriptionStatus(of calendar: CalendarID) -> SubscriptionStatus? {
    listedCalendars.first { $0.id == calendar }?.subscription
  }

  /// Returns a phrase that says how long ago a subscription was refreshed.
  package func age(of subscription: SubscriptionStatus, now: Instant) -> String {
    phrases.age(ofSubscription: subscription.lastRefresh.map { now.seconds - $0 })
  }

  /// Returns a message that explains why a subscription could not be refreshed; nil if it was, or for any other
  /// calendar.
  func subscriptionMessage(_ calendar: CalendarInfo) -> String? {
    guard let fault = subscriptionStatus(of: calendar.id)?.fault else { return nil }
    return subscriptionMessage(calendar, fault)
  }

  private func subscriptionMessage(_ calendar: CalendarInfo, _ fault: SubscriptionFault) -> String {
    let t = phrases.translator
    return t.tr(
      "“{calendar}” could not be refreshed: {reason}. The last known events are shown.",
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
