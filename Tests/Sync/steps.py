"""The steps of the test, and the events that are expected after each.

Each step changes `expected`, which has (start, end, title) of every occurrence by UID, in Berlin time.
"""

from programs import Failure

LONG = "A title that is much longer than the 75 octets of a line, with Ünïcödé so that folds meet its letters, " * 3


def berlin(*lines):
    """A file from another program, with that program's own definition of the time zone."""
    zone = (
        "BEGIN:VTIMEZONE|TZID:Europe/Berlin|X-LIC-LOCATION:Europe/Berlin|BEGIN:DAYLIGHT|TZOFFSETFROM:+0100|"
        "TZOFFSETTO:+0200|TZNAME:CEST|DTSTART:19700329T020000|RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU|END:DAYLIGHT|"
        "BEGIN:STANDARD|TZOFFSETFROM:+0200|TZOFFSETTO:+0100|TZNAME:CET|DTSTART:19701025T030000|"
        "RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU|END:STANDARD|END:VTIMEZONE"
    ).split("|")
    return file(*zone, *lines)


def file(*lines):
    whole = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Another program//EN", *lines, "END:VCALENDAR", ""]
    return "\r\n".join(whole).encode()


def event(uid, *lines):
    return ["BEGIN:VEVENT", f"UID:{uid}", "DTSTAMP:20260101T000000Z", *lines, "END:VEVENT"]


def add_events(programs, expected):
    """Handspan adds events with a zone, in UTC, all day, across a change of the clocks, with every kind of text."""

    def add(title, start, end, *when):
        expected[programs.handspan("add", programs.laptop, "--summary", title, *when)] = [(start, end, title)]

    def timed(title, start, minutes, end):
        add(title, start, end, "--start", start, "--duration", minutes)

    timed("Lunch", "2026-03-30T12:00", 60, "2026-03-30T13:00")
    timed("The clocks change", "2026-03-29T01:30", 60, "2026-03-29T03:30")
    add("Three days", "2026-04-01", "2026-04-04", "--start", "2026-04-01", "--end", "2026-04-04")
    add("Universal", "2026-04-02T11:30", "2026-04-02T11:45", "--start", "2026-04-02T09:30Z", "--duration", 15)
    for day, title in enumerate(
        [
            'Commas, semicolons; "quotes", \\ backslashes \\n and : colons',
            "🎈 Emoji 👩‍👩‍👧‍👦 🇩🇪 and 👍🏽",
            "Marks,\u0301 that;\u0338 combine\\\u0301 with signs, e\u0301 and é",
            "מפגש עם Ada",
            LONG.strip(),
            "ü" * 200,
        ],
        start=10,
    ):
        timed(title, f"2026-04-{day}T09:00", 30, f"2026-04-{day}T09:30")


def import_events(programs, expected):
    """Files from another program are added: a series with an exception and a changed occurrence, a floating event."""
    series = event(
        "series@example.org",
        "DTSTART;TZID=Europe/Berlin:20260324T180000",
        "DTEND;TZID=Europe/Berlin:20260324T190000",
        "RRULE:FREQ=WEEKLY;COUNT=4",
        "EXDATE;TZID=Europe/Berlin:20260407T180000",
        "SUMMARY:Choir",
        "X-ODD;X-PARAMETER=\"a,b\":kept",
    ) + event(
        "series@example.org",
        "RECURRENCE-ID;TZID=Europe/Berlin:20260331T180000",
        "DTSTART;TZID=Europe/Berlin:20260401T200000",
        "DTEND;TZID=Europe/Berlin:20260401T210000",
        "SUMMARY:Choir\\, moved",
    )
    (programs.laptop / "series.ics").write_bytes(berlin(*series))
    floating = event("floating", "DTSTART:20260420T080000", "DTEND:20260420T083000", "SUMMARY:Floating")
    (programs.laptop / "floating.ics").write_bytes(file(*floating))
    other = event(
        "odd",
        "DTSTART;TZID=Europe/Berlin:20260421T100000",
        "DURATION:PT1H30M",
        "SUMMARY:Odd but valid",
        "DESCRIPTION:Two\\nlines\\, and a comma",
        "X-ODD;X-TITLE=\"Café: one, two\":kept",
        "BEGIN:VALARM",
        "ACTION:DISPLAY",
        "DESCRIPTION:Soon",
        "TRIGGER:-PT15M",
        "END:VALARM",
    )
    (programs.laptop / "odd.ics").write_bytes(berlin(*other))
    expected["series@example.org"] = [
        ("2026-03-24T18:00", "2026-03-24T19:00", "Choir"),
        ("2026-04-01T20:00", "2026-04-01T21:00", "Choir, moved"),
        ("2026-04-14T18:00", "2026-04-14T19:00", "Choir"),
    ]
    expected["floating"] = [("2026-04-20T08:00", "2026-04-20T08:30", "Floating")]
    expected["odd"] = [("2026-04-21T10:00", "2026-04-21T11:30", "Odd but valid")]


