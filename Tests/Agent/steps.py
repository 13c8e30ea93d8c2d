"""The steps of the test. Each one has a session of its own."""

import os
import shutil
import signal
import subprocess
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path

from session import AGENT, NAME, calendar, event, expect, now_in

#: A moment for tests whose agents have a clock of their own.
MONDAY = datetime(2035, 1, 8, 12, 0, 0, tzinfo=UTC)
DAY = timedelta(days=1)


def minutes(count):
    return timedelta(minutes=count)


def ring_in_time(session):
    """A reminder rings within a second, with its time and place, and what has rung is saved before."""
    due = now_in(5)
    session.write("a", event("a", due + minutes(15), "LOCATION:Room 4 <b>", title="Tea & cake"))
    before = session.contents()
    agent = session.start_agent()
    notification = session.wait_for_notifications(1)
    late = notification.time - due.timestamp()
    print(f"    {1000 * late:.0f} ms late")
    expect(0 <= late <= 1, f"{late} s late")
    expect(notification.title == "Tea & cake", notification.title)
    start, end = due + minutes(15), due + minutes(45)
    expected = f"in 15 minutes · {start:%H:%M} – {end:%H:%M}\nRoom 4 &lt;b&gt;"
    expect(start.date() != end.date() or notification.body == expected, f"{notification.body!r} instead of {expected!r}")
    expect(list(notification.actions) == ["default", "snooze", "dismiss"], f"{notification.actions}")
    expect(notification.hints["urgency"] == 1, "the urgency is not normal")
    expect(notification.hints["desktop-entry"] == "org.handspan.Handspan", f"{notification.hints}")
    expect("rung\t" in notification.record, "it rang before that was saved")
    session.act(notification, "dismiss")
    session.expect_no_more(1, agent)
    expect(session.contents() == before, "dismissing has changed a calendar")


def notice_changes(session):
    """What is added, moved or deleted while the agent runs rings when it should, or not at all."""
    later = now_in(3600)
    session.write("moved", event("moved", later))
    agent = session.start_agent()
    due = now_in(8)
    session.write("deleted", event("deleted", due + minutes(15)))
    session.settle(agent)
    (session.calendar / "deleted.ics").unlink()
    session.write("moved", event("moved", due + minutes(15)))
    session.write("new", event("new", due + minutes(5), minutes=5))
    session.write("past", event("past", now_in(0) + minutes(5)))
    session.wait_for_notifications(2)
    expect({one.title for one in session.notifications} == {"moved", "new"}, f"{[n.title for n in session.notifications]}")
    expect(all(0 <= one.time - due.timestamp() <= 1 for one in session.notifications), "too late")
    session.wait(lambda: time.time() > due.timestamp() + 2, "the time of the deleted event has passed")
    session.expect_no_more(2, agent)


def ring_once_when_killed_before(session):
    """An agent that is killed between saving and showing does not ring again."""
    session.write("a", event("a", MONDAY + minutes(15)))
    agents = [session.start_agent(now=MONDAY - timedelta(seconds=5))]
    session.on_question = agents[0].kill
    session.wait(lambda: agents[0].poll() is not None, "it is killed")
    expect(not session.notifications, "it was killed too late")
    session.on_question = lambda: None
    expect("rung\t" in session.record.read_text(), "what rings was not saved")
    session.expect_no_more(0, session.start_agent(now=MONDAY + timedelta(seconds=5)))


def ring_once_when_killed_after(session):
    """Ten restarts, by kill -9 and politely, ring nothing twice, and lose no reminder."""
    for number in range(10):
        session.write(f"{number}", event(f"{number}", MONDAY + minutes(10 * number + 15)))
    session.start_agent(now=MONDAY - timedelta(seconds=60)).kill()
    for number in range(10):
        agent = session.start_agent(now=MONDAY + minutes(10 * number) - timedelta(seconds=1))
        session.wait_for_notifications(number + 1)
        session.kill(agent, signal.SIGKILL if number % 2 else signal.SIGTERM)
        expect(number % 2 or agent.returncode == 0, f"exit status {agent.returncode}")
    session.expect_no_more(10, session.start_agent(now=MONDAY + minutes(100)))
    expect([one.title for one in session.notifications] == [f"{number}" for number in range(10)], "not each one once")


