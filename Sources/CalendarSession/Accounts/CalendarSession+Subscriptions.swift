import CalendarModel
import CalendarStore
import CalendarText

// What to say about the calendars on the web that the user has subscribed to, and refreshing them.
extension CalendarSession {
  /// Returns a phrase that says how long ago a subscription was refreshed.
  package func age(of subscription: SubscriptionStatus, now: Instant) -> String {
    phrases.age(ofSubscription: subscription.lastRefresh.map { now.seconds - $0 })
  }

  /// Returns a message that explains why a subscription could not be refreshed; nil if it was, or for any other
  /// calendar.
  func subscriptionMessage(_ calendar: CalendarInfo) -> String? {
    guard let fault = listed.subscription(calendar.id)?.fault else { return nil }
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
    guard let info = calendars.first(where: { $0.id == calendar }) else { return nil }
    do throws(StoreError) {
      try await listed.refresh(calendar)
    } catch .unreadable(_, reason: .subscription(let fault)) where info.isAvailable {
      return subscriptionMessage(info, fault)
    } catch {
      return error.message(phrases.translator)
    }
    if !info.isAvailable { adopt(await store.reopen(calendar)) }
    return nil
  }
}
