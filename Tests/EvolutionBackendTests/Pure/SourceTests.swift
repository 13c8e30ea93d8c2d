import CGLib
import CalendarModel
import CalendarStore
import TestExtent
import Testing

@testable import EvolutionBackend

extension SourceCatalog {
  fileprivate func calendar(uid: String) -> CalendarSource? { calendars.first { $0.uid == uid } }
}

@Suite struct KeyFileTests {
  private let file = KeyFile(
    """
    # A comment
    stray=1

    [Data Source]
    DisplayName=Personal
    DisplayName[de]=Persönlich
    DisplayName[pt_BR]=Pessoal
    Enabled = true
    Note=two\\nlines\\sand\\\\ \\q
    Parent=

    [Calendar]
    Selected=maybe
    no value
    """)

  @Test func valuesAreReadByGroup() {
    #expect(file.string("DisplayName", in: "Data Source") == "Personal")
    #expect(file.bool("Enabled", in: "Data Source") == true)
    #expect(file.string("stray", in: "Data Source") == nil)
    #expect(file.string("DisplayName", in: "Calendar") == nil)
  }

  @Test func emptyAndMalformedValuesCountAsMissing() {
    #expect(file.string("Parent", in: "Data Source") == nil)
    #expect(file.bool("Selected", in: "Calendar") == nil)
  }

  @Test func escapesAreDecodedAndUnknownOnesAreKept() {
    #expect(file.string("Note", in: "Data Source") == "two\nlines and\\ \\q")
  }

  @Test(arguments: [
    ("\\\\\u{301}\\n", "\\\u{301}\n"), ("\\s\u{301}x", " \u{301}x"), ("\u{301}a=b", "\u{301}a=b"),
    ("\\n\u{308}\u{1AB0}", "\n\u{308}\u{1AB0}"),
  ])
  func combiningMarksDoNotHideSyntax(value: String, expected: String) {
    let file = KeyFile("[Data Source]\nDisplayName=\(value)\n[\u{301}Other]\nKey=1\n#\u{301}Comment=1\n")
    #expect(
      file.string("DisplayName", in: "Data Source").map { Array($0.unicodeScalars) }
        == Array(expected.unicodeScalars))
    #expect(file.string("Key", in: "\u{301}Other") == "1")
    #expect(file.string("#\u{301}Comment", in: "\u{301}Other") == nil)
  }

  @Test func valuesThatGLibWroteAreRead() throws {
    var random = SeededRandom(seed: TestExtent.seed(13))
    for _ in 0..<TestExtent.count(3_000) {
      let (value, other) = (
        random.text(of: "\\\\=[]# \n\r\t;s\u{2028}\u{85}\u{B}"), random.text(of: "=\\\u{301}")
      )
      let keyFile = try #require(g_key_file_new())
      defer { g_key_file_free(keyFile) }
      g_key_file_set_string(keyFile, "Data Source", "DisplayName", value)
      g_key_file_set_string(keyFile, "Data Source", "Other", other)
      let data = try #require(g_key_file_to_data(keyFile, nil, nil))
      defer { g_free(data) }
      let file = KeyFile(String(cString: data))
      #expect(Array((file.string("DisplayName", in: "Data Source") ?? "").utf8) == Array(value.utf8))
      #expect(Array((file.string("Other", in: "Data Source") ?? "").utf8) == Array(other.utf8))
    }
  }

  @Test func spacesAreThoseOfGLib() {
    let file = KeyFile("\r\t[A]\r\n\u{C} key\r =\u{C}\r value \r\nlast=end\r")
    #expect(file.string("key", in: "A") == "value ")
    // A line break is needed after it, or it is a part of the value.
    #expect(file.string("last", in: "A") == "end\r")
  }

  @Test func firstLanguageWithAValueIsUsed() {
    let languages = ["de_AT", "de", "pt_BR", "C"]
    #expect(file.string("DisplayName", in: "Data Source", languages: languages) == "Persönlich")
    #expect(file.string("DisplayName", in: "Data Source", languages: ["fr"]) == "Personal")
  }
}