def keep_snooze(session):
    """A snooze survives kill -9, rings once, and changes no calendar."""
    session.set_preferences(reminder_snooze="'5'")
    session.write("a", event("a", MONDAY + minutes(15)))
    before = session.contents()
    agent = session.start_agent(now=MONDAY - timedelta(seconds=2))
    notification = session.wait_for_notifications(1)
    expect(notification.actions["snooze"] == "Snooze 5 Minutes", f"{notification.actions}")
    session.act(notification, "snooze")
    session.wait(lambda: "snoozed\t" in session.record.read_text(), "the snooze is saved")
    session.kill(agent)
    session.kill(session.start_agent(now=MONDAY + minutes(4)))
    expect(len(session.notifications) == 1, "it rang too early")
    agent = session.start_agent(now=MONDAY + minutes(5) - timedelta(seconds=3))
    again = session.wait_for_notifications(2)
    expect(again.title == "a" and again.body.startswith("in 10 minutes"), f"{again.title}: {again.body}")
    session.act(again, "dismiss")
    session.kill(agent)
    session.expect_no_more(2, session.start_agent(now=MONDAY + minutes(6)))
    expect(session.contents() == before, "a calendar was changed")


def ring_what_was_missed(session):
    """After a day off, what was missed is one notification, and is shown once; so are many that are due at once."""
    for number in range(7):
        session.write(f"missed {number}", event(f"missed {number}", MONDAY + timedelta(hours=number + 1)))
    for number in range(4):
        session.write(f"timely {number}", event(f"timely {number}", MONDAY + DAY + minutes(15)))
    session.start_agent(now=MONDAY).terminate()
    session.wait(lambda: session.agents[-1].poll() is not None, "it has ended")
    agent = session.start_agent(now=MONDAY + DAY - timedelta(seconds=5))
    session.wait_for_notifications(2)
    missed, timely = session.notifications
    expect(missed.title == "7 missed reminders", missed.title)
    expect(missed.body.count("\n") == 5 and missed.body.endswith("and 2 more"), missed.body)
    expect("snooze" not in missed.actions, f"{missed.actions}")
    expect(timely.title == "4 reminders" and timely.body.count("timely") == 4, f"{timely.title}: {timely.body}")
    session.kill(agent)
    session.expect_no_more(2, session.start_agent(now=MONDAY + DAY + minutes(1)))


def replace_a_running_agent(session):
    """An agent that is started takes over from one that runs, and nothing rings twice; at login, it does not."""
    session.write("a", event("a", MONDAY + minutes(15)))
    old = session.start_agent(now=MONDAY - timedelta(seconds=20))
    new = session.start_agent(now=MONDAY - timedelta(seconds=3))
    session.wait(lambda: old.poll() is not None, "the old one has ended")
    expect(old.returncode == 0 and session.owns(new), "the new one has not taken over")
    session.wait_for_notifications(1)
    session.set_preferences(reminders_while_closed="true")
    third = session.start_agent("--autostart", now=MONDAY)
    session.wait(lambda: third.poll() is not None, "the third one has ended")
    expect(third.returncode == 0 and session.owns(new), "one that is started at login has taken over")
    session.expect_no_more(1, new)


def ask_first(session):
    """At login, it ends at once unless the user has agreed, and later if the user no longer does."""
    agent = session.start_agent("--autostart")
    session.wait(lambda: agent.poll() is not None, "it has ended")
    expect(agent.returncode == 0 and not session.has_owner(NAME), "it runs without consent")
    session.set_preferences(reminders_while_closed="true")
    agent = session.start_agent("--autostart")
    expect(session.owns(agent), "it does not run")
    session.set_preferences(reminders_while_closed="false")
    session.wait(lambda: agent.poll() is not None, "it has ended because it was switched off")


def start_by_name(session):
    """The file of its name on the bus starts it."""
    due = now_in(8)
    session.write("a", event("a", due + minutes(15)))
    process = session.start_by_name()
    expect(session.wait_for_notifications(1).title == "a", "another title")
    os.kill(process, signal.SIGTERM)
    session.wait(lambda: not session.has_owner(NAME), "it has ended")


def wait_for_the_server(session):
    """What rings before there is anybody to show it is shown then, once."""
    session.stop_server()
    session.write("a", event("a", MONDAY + minutes(15)))
    agent = session.start_agent(now=MONDAY - timedelta(seconds=1))
    session.wait(lambda: "rung\t" in session.record.read_text(), "it has rung")
    session.settle(agent)
    session.start_server()
    expect(session.wait_for_notifications(1).title == "a", "another title")
    session.stop_server()
    session.start_server()
    session.expect_no_more(1, agent)


