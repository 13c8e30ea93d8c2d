"""The steps of the test. Each one changes events, and updates the expected ones.

`expected` maps each UID to its occurrences, as (start, end, title) in Berlin time.
"""

from programs import Failure

LONG_TITLE = "A title that is much longer than the 75 octets of a line, with Ünïcödé letters that a fold can split, " * 3


def file_with_berlin_zone(*lines):
    """The contents of a file from another program, with that program's definition of the time zone Europe/Berlin."""
    zone = (
        "BEGIN:VTIMEZONE|TZID:Europe/Berlin|X-LIC-LOCATION:Europe/Berlin|BEGIN:DAYLIGHT|TZOFFSETFROM:+0100|"
        "TZOFFSETTO:+0200|TZNAME:CEST|DTSTART:19700329T020000|RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU|END:DAYLIGHT|"
        "BEGIN:STANDARD|TZOFFSETFROM:+0200|TZOFFSETTO:+0100|TZNAME:CET|DTSTART:19701025T030000|"
        "RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU|END:STANDARD|END:VTIMEZONE"
    ).split("|")
    return calendar_file(*zone, *lines)


def calendar_file(*lines):
    content = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Another program//EN", *lines, "END:VCALENDAR", ""]
    return "\r\n".join(content).encode()


def event(uid, *lines):
    return ["BEGIN:VEVENT", f"UID:{uid}", "DTSTAMP:20260101T000000Z", *lines, "END:VEVENT"]


def add_events(programs, expected):
    """Handspan adds events with a zone, in UTC, all day, across a clock change, and with unusual titles."""

    def add(title, start, end, *arguments):
        expected[programs.handspan("add", programs.laptop, "--summary", title, *arguments)] = [(start, end, title)]

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
            LONG_TITLE.strip(),
            "ü" * 200,
        ],
        start=10,
    ):
        timed(title, f"2026-04-{day}T09:00", 30, f"2026-04-{day}T09:30")