@Suite struct SourceNameTests {
  @Test func nameOfACalendarIsOneLine() {
    var catalog = SourceCatalog(languages: [])
    let data = "[Data Source]\nDisplayName=Work\\nof\\t\\s Zoe\u{1B}\n\n[Calendar]\nBackendName=caldav\n"
    catalog.add(
      SourceCatalog.Record(uid: "a", data: KeyFile(data), connection: .connected, isEditable: true), at: "/a")
    #expect(catalog.calendars.map(\.name) == ["Work of Zoe"])
  }
}

@Suite struct SourceCatalogTests {
  private func record(
    _ uid: String, _ data: String, connection: ConnectionStatus = .connected
  ) -> SourceCatalog.Record {
    SourceCatalog.Record(uid: uid, data: KeyFile(data), connection: connection, isEditable: true)
  }

  private func catalog() -> SourceCatalog {
    var catalog = SourceCatalog(languages: ["de"])
    // The calendar is reported before its account.
    catalog.add(
      record(
        "work",
        "[Data Source]\nDisplayName=Work\nParent=account\n[Calendar]\nBackendName=caldav\nColor=#ff0000\nSelected=false"
      ), at: "/2")
    catalog.add(record("account", "[Data Source]\nDisplayName=ada@example.org\n[Collection]\n"), at: "/1")
    catalog.add(
      record("tasks", "[Data Source]\nDisplayName=Tasks\n[Task List]\nBackendName=caldav"), at: "/3")
    catalog.add(
      record("home", "[Data Source]\nDisplayName=Home\nDisplayName[de]=Heim\n[Calendar]\nBackendName=local"),
      at: "/4")
    return catalog
  }

  @Test func onlyCalendarsAreListedWithTheirAccounts() throws {
    let calendars = catalog().calendars
    #expect(calendars.map(\.uid) == ["home", "work"])
    let work = try #require(calendars.last)
    #expect(work.account == "ada@example.org" && work.backendName == "caldav")
    #expect(work.color == EventColor(hex: "#ff0000") && !work.isSelected && work.isEnabled)
    #expect(work.id.key == "eds:work")
    #expect(calendars.first?.name == "Heim" && calendars.first?.account == nil)
    #expect(calendars.first?.isSelected == true)
  }

  @Test func calendarsOnThisComputerComeFirstWhateverTheirGroupIsCalled() {
    var catalog = catalog()
    catalog.add(record("contacts", "[Data Source]\nDisplayName=Contacts\n"), at: "/5")
    catalog.add(
      record(
        "birthdays",
        "[Data Source]\nDisplayName=Birthdays\nParent=contacts\n[Calendar]\nBackendName=contacts"), at: "/6")
    catalog.add(record("local", "[Data Source]\nDisplayName=On This Computer\n"), at: "/7")
    catalog.update(
      at: "/4", data: "[Data Source]\nDisplayName=Home\nParent=local\n[Calendar]\nBackendName=local")
    #expect(catalog.calendars.map(\.uid) == ["home", "birthdays", "work"])
  }

  @Test func calendarOfADisabledAccountIsDisabled() {
    for disablingData in ["[Data Source]\nEnabled=false", "[Collection]\nCalendarEnabled=false"] {
      var catalog = catalog()
      catalog.update(at: "/1", data: disablingData)
      #expect(catalog.calendar(uid: "work")?.isEnabled == false)
      #expect(catalog.calendar(uid: "home")?.isEnabled == true)
    }
  }