def follow_the_zone(session):
    """When the zone changes, a floating time rings when the clocks show it in the new zone."""
    session.set_zone("America/New_York")
    session.write("a", event("a", MONDAY + minutes(15), zone=""))
    began = time.time()
    agent = session.start_agent(now=MONDAY - timedelta(seconds=15))
    session.expect_no_more(0, agent)
    session.set_zone("UTC")
    notification = session.wait_for_notifications(1)
    # The clock of the agent begins with a whole second.
    expect(14 <= notification.time - began <= 17, f"{notification.time - began} s after the start")


def ring_for_subscriptions(session):
    """The last copy of a subscription rings, and a copy that is fetched meanwhile replaces it."""
    listed, copies = session.folder / "data/handspan/subscriptions", session.folder / "cache/handspan/subscriptions"
    listed.mkdir(parents=True)
    copies.mkdir(parents=True)
    (listed / "1767225600-1").write_text("url=https://example.org/a.ics\n")
    copy = copies / "1767225600-1.ics"
    copy.write_bytes(calendar(event("first", MONDAY + minutes(15)), event("replaced", MONDAY + minutes(60))))
    agent = session.start_agent(now=MONDAY - timedelta(seconds=2))
    expect(session.wait_for_notifications(1).title == "first", "another title")
    (copies / "new").write_bytes(calendar(event("second", MONDAY + minutes(60))))
    (copies / "new").rename(copy)
    session.settle(agent)
    session.kill(agent)
    session.start_agent(now=MONDAY + minutes(45) - timedelta(seconds=2))
    expect(session.wait_for_notifications(2).title == "second", "another title")


def leave_to_evolution(session):
    """A file that Evolution's reminders know is left to them, but only while they run."""
    path = session.write("shared", event("shared", MONDAY + minutes(15)), folder=session.folder)
    session.set_preferences(last_opened=f"['{path}']")
    sources = session.folder / "config/evolution/sources"
    sources.mkdir(parents=True)
    (sources / "x.source").write_text(
        "[Data Source]\nDisplayName=x\nEnabled=true\n[Calendar]\nBackendName=local\n[Alarms]\nIncludeMe=true\n"
        f"[Local Backend]\nCustomFile={path.as_uri()}\n"
    )
    session.own("org.gnome.Evolution-alarm-notify")
    began = time.monotonic()
    agent = session.start_agent(now=MONDAY - timedelta(seconds=1))
    session.wait(lambda: time.monotonic() - began > 3, "its time has passed")
    session.expect_no_more(0, agent)
    session.kill(agent)
    (sources / "x.source").unlink()
    session.start_agent(now=MONDAY - timedelta(seconds=2))
    expect(session.wait_for_notifications(1).title == "shared", "another title")


def show_in_the_window(session):
    """A click shows the occurrence in the window that is open, with the focus; several are shown as a day."""
    actions = session.start_application()
    session.write("a", event("a", MONDAY - DAY + minutes(15), "RRULE:FREQ=DAILY;COUNT=2"))
    for number in range(5):
        session.write(f"b{number}", event(f"b{number}", MONDAY + minutes(16)))
    session.start_agent(now=MONDAY - timedelta(seconds=2))
    session.act(session.wait_for_notifications(1), "default")
    session.wait(lambda: len(actions) == 1, "the window was asked")
    token = {"activation-token": "token of the click", "desktop-startup-id": "token of the click"}
    expected = ("show-event", [(str(session.calendar), "a", "20350108T121500Z")], token)
    expect(actions[0] == expected, f"{actions[0]} instead of {expected}")
    session.kill(session.agents[-1])
    session.start_agent(now=MONDAY + timedelta(seconds=58))
    session.act(session.wait_for_notifications(2), "default")
    session.wait(lambda: len(actions) == 2, "the window was asked")
    expect(actions[1] == ("show-date", ["2035-01-08"], token), f"{actions[1]}")


def join_a_meeting(session):
    """The button for a meeting names its host, and opens its address in the user's browser."""
    told = session.folder / "told"
    browser = session.folder / "browser"
    browser.write_text(f'#!/bin/sh\necho "$XDG_ACTIVATION_TOKEN" "$@" >{told}.new\nmv {told}.new {told}\n')
    browser.chmod(0o755)
    applications = session.folder / "data/applications"
    applications.mkdir(parents=True)
    (applications / "browser.desktop").write_text(
        f"[Desktop Entry]\nType=Application\nName=Browser\nExec={browser} %u\nMimeType=x-scheme-handler/https;\n"
    )
    (session.folder / "config").mkdir(exist_ok=True)
    (session.folder / "config/mimeapps.list").write_text("[Default Applications]\nx-scheme-handler/https=browser.desktop\n")
    address = "https://meet.example.org/room?pwd=1"
    session.write("a", event("a", MONDAY + minutes(15), f"CONFERENCE;VALUE=URI;FEATURE=VIDEO:{address}"))
    session.write("b", event("b", MONDAY + minutes(16), "CONFERENCE;VALUE=URI:http://meet.example.org/"))
    session.start_agent(now=MONDAY - timedelta(seconds=2))
    notification = session.wait_for_notifications(1)
    expect(notification.actions.get("join") == "Join at meet.example.org", f"{notification.actions}")
    session.act(notification, "join")
    session.wait(told.exists, "the browser was started")
    expect(told.read_text() == f"token of the click {address}\n", told.read_text())
    session.kill(session.agents[-1])
    session.start_agent(now=MONDAY + timedelta(seconds=58))
    expect("join" not in session.wait_for_notifications(2).actions, "an address without encryption is offered")