def add_foreign_events(programs, expected):
    """Another program adds a series with an exception and a changed occurrence, a floating event, and an odd one."""
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
    (programs.laptop / "series.ics").write_bytes(file_with_berlin_zone(*series))
    floating = event("floating", "DTSTART:20260420T080000", "DTEND:20260420T083000", "SUMMARY:Floating")
    (programs.laptop / "floating.ics").write_bytes(calendar_file(*floating))
    odd = event(
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
    (programs.laptop / "odd.ics").write_bytes(file_with_berlin_zone(*odd))
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
    """Handspan moves, resizes and deletes its own events and those of the other program."""

    def edit(command, title, start, end, *arguments):
        uid = uid_of(expected, title)
        programs.handspan(command, programs.laptop, uid, *arguments)
        expected[uid] = [(start, end, title)]

    edit("move", "Lunch", "2026-03-28T23:30", "2026-03-29T00:30", "--to", "2026-03-28T23:30")
    edit("stretch", "The clocks change", "2026-03-29T01:30", "2026-03-29T04:00", "--end", "2026-03-29T04:00")
    edit("move", "Three days", "2026-05-01", "2026-05-04", "--by", 30 * 1440)
    edit("move", "Floating", "2026-04-20T09:15", "2026-04-20T09:45", "--by", 75)
    edit("move", "Odd but valid", "2026-04-22T07:00", "2026-04-22T08:30", "--to", "2026-04-22T07:00")
    deleted = uid_of(expected, "Universal")
    programs.handspan("delete", programs.laptop, deleted)
    del expected[deleted]


def edit_with_other_programs(programs, expected):
    """khal adds and imports events on the phone, and another program changes and deletes events on the server."""
    programs.khal("new", "-a", "phone", "2026-05-05T14:00", "2026-05-05T15:00", "From khal, with a comma; and more")
    programs.khal("new", "-a", "phone", "2026-05-06", "2026-05-07", "All-day event from khal")
    imported = programs.work / "import.ics"
    imported.write_bytes(
        file_with_berlin_zone(*event("imported", "DTSTART;TZID=Europe/Berlin:20260508T100000", "DURATION:PT1H", "SUMMARY:Imported"))
    )
    programs.khal("import", "--batch", "-a", "phone", imported)
    for uid, start, end, title in programs.khal_list(programs.phone):
        if title.startswith("From khal"):
            expected[uid] = [("2026-05-05T14:00", "2026-05-05T15:00", "From khal, with a comma; and more")]
        elif title == "All-day event from khal":
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
        raise Failure(f"PUT returned {status}: {body}")
    expected[lunch] = [("2026-03-30T19:00", "2026-03-30T20:30", "Supper, with Ada")]
    deleted = uid_of(expected, "מפגש עם Ada")
    status, _, body = programs.request("DELETE", programs.href(deleted))
    if status not in (200, 204):
        raise Failure(f"DELETE returned {status}: {body}")
    del expected[deleted]
    programs.changed_elsewhere = {lunch, deleted}


def edit_synchronized_events(programs, expected):
    """Handspan moves events that khal wrote or the server changed, while khal adds another event."""
    for title, minutes, start, end in (
        ("From khal, with a comma; and more", 60, "2026-05-05T15:00", "2026-05-05T16:00"),
        ("All-day event from khal", 1440, "2026-05-07", "2026-05-09"),
        ("Imported", -30, "2026-05-08T09:30", "2026-05-08T10:30"),
        ("Supper, with Ada", 24 * 60, "2026-03-31T19:00", "2026-03-31T20:30"),
    ):
        uid = uid_of(expected, title)
        programs.handspan("move", programs.laptop, uid, "--by", minutes)
        expected[uid] = [(start, end, title)]
    programs.khal("new", "-a", "phone", "2026-05-20T08:00", "2026-05-20T09:00", "Meanwhile")
    for uid, start, end, title in programs.khal_list(programs.phone):
        if title == "Meanwhile":
            expected[uid] = [(start, end, title)]


def add_foreign_series(programs, expected):
    """Another program adds series: with COUNT, with UNTIL, all day, and across a clock change."""
    for uid, rule in (("this", "COUNT=4"), ("following", "UNTIL=20260428T160000Z"), ("all", "COUNT=4")):
        lines = event(
            f"{uid}@example.org",
            "DTSTART;TZID=Europe/Berlin:20260407T180000",
            "DTEND;TZID=Europe/Berlin:20260407T190000",
            f"RRULE:FREQ=WEEKLY;{rule}",
            f"SUMMARY:Change {uid}",
        )
        (programs.laptop / f"{uid}.ics").write_bytes(file_with_berlin_zone(*lines))
        expected[f"{uid}@example.org"] = weekly_rows(f"Change {uid}", "04-07", "04-14", "04-21", "04-28")
    across_the_change = event(
        "clocks@example.org",
        "DTSTART;TZID=Europe/Berlin:20260324T013000",
        "DTEND;TZID=Europe/Berlin:20260324T023000",
        "RRULE:FREQ=WEEKLY;COUNT=3",
        "EXDATE;TZID=Europe/Berlin:20260331T013000",
        "SUMMARY:Over the clock change",
    )
    (programs.laptop / "clocks.ics").write_bytes(file_with_berlin_zone(*across_the_change))
    expected["clocks@example.org"] = [
        (f"2026-{day}T01:30", f"2026-{day}T02:30", "Over the clock change") for day in ("03-24", "04-07")
    ]
    all_day = event(
        "days@example.org",
        "DTSTART;VALUE=DATE:20260504",
        "DTEND;VALUE=DATE:20260505",
        "RRULE:FREQ=DAILY;COUNT=5",
        "SUMMARY:All day",
    )
    (programs.laptop / "days.ics").write_bytes(calendar_file(*all_day))
    expected["days@example.org"] = all_day_rows("All day", 4, 5, 6, 7, 8)


def weekly_rows(title, *dates, start="18:00", end="19:00"):
    return [(f"2026-{date}T{start}", f"2026-{date}T{end}", title) for date in dates]


def all_day_rows(title, *numbers):
    return [(f"2026-05-{number:02}", f"2026-05-{number + 1:02}", title) for number in numbers]


def edit_series(programs, expected):
    """Handspan moves, resizes and deletes one occurrence, this and the following ones, and all of them."""

    def edit(command, name, occurrence, scope, *arguments):
        uid = f"{name}@example.org"
        programs.handspan(
            command, programs.laptop, uid, "--occurrence", occurrence, "--scope", scope, *arguments
        )
        return uid

    def expect_later_part(title, rows):
        """Expects the later part of a split series to have a new UID, and adds the rows to the expected ones."""
        listed = {uid for uid, _, _, text in programs.handspan_list(programs.laptop) if text == title}
        new_uids = listed - expected.keys()
        if len(new_uids) != 1:
            raise Failure(f"{title} was split into {len(new_uids)} new series")
        expected[new_uids.pop()] = rows

    edit("move", "this", "2026-04-14", "this", "--to", "2026-04-15T20:00")
    uid = edit("delete", "this", "2026-04-21", "this")
    expected[uid] = weekly_rows("Change this", "04-07", "04-28") + weekly_rows("Change this", "04-15", start="20:00", end="21:00")

    uid = edit("move", "following", "2026-04-21", "following", "--by", 90)
    expected[uid] = weekly_rows("Change following", "04-07", "04-14")
    expect_later_part("Change following", weekly_rows("Change following", "04-21", "04-28", start="19:30", end="20:30"))

    edit("move", "all", "2026-04-14", "all", "--to", "2026-04-15T17:00")
    uid = edit("stretch", "all", "2026-04-22T17:00", "all", "--end", "2026-04-22T18:30")
    dates = ("04-08", "04-15", "04-22", "04-29")
    expected[uid] = weekly_rows("Change all", *dates, start="17:00", end="18:30")

    uid = edit("move", "clocks", "2026-04-07", "all", "--by", 120)
    expected[uid] = weekly_rows("Over the clock change", "03-24", "04-07", start="03:30", end="04:30")

    uid = edit("move", "days", "2026-05-06", "following", "--by", 1440)
    expected[uid] = all_day_rows("All day", 4, 5)
    expect_later_part("All day", all_day_rows("All day", 7, 8, 9))
    edit("delete", "days", "2026-05-05", "following")
    expected[uid] = all_day_rows("All day", 4)

    uid = edit("move", "series", "2026-04-14", "all", "--by", 30)
    expected[uid] = [
        ("2026-03-24T18:30", "2026-03-24T19:30", "Choir"),
        ("2026-04-01T20:00", "2026-04-01T21:00", "Choir, moved"),
        ("2026-04-14T18:30", "2026-04-14T19:30", "Choir"),
    ]


def delete_series(programs, expected):
    """Handspan deletes a whole series."""
    programs.handspan(
        "delete", programs.laptop, "series@example.org", "--occurrence", "2026-03-24", "--scope", "all"
    )
    del expected["series@example.org"]


def name_and_color(programs, expected):
    """Handspan names and colors a calendar; vdirsyncer copies both to the other computers, where khal shows them."""
    # The server has already given the calendar a name. If that name were not read first, it would conflict with the new one.
    programs.synchronize_metadata()
    programs.handspan("calendars", "set", programs.laptop, "--name", "Ada’s work", "--color", "#ff8800")
    programs.synchronize_metadata()
    for folder in (programs.laptop, programs.phone, programs.copy):
        for file, value in (("displayname", "Ada’s work"), ("color", "#ff8800")):
            written = (folder / file).read_bytes().decode()
            if written != value:
                raise Failure(f"{file} in {folder.parent.name} is {written!r}")
    names = sorted(name for name in programs.khal_calendars() if name)
    # khal appends a digit to a name that another calendar already has.
    if names != ["Ada’s work", "Ada’s work1"]:
        raise Failure(f"khal shows the calendars {names}")
    # The name is changed on the phone and reaches the laptop; then Handspan changes only the color.
    (programs.phone / "displayname").write_text("Ada\n")
    programs.synchronize_metadata()
    programs.handspan("calendars", "set", programs.laptop, "--color", "#3584e4")
    programs.synchronize_metadata()
    for folder in (programs.laptop, programs.copy):
        metadata = [(folder / file).read_text() for file in ("displayname", "color")]
        if metadata != ["Ada", "#3584e4"]:
            raise Failure(f"name and color in {folder.parent.name} are {metadata}")


STEPS = (name_and_color, add_events, add_foreign_events, edit_events, edit_with_other_programs, edit_synchronized_events, add_foreign_series, edit_series, delete_series)
