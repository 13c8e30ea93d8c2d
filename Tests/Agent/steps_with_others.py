"""Steps with other programs: accounts, others that ring, the clock of the system, logind, strace and dunst."""

import importlib.util
import json
import os
import shutil
import signal
import subprocess
import sys
import time
from datetime import timedelta

from session import GLib, calendar, event, expect
from steps import DAY, MONDAY, minutes

EVOLUTION = "org.gnome.evolution.dataserver."


def add_to_account(session, *events):
    """Adds events to the calendar that Evolution Data Server always has."""
    path, owner = session.call(
        EVOLUTION + "Calendar8", "/org/gnome/evolution/dataserver/CalendarFactory", EVOLUTION + "CalendarFactory",
        "OpenCalendar", GLib.Variant("(s)", ("system-calendar",)),
    )  # fmt: skip
    interface = EVOLUTION + "Calendar"
    session.call(owner, path, interface, "Open")
    texts = ["\r\n".join([*lines, ""]) for lines in events]
    session.call(owner, path, interface, "CreateObjects", GLib.Variant("(asu)", (texts, 0)))


def start_accounts(session):
    session.has_accounts = True
    session.install_services(EVOLUTION + "Sources5", EVOLUTION + "Calendar8")


def ring_for_accounts(session):
    """The calendars of accounts ring, also what is added while the agent runs; a click names the calendar."""
    start_accounts(session)
    actions = session.start_application()
    add_to_account(session, event("first", MONDAY + minutes(15)), event("gone", MONDAY + minutes(90)))
    began = time.monotonic()
    agent = session.start_agent(now=MONDAY - timedelta(seconds=6))
    notification = session.wait_for_notifications(1)
    expect(notification.title == "first", notification.title)
    session.act(notification, "default")
    session.wait(lambda: len(actions) == 1, "the window was asked")
    expect(actions[0][:2] == ("show-event", [("eds:system-calendar", "first", "")]), f"{actions[0]}")
    # In about five seconds, by the clock of the agent.
    due = MONDAY + timedelta(seconds=int(time.monotonic() - began))
    add_to_account(session, event("second", due + minutes(15)))
    expect(session.wait_for_notifications(2).title == "second", "another title")
    # Somebody else rings from now on.
    add_to_account(session, event("third", MONDAY + minutes(30)))
    session.own("org.gnome.Evolution-alarm-notify")
    session.settle(agent)
    session.kill(agent)
    session.expect_no_more(2, session.start_agent(now=MONDAY + minutes(16)))


def ring_exactly_once(session):
    """Whoever else rings on the desktop: files and subscriptions ring here, and accounts only if nobody rings them."""
    start_accounts(session)
    listed, copies = session.folder / "data/handspan/subscriptions", session.folder / "cache/handspan/subscriptions"
    listed.mkdir(parents=True)
    copies.mkdir(parents=True)
    (listed / "1767225600-1").write_text("url=https://example.org/a.ics\n")
    desktops = [
        ("nobody", lambda: None, True), ("Shell 48", lambda: session.start_shell("48.1"), True),
        ("Shell's calendar server", lambda: session.own("org.gnome.Shell.CalendarServer"), True),
        ("Shell 51", lambda: session.start_shell("51.0"), False),
        ("alarm-notify", lambda: session.own("org.gnome.Evolution-alarm-notify"), False),
    ]  # fmt: skip
    for number, (desktop, begin, rings) in enumerate(desktops):
        start = MONDAY + minutes(30 * number)
        session.write("file", event(f"file {number}", start + minutes(15)))
        (copies / "new").write_bytes(calendar(event(f"subscription {number}", start + minutes(15))))
        (copies / "new").rename(copies / "1767225600-1.ics")
        add_to_account(session, event(f"account {number}", start + minutes(15)))
        session.stop_shell()
        begin()
        session.notifications.clear()
        agent = session.start_agent(now=start - timedelta(seconds=3))
        expected = {f"file {number}", f"subscription {number}"} | ({f"account {number}"} if rings else set())
        session.wait_for_notifications(len(expected))
        session.settle(agent)
        titles = sorted(notification.title for notification in session.notifications)
        expect(titles == sorted(expected), f"with {desktop}: {titles}")
        session.kill(agent)


