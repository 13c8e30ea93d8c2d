import CalendarModel

extension SubscriptionFault {
  /// Returns the reason as part of a sentence.
  package func phrase(_ t: Translator) -> String {
    switch self {
    case .invalidAddress: t.tr("the address is not valid")
    case .unsupportedScheme(let scheme):
      t.tr("addresses that begin with “{scheme}:” are not supported", ["scheme": scheme])
    case .alreadySubscribed: t.tr("the calendar is already in the sidebar")
    case .unreachable: t.tr("the server cannot be reached")
    case .tooSlow(let seconds):
      t.trn(
        "the calendar was not fully downloaded within {count} second",
        "the calendar was not fully downloaded within {count} seconds", seconds)
    case .tooLarge(let limit):
      t.tr("the calendar is larger than {limit} MB", ["limit": t.number(limit / 1_000_000)])
    case .tooManyRedirects(let limit):
      t.trn(
        "the server redirected more than {count} time", "the server redirected more than {count} times",
        limit)
    case .redirectedElsewhere: t.tr("the server redirected to an address that is not on the web")
    case .redirectedToPrivateNetwork: t.tr("the server redirected to an address on the local network")
    case .redirectedToInsecure: t.tr("the server redirected to an unencrypted connection")
    case .untrusted: t.tr("the server could not prove its identity")
    case .notFound: t.tr("no calendar was found at the address")
    case .accessDenied: t.tr("the server denied access")
    case .serverFailed(let status):
      t.tr("the server responded with error {number}", ["number": "\(status)"])
    case .webPage: t.tr("the address leads to a web page, not to a calendar")
    case .notCalendar: t.tr("the address does not lead to a calendar")
    case .incomplete: t.tr("the end of the calendar is missing")
    case .notFetched: t.tr("the calendar has not been fetched yet")
    case .notStored: t.tr("the calendar could not be stored on this computer")
    case .notSupported: t.tr("libsoup is not installed")
    }
  }
}

extension Phrases {
  /// Returns how long ago a subscription was last refreshed, for display beside its name.
  ///
  /// - Parameter seconds: the time since then; nil if it was never fetched.
  package func age(ofSubscription seconds: Int?) -> String {
    let t = translator
    guard let seconds else { return t.tr("never updated") }
    // If the clock was set back, the last refresh seems to be in the future.
    let minutes = max(0, seconds) / 60
    return switch minutes {
    case ..<1: t.tr("last updated just now")
    case ..<60: t.trn("last updated {count} minute ago", "last updated {count} minutes ago", minutes)
    case ..<1440: t.trn("last updated {count} hour ago", "last updated {count} hours ago", minutes / 60)
    default: t.trn("last updated {count} day ago", "last updated {count} days ago", minutes / 1440)
    }
  }

  /// Returns how often a subscription is refreshed, for a menu.
  ///
  /// - Parameter seconds: the time between two fetches; nil if it follows the publisher.
  package func refreshInterval(_ seconds: Int?) -> String {
    let t = translator
    guard let seconds else { return t.tr("As Suggested by the Publisher") }
    let minutes = max(1, seconds / 60)
    return switch minutes {
    case ..<60: t.trn("{count} Minute", "{count} Minutes", minutes)
    case ..<1440: t.trn("{count} Hour", "{count} Hours", minutes / 60)
    case ..<10_080: t.trn("{count} Day", "{count} Days", minutes / 1440)
    default: t.trn("{count} Week", "{count} Weeks", minutes / 10_080)
    }
  }
}
