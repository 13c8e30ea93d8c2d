"""The programs of the test. They have their own folders and port, and never access the user's data."""

import base64
import http.client
import json
import os
import re
import socket
import subprocess
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
HANDSPAN = os.environ.get("HANDSPAN", str(ROOT / ".build/debug/handspan"))
ZONE = "Europe/Berlin"
FROM, TO, DAYS = "2026-03-01", "2026-06-01", "92d"


class Failure(Exception):
    """An expectation of the test that is not met, or a program that failed."""


class Programs:
    """Handspan, khal, vdirsyncer and a Radicale server, with three folders of calendar files.

    Handspan uses `laptop` and khal uses `phone`; both are synchronized through the server. vdirsyncer synchronizes
    `copy` with `laptop` directly.
    """

    def __init__(self, work):
        self.work = Path(work)
        self.laptop, self.phone, self.copy = (self.work / name / "work" for name in ("laptop", "phone", "copy"))
        for folder in (self.laptop, self.phone, self.copy, self.work / "home", self.work / "server"):
            folder.mkdir(parents=True)
        home = self.work / "home"
        self.environment = {
            "PATH": os.environ["PATH"],
            "HOME": str(home),
            "XDG_CONFIG_HOME": str(home / "config"),
            "XDG_DATA_HOME": str(home / "data"),
            "XDG_CACHE_HOME": str(home / "cache"),
            "XDG_STATE_HOME": str(home / "state"),
            "TZ": ZONE,
            "LC_ALL": "C.UTF-8",
            "PYTHONWARNINGS": "ignore",
        }
        with socket.socket() as probe:
            # Port 0 stands for any free port.
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self._write_settings()
        self.server = None
        # The UIDs of events that other programs change in the current step.
        self.changed_elsewhere = set()

    def _write_settings(self):
        (self.work / "radicale.conf").write_text(
            f"[server]\nhosts = 127.0.0.1:{self.port}\n[auth]\ntype = none\n[rights]\ntype = owner_only\n"
            f"[web]\ntype = none\n[storage]\nfilesystem_folder = {self.work}/server\n"
        )
        calendars = "".join(
            f"[[{name}]]\npath = {folder}\n" for name, folder in (("phone", self.phone), ("copy", self.copy))
        )
        (self.work / "khal.conf").write_text(
            f"[calendars]\n{calendars}[locale]\nlocal_timezone = {ZONE}\ndefault_timezone = {ZONE}\n"
            "timeformat = %H:%M\ndateformat = %Y-%m-%d\nlongdateformat = %Y-%m-%d\n"
            "datetimeformat = %Y-%m-%dT%H:%M\nlongdatetimeformat = %Y-%m-%dT%H:%M\n"
            "[default]\ndefault_calendar = phone\n"
        )
        pairs = ""
        for name, other in (("laptop", "server"), ("phone", "server"), ("laptop", "copy")):
            pairs += (
                f'[pair {name}_{other}]\na = "{name}"\nb = "{other}"\ncollections = ["work"]\n'
                'conflict_resolution = null\nmetadata = ["displayname", "color"]\n'
            )
        folders = "".join(
            f'[storage {name}]\ntype = "filesystem"\npath = "{self.work}/{name}/"\nfileext = ".ics"\n'
            for name in ("laptop", "phone", "copy")
        )
        (self.work / "vdirsyncer.conf").write_text(
            f'[general]\nstatus_path = "{self.work}/status/"\n{pairs}{folders}'
            f'[storage server]\ntype = "caldav"\nurl = "http://127.0.0.1:{self.port}/user/"\n'
            'username = "user"\npassword = "any"\n'
        )

    def run(self, *command, text=None):
        """Runs a program and returns its output. Raises `Failure` if it exits with an error."""
        result = subprocess.run(
            [str(word) for word in command],
            input=text,
            capture_output=True,
            text=True,
            env=self.environment,
            cwd=self.work,
            timeout=120,
            check=False,
        )
        if result.returncode != 0:
            output = result.stdout + result.stderr
            raise Failure(f"{command[0]} {command[1]} exited with status {result.returncode}: {output}")
        return result.stdout

    # Handspan

    def handspan(self, *arguments):
        return self.run(HANDSPAN, *arguments).strip()

    def handspan_list(self, folder):
        """All occurrences as (UID, start, end, title), according to Handspan."""
        rows = json.loads(self.handspan("list", folder, "--from", FROM, "--to", TO, "--zone", ZONE, "--json"))
        listed = sorted((row["uid"], row["start"][:16], row["end"][:16], row["summary"]) for row in rows)
        if len(set(listed)) != len(listed):
            raise Failure(f"Handspan lists an event twice: {listed}")
        return listed

    # khal

    def khal(self, *arguments, text=None):
        return self.run("khal", "-c", self.work / "khal.conf", *arguments, text=text)

    def khal_list(self, folder):
        """All occurrences according to khal, without repeated rows. In khal's rows, an all-day event ends on its last day."""
        pattern = "{uid}\x1f{start-long}\x1f{end-long}\x1f{title}\x1e"
        calendar = folder.parent.name
        printed = self.khal("list", "-a", calendar, "--day-format", "", "--format", pattern, FROM, DAYS)
        return sorted({tuple(row.strip("\n").split("\x1f")) for row in printed.split("\x1e") if row.strip()})

    # Radicale and vdirsyncer

    def start_server(self):
        log = (self.work / "radicale.log").open("wb")
        self.server = subprocess.Popen(
            ["radicale", "--config", str(self.work / "radicale.conf")],
            env=self.environment,
            cwd=self.work,
            stdout=log,
            stderr=subprocess.STDOUT,
        )
        log.close()
        for _ in range(800):
            if self.server.poll() is not None:
                break
            try:
                socket.create_connection(("127.0.0.1", self.port), timeout=1).close()
                return
            except OSError:
                time.sleep(0.05)
        raise Failure("Radicale is not listening: " + (self.work / "radicale.log").read_text())

    def stop_server(self):
        if self.server is not None and self.server.poll() is None:
            self.server.terminate()
            try:
                self.server.wait(timeout=5)
            except subprocess.TimeoutExpired:
                self.server.kill()
                self.server.wait()

    def discover(self):
        self.run("vdirsyncer", "-c", self.work / "vdirsyncer.conf", "discover", text="y\n" * 20)

    def synchronize(self):
        """Synchronizes the laptop, then the phone, then the laptop again to get the phone's changes, and finally the copy."""
        for pair in ("laptop_server", "phone_server", "laptop_server", "laptop_copy"):
            self.run("vdirsyncer", "-c", self.work / "vdirsyncer.conf", "sync", pair)

    def synchronize_metadata(self):
        """Synchronizes the names and colors of the calendars, in the order of `synchronize`."""
        for pair in ("laptop_server", "phone_server", "laptop_server", "laptop_copy"):
            self.run("vdirsyncer", "-c", self.work / "vdirsyncer.conf", "metasync", pair)

    def khal_calendars(self):
        """The names of the calendars that khal finds in the folders of the phone and the copy."""
        locale = (self.work / "khal.conf").read_text().split("[locale]")[1]
        calendars = "".join(
            f"[[{folder.parent.name}]]\npath = {folder}*\ntype = discover\n" for folder in (self.phone, self.copy)
        )
        locale = locale.split("[default]")[0]
        (self.work / "discover.conf").write_text(f"[calendars]\n{calendars}[locale]{locale}")
        return self.run("khal", "-c", self.work / "discover.conf", "printcalendars").split("\n")

    def request(self, method, path, body=None, **headers):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        headers["Authorization"] = "Basic " + base64.b64encode(b"user:any").decode()
        try:
            connection.request(method, path, body=body, headers={name.replace("_", "-"): value for name, value in headers.items()})
            response = connection.getresponse()
            return response.status, dict(response.getheaders()), response.read().decode()
        finally:
            connection.close()

    def href(self, uid):
        """The path of an event on the server."""
        for file in (self.work / "server").rglob("*.ics"):
            if f"UID:{uid}" in file.read_text():
                return f"/user/work/{file.name}"
        raise Failure(f"the server has no event {uid}")


def components(folder):
    """The events in a folder, each as its unfolded lines. The lines are sorted because Radicale changes their order."""
    events = []
    for file in folder.glob("*.ics"):
        text = re.sub(rb"\r?\n[ \t]", b"", file.read_bytes())
        for body in re.findall(rb"BEGIN:VEVENT\r?\n(.*?)END:VEVENT", text, re.DOTALL):
            events.append(sorted(line.strip(b"\r") for line in body.split(b"\n") if line.strip()))
    return sorted(events)