  @Test func allAddressesOfTheUserCount() {
    var catalog = catalog()
    catalog.update(
      at: "/1",
      data:
        "[Data Source]\nDisplayName=Ada\n[Collection]\nIdentity=ada@example.org\n[Authentication]\nUser=al@example.org"
    )
    catalog.update(
      at: "/2",
      data:
        "[Data Source]\nParent=account\n[Calendar]\nBackendName=caldav\n[Authentication]\nUser=ada\n[WebDAV Backend]\nEmailAddress=work@example.org"
    )
    catalog.add(
      record(
        "mail",
        "[Data Source]\nDisplayName=Mail\n[Mail Identity]\nAddress=me@example.com\nAliases=Ada <a@example.com>, \"Lovelace, A.\" <b@example.com>, c@example.com"
      ), at: "/5")
    catalog.add(
      record("old", "[Data Source]\nEnabled=false\n[Mail Identity]\nAddress=old@example.com"), at: "/6")
    let mail: Set = ["me@example.com", "a@example.com", "b@example.com", "c@example.com"]
    #expect(
      catalog.calendar(uid: "work")?.userAddresses
        == mail.union(["ada@example.org", "al@example.org", "work@example.org"]))
    #expect(catalog.calendar(uid: "home")?.userAddresses == mail)
  }

  @Test func sourceThatContainsItselfIsListed() {
    var catalog = catalog()
    catalog.update(
      at: "/2", data: "[Data Source]\nDisplayName=Loop\nParent=work\n[Calendar]\nBackendName=caldav")
    #expect(catalog.calendar(uid: "work")?.isEnabled == true)
  }

  @Test func colorsWithSixteenBitsPerChannelAreRead() {
    var catalog = catalog()
    catalog.update(at: "/4", data: "[Calendar]\nBackendName=local\nColor=#bebececedddd")
    #expect(catalog.calendar(uid: "home")?.color == EventColor(hex: "#becedd"))
    // Some of these strings have as many bytes as a color with 16 bits per channel.
    for text in ["reddish", "#bebeceçeddd", "#aaaaéééé"] {
      catalog.update(at: "/4", data: "[Calendar]\nBackendName=local\nColor=\(text)")
      #expect(catalog.calendar(uid: "home")?.color == nil)
    }
  }

  @Test func addedRemovedRenamedAndOtherwiseChangedCalendarsAreReported() {
    let oldCatalog = catalog()
    var newCatalog = oldCatalog
    newCatalog.remove(at: "/4")
    newCatalog.add(record("new", "[Calendar]\nBackendName=local"), at: "/5")
    newCatalog.update(
      at: "/2",
      data:
        "[Data Source]\nDisplayName=Office\nParent=account\n[Calendar]\nBackendName=caldav\nColor=#ff0000")
    newCatalog.update(at: "/2", connection: .awaitingCredentials)
    let changes = SourceCatalog.Changes(from: oldCatalog.calendars, to: newCatalog.calendars)
    #expect(changes.added == ["new"] && changes.removed == ["home"])
    #expect(changes.renamed == ["work"] && changes.stateChanged == ["work"])
    let none = SourceCatalog.Changes(from: oldCatalog.calendars, to: oldCatalog.calendars)
    #expect(none.added.isEmpty && none.removed.isEmpty && none.renamed.isEmpty && none.stateChanged.isEmpty)
  }

  @Test func changeToAnUnknownSourceIsIgnored() {
    var catalog = catalog()
    let calendarsBefore = catalog.calendars
    catalog.update(at: "/99", data: "[Calendar]\nBackendName=local")
    catalog.update(at: "/99", connection: .connected)
    #expect(catalog.calendars == calendarsBefore)
  }

  @Test func serverErrorIsKeptDuringTheNextAttempt() {
    var catalog = catalog()
    catalog.update(at: "/2", connection: .disconnected, error: "message")
    let calendarsAfterFailure = catalog.calendars
    #expect(catalog.calendar(uid: "work")?.connectionError == "message")
    catalog.update(at: "/2", connection: .connecting)
    #expect(catalog.calendar(uid: "work")?.connectionError == "message")
    catalog.update(at: "/2", connection: .disconnected, error: "another message")
    #expect(
      SourceCatalog.Changes(from: calendarsAfterFailure, to: catalog.calendars).stateChanged == ["work"])
    catalog.update(at: "/2", connection: .connected)
    #expect(catalog.calendar(uid: "work")?.connectionError == nil)
  }

  @Test func onlyCalendarsOnServersCountAsUnreachable() {
    var catalog = catalog()
    #expect(catalog.unreachableCalendars.isEmpty)
    for path in ["/1", "/2", "/4"] { catalog.update(at: path, connection: .disconnected) }
    #expect(catalog.unreachableCalendars == ["/2": .disconnected])
    catalog.update(at: "/2", connection: .awaitingCredentials)
    #expect(catalog.unreachableCalendars == ["/2": .awaitingCredentials])
    catalog.update(at: "/2", connection: .connecting)
    #expect(catalog.unreachableCalendars.isEmpty)
  }
}