def set_clock():
    """Sets the system's clock to the time that it shows, which only wakes those who wait for that. Returns whether it may."""
    try:
        time.clock_settime(time.CLOCK_REALTIME, time.clock_gettime(time.CLOCK_REALTIME))
    except PermissionError:
        return False
    return True


def follow_the_clock(session):
    """When the clock jumps, or the computer wakes up, what is due by then rings within two seconds."""
    session.write("a", event("a", MONDAY + minutes(60)), event("b", MONDAY + minutes(180)))
    agent = session.start_agent(now=MONDAY)
    if set_clock():
        session.clock.write_text("2700")
        began = time.monotonic()
        set_clock()
        expect(session.wait_for_notifications(1).title == "a", "another title")
        print(f"    {1000 * (time.monotonic() - began):.0f} ms after a jump")
        expect(time.monotonic() - began <= 2, "it rang too late")
    else:
        print("    The clock may not be set here.")
    if not has_module("dbusmock"):
        print("    python3-dbusmock is not installed.")
        return
    session.start_program(sys.executable, "-m", "dbusmock", "--system", "--template", "logind")
    session.wait(lambda: session.has_owner("org.freedesktop.login1"), "logind is on the bus")
    session.settle(agent)

    def sleep(is_beginning):
        session.call(
            "org.freedesktop.login1", "/org/freedesktop/login1", "org.freedesktop.DBus.Mock", "EmitSignal",
            GLib.Variant(
                "(sssav)",
                ("org.freedesktop.login1.Manager", "PrepareForSleep", "b", [GLib.Variant("b", is_beginning)]),
            ),
        )  # fmt: skip

    sleep(True)
    session.settle(agent)
    session.clock.write_text("9900")
    began = time.monotonic()
    sleep(False)
    session.wait(lambda: any(one.title == "b" for one in session.notifications), "b rings after the computer woke up")
    print(f"    {1000 * (time.monotonic() - began):.0f} ms after a sleep")
    expect(time.monotonic() - began <= 2, "it rang too late")
    expect(len(session.notifications) == 2, f"{len(session.notifications)} notifications")


def has_module(name):
    return importlib.util.find_spec(name) is not None


