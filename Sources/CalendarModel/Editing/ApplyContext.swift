/// What is known about a change apart from what it changes.
package struct ApplyContext: Hashable, Sendable {
  /// The people whom a server may notify, because the user has read so and chosen the change; see `ScopeRemark`. If it
  /// might notify others, the user is asked.
  package var agreedPeople: Set<String>
  /// The text of the notice about the change; nil for the usual one.
  package var noticeText: String?

  package init(agreedPeople: Set<String> = [], noticeText: String? = nil) {
    (self.agreedPeople, self.noticeText) = (agreedPeople, noticeText)
  }
}

/// The remark on the choices of a scope.
package struct ScopeRemark: Hashable, Sendable {
  /// The text; nil for the usual remark.
  package var text: String?
  /// The people whom the remark says a server may notify.
  package var people: Set<String>

  package init(text: String? = nil, people: Set<String> = []) { (self.text, self.people) = (text, people) }

  /// Returns the remark with the text that is shown. If none is, the user has not read of anybody.
  package func shown(withUsualText usualText: String?) -> ScopeRemark {
    guard let text = text ?? usualText else { return ScopeRemark() }
    return ScopeRemark(text: text, people: people)
  }

  /// The context of a change that the user chooses after reading the remark.
  package var context: ApplyContext { ApplyContext(agreedPeople: people) }
}