@Suite struct CalendarConditionTests {
  @Test func stateDependsOnTheFirstObstacle() {
    var condition = CalendarCondition(
      isListed: true, isWritable: true, isOnline: true, isReachable: true, connection: .connected)
    #expect(condition.state == .ready)
    // Calendars on this computer are never connected.
    condition.connection = .disconnected
    #expect(condition.state == .ready)
    condition.isRemote = true
    #expect(condition.state == .offline)
    // The service connects again whenever it asks the server for changes.
    condition.connection = .connecting
    #expect(condition.state == .ready)
    condition.hasConnected = false
    #expect(condition.state == .offline)
    (condition.hasConnected, condition.connection) = (true, .connected)
    #expect(condition.state == .ready)
    condition.isWritable = false
    #expect(condition.state == .readOnly)
    condition.isReachable = false
    #expect(condition.state == .offline)
    condition.serverError = "message"
    #expect(condition.state == .serverError("message"))
    (condition.isReachable, condition.connection) = (true, .disconnected)
    #expect(condition.state == .serverError("message"))
    condition.connection = .connected
    #expect(condition.state == .readOnly)
    (condition.serverError, condition.backgroundError) = (nil, "message")
    #expect(condition.state == .serverError("message") && !condition.mayBeWritable)
    condition.isWritable = true
    #expect(condition.state == .serverError("message") && condition.mayBeWritable)
    condition.isReachable = false
    #expect(condition.state == .offline && !condition.mayBeWritable)
    (condition.isReachable, condition.backgroundError, condition.isWritable) = (true, nil, false)
    (condition.isReachable, condition.isOnline) = (true, false)
    #expect(condition.state == .offline)
    condition.connection = .awaitingCredentials
    #expect(condition.state == .needsSignIn)
    condition.connection = .sslFailed
    #expect(condition.state == .needsSignIn)
    condition.isListed = false
    #expect(condition.state == .notAvailable)
  }
}

@Suite struct OpenedCalendarTests {
  @Test func calendarCountsAsConnectedUntilItsConnectionIsLost() {
    var calendar = OpenedCalendar(uid: "work", owner: ":1.1", path: "/1")
    #expect(!calendar.hasConnected)
    calendar.recordConnection(.connecting)
    #expect(!calendar.hasConnected)
    calendar.recordConnection(.connected)
    // A refresh is an attempt to connect too.
    calendar.recordConnection(.connecting)
    #expect(calendar.hasConnected)
    for loss in [ConnectionStatus.disconnected, .awaitingCredentials, .sslFailed] {
      calendar.recordConnection(loss)
      #expect(!calendar.hasConnected)
      calendar.recordConnection(.connecting)
      #expect(!calendar.hasConnected, "the service would queue writes")
      calendar.recordConnection(.connected)
      #expect(calendar.hasConnected)
    }
  }
}

@Suite struct ServiceFaultTests {
  private func fault(_ domain: String, _ code: Int) -> ServiceFault {
    ServiceFault(name: "org.gtk.GDBus.UnmappedGError.Quark._\(domain).Code\(code)", message: "message")
  }