def uid_of(expected, title):
    return next(uid for uid, rows in expected.items() if rows[0][2] == title)


def edit_events(programs, expected):
    """Handspan moves, resizes and deletes events, its own and those of the other program."""

    def edit(command, title, start, end, *arguments):
        uid = uid_of(expected, title)
        programs.handspan(command, programs.laptop, uid, *arguments)
        expected[uid] = [(start, end, title)]

    edit("move", "Lunch", "2026-03-28T23:30", "2026-03-29T00:30", "--to", "2026-03-28T23:30")
    edit("stretch", "The clocks change", "2026-03-29T01:30", "2026-03-29T04:00", "--end", "2026-03-29T04:00")
    edit("move", "Three days", "2026-05-01", "2026-05-04", "--by", 30 * 1440)
    edit("move", "Floating", "2026-04-20T09:15", "2026-04-20T09:45", "--by", 75)
    edit("move", "Odd but valid", "2026-04-22T07:00", "2026-04-22T08:30", "--to", "2026-04-22T07:00")
    gone = uid_of(expected, "Universal")
    programs.handspan("delete", programs.laptop, gone)
    del expected[gone]


def edit_elsewhere(programs, expected):
    """khal adds and imports on the phone, and another program changes and deletes events on the server."""
    programs.khal("new", "-a", "phone", "2026-05-05T14:00", "2026-05-05T15:00", "From khal, with a comma; and more")
    programs.khal("new", "-a", "phone", "2026-05-06", "2026-05-07", "Whole days of khal")
    imported = programs.work / "import.ics"
    imported.write_bytes(
        berlin(*event("imported", "DTSTART;TZID=Europe/Berlin:20260508T100000", "DURATION:PT1H", "SUMMARY:Imported"))
    )
    programs.khal("import", "--batch", "-a", "phone", imported)
    for uid, start, end, title in programs.khal_list(programs.phone):
        if title.startswith("From khal"):
            expected[uid] = [("2026-05-05T14:00", "2026-05-05T15:00", "From khal, with a comma; and more")]
        elif title == "Whole days of khal":
            expected[uid] = [("2026-05-06", "2026-05-08", title)]
        elif title == "Imported":
            expected[uid] = [("2026-05-08T10:00", "2026-05-08T11:00", title)]
    lunch = uid_of(expected, "Lunch")
    href = programs.href(lunch)
    _, headers, text = programs.request("GET", href)
    text = text.replace("SUMMARY:Lunch", "SUMMARY:Supper\\, with Ada").replace("20260328T233000", "20260330T190000")
    text = text.replace("20260329T003000", "20260330T203000")
    status, _, body = programs.request(
        "PUT", href, text.encode(), If_Match=headers["ETag"], Content_Type="text/calendar; charset=utf-8"
    )
    if status not in (201, 204):
        raise Failure(f"PUT ended with {status}: {body}")
    expected[lunch] = [("2026-03-30T19:00", "2026-03-30T20:30", "Supper, with Ada")]
    deleted = uid_of(expected, "מפגש עם Ada")
    status, _, body = programs.request("DELETE", programs.href(deleted))
    if status not in (200, 204):
        raise Failure(f"DELETE ended with {status}: {body}")
    del expected[deleted]
    programs.changed_elsewhere = {lunch, deleted}


def edit_what_came_back(programs, expected):
    """Handspan moves events that khal wrote or the server changed, while khal adds another event."""
    for title, by, start, end in (
        ("From khal, with a comma; and more", 60, "2026-05-05T15:00", "2026-05-05T16:00"),
        ("Whole days of khal", 1440, "2026-05-07", "2026-05-09"),
        ("Imported", -30, "2026-05-08T09:30", "2026-05-08T10:30"),
        ("Supper, with Ada", 24 * 60, "2026-03-31T19:00", "2026-03-31T20:30"),
    ):
        uid = uid_of(expected, title)
        programs.handspan("move", programs.laptop, uid, "--by", by)
        expected[uid] = [(start, end, title)]
    programs.khal("new", "-a", "phone", "2026-05-20T08:00", "2026-05-20T09:00", "Meanwhile")
    for uid, start, end, title in programs.khal_list(programs.phone):
        if title == "Meanwhile":
            expected[uid] = [(start, end, title)]


STEPS = (add_events, import_events, edit_events, edit_elsewhere, edit_what_came_back)