def survive_being_killed_anywhere(session):
    """An agent that is killed at one of 20 system calls while it rings rings nothing twice, and loses no snooze."""
    if shutil.which("strace") is None:
        print("    strace is not installed.")
        return
    session.set_preferences(reminder_snooze="'60'")
    session.write("put-off", event("put-off", MONDAY + minutes(15)))
    agent = session.start_agent(now=MONDAY - timedelta(seconds=2))
    session.act(session.wait_for_notifications(1), "snooze")
    session.wait(lambda: "snoozed\t" in session.record.read_text(), "the snooze is saved")
    session.kill(agent)
    session.notifications.clear()
    # The snooze rings when its event starts, at 12:15.
    rung = killed = 0
    for number in range(20):
        due = MONDAY + timedelta(seconds=20 + 30 * number)
        session.write("a", event(f"{number}", due + minutes(15)))
        agent = session.start_agent(now=due - timedelta(seconds=3))
        calls = "openat,write,fsync,rename,renameat,renameat2,sendmsg,futex,poll,ppoll,read,close"
        trace = subprocess.Popen(
            ["strace", "-f", "-q", "-o", "/dev/null", "-e", f"inject={calls}:signal=KILL:when={number + 1}", "-p", str(agent.pid)],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        session.wait(
            lambda number=number, agent=agent: agent.poll() is not None
            or any(one.title == f"{number}" for one in session.notifications), "it rings, or is killed"
        )  # fmt: skip
        session.settle(agent)
        killed += agent.poll() is not None
        if agent.poll() is None:
            session.kill(agent)
        trace.wait()
        again = session.start_agent(now=due + timedelta(seconds=2))
        session.settle(again)
        session.kill(again)
        count = sum(one.title == f"{number}" for one in session.notifications)
        expect(count <= 1, f"it rang {count} times when it was killed at call {number + 1}")
        rung += count
    print(f"    killed {killed} times; {rung} of 20 rang")
    session.start_agent(now=MONDAY + minutes(15) - timedelta(seconds=2))
    session.wait(lambda: any(one.title == "put-off" for one in session.notifications), "the snooze rings")
    expect(sum(one.title == "put-off" for one in session.notifications) == 1, "the snooze rang twice")


def use_another_server(session):
    """With dunst, a reminder is shown, and its action shows the occurrence."""
    if shutil.which("dunst") is None or shutil.which("Xvfb") is None:
        print("    dunst or Xvfb is not installed.")
        return
    session.stop_server()
    read, write = os.pipe()
    display = subprocess.Popen(
        ["Xvfb", "-displayfd", str(write), "-screen", "0", "800x600x24", "-nolisten", "tcp"], pass_fds=[write],
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    session.processes.append(display)
    number = os.read(read, 16).decode().strip()
    session.start_program("dunst", DISPLAY=f":{number}")
    session.wait(lambda: session.has_owner("org.freedesktop.Notifications"), "dunst is on the bus")
    actions = session.start_application()
    session.write("a", event("a", MONDAY + minutes(15), title="Tea & <b>cake</b>"))
    session.start_agent(now=MONDAY - timedelta(seconds=2))

    def dunst(*arguments):
        environment = session.environment() | {"DISPLAY": f":{number}"}
        return subprocess.run(["dunstctl", *arguments], env=environment, capture_output=True, text=True).stdout.strip()

    session.wait(lambda: dunst("count", "displayed") == "1", "dunst shows it")
    dunst("action")
    session.wait(lambda: len(actions) == 1, "the window was asked")
    expect(actions[0][:2] == ("show-event", [(str(session.calendar), "a", "")]), f"{actions[0]}")
    dunst("close-all")
    history = json.loads(dunst("history"))["data"][0]
    texts = [(entry["summary"]["data"], entry["body"]["data"]) for entry in history]
    expect(texts == [("Tea & <b>cake</b>", "in 15 minutes · 12:15 – 12:45")], f"{texts}")


def keep_what_accounts_need(session):
    """A snooze for an event of an account survives a restart, and what an account had to ring meanwhile is shown once."""
    start_accounts(session)
    session.set_preferences(reminder_snooze="'5'")
    add_to_account(session, event("first", MONDAY + minutes(15)), event("missed", MONDAY + DAY))
    agent = session.start_agent(now=MONDAY - timedelta(seconds=4))
    session.act(session.wait_for_notifications(1), "snooze")
    session.wait(lambda: "snoozed\t" in session.record.read_text(), "the snooze is saved")
    session.kill(agent)
    agent = session.start_agent(now=MONDAY + minutes(5) - timedelta(seconds=4))
    again = session.wait_for_notifications(2)
    expect(again.title == "first" and again.body.startswith("in 10 minutes"), f"{again.title}: {again.body}")
    session.kill(agent)
    agent = session.start_agent(now=MONDAY + DAY + minutes(10))
    expect(session.wait_for_notifications(3).body.startswith("Missed"), session.notifications[-1].body)
    session.expect_no_more(3, agent)


def wait_for_others_at_login(session):
    """At login, accounts do not ring before the programs that may ring them have had time to start."""
    start_accounts(session)
    session.set_preferences(reminders_while_closed="true")
    session.write("file", event("file", MONDAY + minutes(15)))
    add_to_account(session, event("account", MONDAY + minutes(15)))
    agent = session.start_agent("--autostart", now=MONDAY - timedelta(seconds=3))
    expect(session.wait_for_notifications(1).title == "file", "the account rings")
    session.settle(agent)
    session.own("org.gnome.Evolution-alarm-notify")
    began = time.monotonic()
    session.wait(lambda: time.monotonic() - began > 32, "the time after login has passed", patience=60)
    session.expect_no_more(1, agent)


def follow_an_account_whose_service_ends(session):
    """If the service of the accounts is killed, its calendars are opened again and ring."""
    start_accounts(session)
    add_to_account(session, event("a", MONDAY + minutes(15)))
    agent = session.start_agent(now=MONDAY - timedelta(seconds=20))
    os.kill(session.owner_process(EVOLUTION + "Calendar8"), signal.SIGKILL)
    expect(session.wait_for_notifications(1, patience=60).title == "a", "another title")
    session.expect_no_more(1, agent)


STEPS = [
    ring_for_accounts, ring_exactly_once, keep_what_accounts_need, wait_for_others_at_login,
    follow_an_account_whose_service_ends, follow_the_clock, survive_being_killed_anywhere, use_another_server,
]  # fmt: skip