  @Test func domainAndCodeAreReadFromTheNameOfAnError() throws {
    let decoded = try #require(
      ServiceFault.domainAndCode(
        of: "org.gtk.GDBus.UnmappedGError.Quark._e_2dcal_2dclient_2derror_2dquark.Code4"))
    #expect(decoded.domain == "e-cal-client-error-quark" && decoded.code == 4)
    #expect(ServiceFault.domainAndCode(of: "org.freedesktop.DBus.Error.NoReply") == nil)
    #expect(ServiceFault.domainAndCode(of: "org.gtk.GDBus.UnmappedGError.Quark._e.CodeX") == nil)
  }

  @Test func errorsOfTheServiceAreRecognized() {
    #expect(fault("e_2dclient_2derror_2dquark", 21) == .outOfSync)
    #expect(fault("e_2dclient_2derror_2dquark", 8) == .notPermitted)
    #expect(fault("e_2dclient_2derror_2dquark", 5) == .signInNeeded)
    #expect(fault("e_2dclient_2derror_2dquark", 19) == .rejected("message"))
    #expect(fault("e_2dcal_2dclient_2derror_2dquark", 1) == .notFound)
    #expect(fault("e_2dcal_2dclient_2derror_2dquark", 2) == .rejected("message"))
    #expect(fault("e_2dcal_2dclient_2derror_2dquark", 4) == .exists)
    #expect(fault("g_2dio_2derror_2dquark", 39) == .offline)
    // The server may have carried out the request.
    #expect(fault("g_2dio_2derror_2dquark", 34) == .noAnswer)
    #expect(fault("g_2dio_2derror_2dquark", 44) == .noAnswer)
    #expect(fault("e_2dsoup_2dsession_2derror_2dquark", 412) == .outOfSync)
    #expect(fault("e_2dsoup_2dsession_2derror_2dquark", 500) == .serverError("message"))
    #expect(fault("e_2dsoup_2dsession_2derror_2dquark", 599) == .serverError("message"))
    // The server refuses this object, and would refuse it again.
    #expect(fault("e_2dsoup_2dsession_2derror_2dquark", 400) == .rejected("message"))
  }

  @Test func messageOfAServerIsShortenedToFitIntoASentence() {
    #expect(ServiceFault.shortened("An error\n  occurred. Ask Ada.\n") == "An error occurred. Ask Ada")
    #expect(ServiceFault.shortened("") == "")
    let page = ServiceFault.shortened(String(repeating: "<p>", count: 100))
    #expect(page.count == 160 && page.hasSuffix("…"))
  }

  @Test func errorsOfTheBusAreRecognized() {
    func fault(_ name: String) -> ServiceFault {
      ServiceFault(name: "org.freedesktop.DBus.Error.\(name)", message: "message")
    }
    #expect(fault("NoReply") == .noAnswer)
    #expect(fault("ServiceUnknown") == .notDelivered("message"))
    #expect(fault("UnknownMethod") == .notDelivered("message"))
    #expect(fault("Spawn.ExecFailed") == .notDelivered("message"))
    #expect(fault("AccessDenied") == .rejected("message"))
  }

  @Test func onlyAMissingAnswerLeavesTheOutcomeOfAWriteUnknown() {
    let location = CalendarLocation.name("home")
    #expect(ServiceFault.noAnswer.whileWriting(location) == .outcomeUnknown)
    #expect(ServiceFault.outOfSync.whileWriting(location) == .changed)
    #expect(ServiceFault.exists.whileWriting(location) == .changed)
    #expect(ServiceFault.offline.whileWriting(location) == .failed(.offline(location)))
    #expect(
      ServiceFault.serverError("message").whileWriting(location)
        == .failed(.serverError(location, message: "message")))
    #expect(
      ServiceFault.rejected("message").whileWriting(location)
        == .failed(.failed(location, reason: .service("message"))))
  }
}
