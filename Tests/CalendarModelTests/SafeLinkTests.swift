import CalendarModel
import Testing

@Suite struct SafeLinkTests {
  @Test(arguments: [
    "https://example.org", "http://example.org/a?b=c#d", "HTTPS://EXAMPLE.ORG/", "mailto:ada@example.org",
    "tel:+49-30-1234567", "https://[2001:db8::1]/", "https://münchen.example/straße",
    "mailto:ada@example.org?subject=Lunch%20%26%20tea&body=One%0D%0Atwo", "mailto:?subject=Lunch",
    "mailto:ada@example.org,bob@example.org?CC=c@example.org&bcc=d@example.org",
    "mailto:ada@example.org?subject=attach%3Dthis", "mailto:gorby%25kremvax@example.com",
  ])
  func safeLinksAreAccepted(text: String) {
    #expect(SafeLink(text)?.target == text)
    #expect(SafeLink("  \(text)\n")?.target == text, "surrounding whitespace is not ignored")
  }

  @Test(arguments: [
    "", "example.org", "www.example.org", "file:///etc/passwd", "javascript:alert(1)", "data:text/html,x",
    "ftp://example.org", "https:", "https://", "https:///etc", "https:example.org", "mailto:", "tel:",
    "https://example.org and more", "https://example.org\nSUMMARY:x", "https://exa\u{202E}mple.org",
    "https://exam\u{200B}ple.org", "https://example.org/<script>", " : ", "vnd.handspan:x",
    "https\u{0}://example.org",
  ])
  func otherTextIsNotALink(text: String) {
    #expect(SafeLink(text) == nil)
  }

  /// Links that would add more than text to a message, such as one of the user's files or other header fields
  /// (RFC 6068, 7).
  @Test(arguments: [
    "mailto:ada@example.org?attach=/etc/passwd", "mailto:ada@example.org?attachment=/etc/passwd",
    "mailto:ada@example.org?ATTACH=~/.ssh/id_rsa", "mailto:ada@example.org?%61ttach=/etc/passwd",
    "mailto:ada@example.org?subject=x&attach=/etc/passwd", "mailto:?attach=/etc/passwd",
    "mailto:ada@example.org?subject=x;attach=/etc/passwd",
    "mailto:ada@example.org?subject=x?attach=/etc/passwd",
    "mailto:ada@example.org?subject=x&amp;attach=/etc/passwd", "mailto:ada@example.org#?attach=/etc/passwd",
    "mailto:ada@example.org?subject=x#&attach=/etc/passwd", "mailto:ada@example.org?attach",
    "mailto:ada@example.org?insert=/etc/passwd", "mailto:ada@example.org?in-reply-to=%3Ca@b%3E",
    "mailto:ada@example.org?from=eve@example.org", "mailto:ada@example.org?",
    "mailto:ada@example.org?subject=x%0D%0AAttach:%20/etc/passwd", "mailto:ada@example.org?cc=x%0aBcc:y",
    "mailto:ada@example.org%0D%0ABcc:eve@example.org", "mailto:ada@example.org&attach=/etc/passwd",
    "mailto:ada@example.org?\u{301}attach=/etc/passwd",
    "mailto:ada@example.org?subject=x&\u{301}attach=/etc/passwd",
  ])
  func mailLinkWithUnsafeFieldsIsNotALink(text: String) {
    #expect(SafeLink(text) == nil)
  }
}
