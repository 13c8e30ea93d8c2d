import CalendarModel
import Testing

@Suite struct SafeLinkTests {
  @Test(arguments: [
    "https://example.org", "http://example.org/a?b=c#d", "HTTPS://EXAMPLE.ORG/", "mailto:ada@example.org",
    "tel:+49-30-1234567", "https://[2001:db8::1]/", "https://münchen.example/straße",
  ])
  func isOpened(text: String) {
    #expect(SafeLink(text)?.target == text)
    #expect(SafeLink("  \(text)\n")?.target == text, "without what stands around it")
  }

  @Test(arguments: [
    "", "example.org", "www.example.org", "file:///etc/passwd", "javascript:alert(1)", "data:text/html,x",
    "ftp://example.org", "https:", "https://", "https:///etc", "https:example.org", "mailto:", "tel:",
    "https://example.org and more", "https://example.org\nSUMMARY:x", "https://exa\u{202E}mple.org",
    "https://exam\u{200B}ple.org", "https://example.org/<script>", " : ", "vnd.handspan:x",
    "https\u{0}://example.org",
  ])
  func staysText(text: String) {
    #expect(SafeLink(text) == nil)
  }
}