def start_the_window(session):
    """A click starts the program that is installed beside the agent if there is no window."""
    programs = session.folder / "bin"
    programs.mkdir()
    agent = shutil.copy(AGENT, programs)
    told = session.folder / "told"
    (programs / "handspan").write_text(f'#!/bin/sh\necho "$XDG_ACTIVATION_TOKEN" "$@" >{told}.new\nmv {told}.new {told}\n')
    (programs / "handspan").chmod(0o755)
    session.write("a", event("a", MONDAY + minutes(15)))
    session.start_agent(now=MONDAY - timedelta(seconds=2), program=agent)
    session.act(session.wait_for_notifications(1), "default")
    session.wait(told.exists, "the window was started")
    expected = f"token of the click open --date 2035-01-08 --calendar {session.calendar} --uid a\n"
    expect(told.read_text() == expected, told.read_text())


def be_small_and_idle(session):
    """With 10,000 events, it is small, and nothing runs in it while it waits."""
    start = MONDAY - timedelta(days=2_000)
    for number in range(5_000):
        session.write(f"{number}", event(f"{number}", start + timedelta(hours=12 * number), "DESCRIPTION:" + "text " * 40))
    series = [
        event(f"series {number}", start + timedelta(hours=number), "RRULE:FREQ=WEEKLY") for number in range(500)
    ]
    others = [event(f"in a file {number}", start + timedelta(hours=12 * number)) for number in range(4_500)]
    path = session.folder / "large.ics"
    path.write_bytes(calendar(*series, *others))
    session.set_preferences(last_opened=f"['{session.calendar}', '{path}']")
    began = time.monotonic()
    agent = session.start_agent(now=MONDAY + timedelta(minutes=2), patience=300)
    # The settling itself waits for half a second.
    print(f"    read in {time.monotonic() - began - 0.5:.1f} s")
    # Threads that have nothing to do end after a few seconds.
    end = time.monotonic() + 12
    session.wait(lambda: time.monotonic() > end, "12 s")
    pss = memory(agent.pid)
    seconds = int(os.environ.get("HANDSPAN_IDLE_SECONDS", "20"))
    calls = system_calls(agent.pid, seconds)
    print(f"    PSS {pss} kB ({Path(AGENT).parent.name} build), {calls} system calls in {seconds} idle s")
    expect(calls == 0, f"{calls} system calls while idle")


# Others write into folders around its own, and share the memory of the program.
be_small_and_idle.runs_alone = True


def memory(process):
    lines = Path(f"/proc/{process}/smaps_rollup").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("Pss:"))


def system_calls(process, seconds):
    """The number of system calls that a process begins within a time, or how often it was woken without strace."""
    if shutil.which("strace") is None:
        before = wakeups(process)
        time.sleep(seconds)
        return wakeups(process) - before
    trace = subprocess.Popen(
        ["strace", "-f", "-q", "-p", str(process)], stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True
    )
    time.sleep(seconds)
    trace.send_signal(signal.SIGINT)
    # A thread that waits all the time has one line, of a call that began before.
    lines = [line for line in trace.communicate()[1].splitlines() if "<unfinished ...>" not in line]
    return len([line for line in lines if "<detached ...>" not in line])


def wakeups(process):
    return sum(int((thread / "schedstat").read_text().split()[2]) for thread in Path(f"/proc/{process}/task").iterdir())


STEPS = [
    ring_in_time, notice_changes, ring_once_when_killed_before, ring_once_when_killed_after, keep_snooze,
    ring_what_was_missed, replace_a_running_agent, ask_first, start_by_name, wait_for_the_server, follow_the_zone,
    ring_for_subscriptions, leave_to_evolution, show_in_the_window, join_a_meeting, start_the_window,
    be_small_and_idle,
]  # fmt: skip
