#!/usr/bin/python3
"""A faulty and hostile web server: server.py FOLDER [CERTIFICATE KEY]

It listens on 127.0.0.1, which stands for the internet in the tests, on 127.0.0.2, which stands for the local network,
and on 127.0.0.1 with TLS if there is a certificate, and prints the three ports on one line. The first two are also
proxies, which answer in place of the servers. The path of a request names the answer. For /feed, the file FOLDER/feed
contains the name, for /feed-2 the file FOLDER/feed-2, and so on. A line for each request, with its conditional headers
and its cookie, is added to FOLDER/requests.
"""

import email.utils
import http.server
import os
import socketserver
import ssl
import sys
import threading
import time
import urllib.parse
import zlib

folder = sys.argv[1]
EVENT = (
    "BEGIN:VEVENT\r\nUID:{uid}\r\nDTSTAMP:20260101T000000Z\r\nDTSTART:20260302T090000Z\r\nDTEND:20260302T100000Z\r\n"
    "SUMMARY:{title}\r\nEND:VEVENT\r\n"
)
HEAD = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Test//EN\r\nX-WR-CALNAME:Holidays\r\n"


def calendar(*titles, extra=""):
    events = "".join(EVENT.format(uid=title, title=title) for title in titles)
    return (HEAD + extra + events + "END:VCALENDAR\r\n").encode()


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *arguments):
        pass

    def do_GET(self):
        name = urllib.parse.urlsplit(self.path).path.strip("/")
        with open(os.path.join(folder, "requests"), "a", encoding="utf-8") as log:
            tags = self.headers.get("If-None-Match"), self.headers.get("If-Modified-Since")
            log.write(f"{name} {tags[0]} {tags[1]} {self.headers.get('Cookie')}\n")
        if name.startswith("feed"):
            with open(os.path.join(folder, name), encoding="utf-8") as file:
                name = file.read().strip()
        try:
            getattr(self, "answer_" + name.replace("-", "_"), self.answer_missing)()
        except (BrokenPipeError, ConnectionResetError, ssl.SSLError):
            pass
        self.close_connection = True

    def do_CONNECT(self):
        """Answers in place of the encrypted server."""
        self.send_response(200)
        self.end_headers()
        try:
            with context.wrap_socket(self.connection, server_side=True) as connection:
                Handler(connection, self.client_address, self.server)
        except OSError:
            pass
        self.close_connection = True

    def answer(self, body, status=200, kind="text/calendar", **headers):
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(headers.pop("length", len(body))))
        for key, value in headers.items():
            self.send_header(key.replace("_", "-"), value)
        self.end_headers()
        self.wfile.write(body)

    def start_response(self, **headers):
        """Begins a response of unknown length."""
        self.send_response(200)
        self.send_header("Content-Type", "text/calendar")
        self.send_header("Connection", "close")
        for key, value in headers.items():
            self.send_header(key.replace("_", "-"), value)
        self.end_headers()

    def redirect(self, location, status=302):
        self.answer(b"", status, Location=location)

    # Good answers

    def answer_good(self):
        self.answer(calendar("New Year"))

    def answer_other(self):
        self.answer(calendar("New Year", "Easter"))

    def answer_plain(self):
        self.answer(calendar("New Year"), kind="application/octet-stream", Set_Cookie="a=b")

    def answer_compressed(self):
        self.answer(gzip(calendar("New Year")), Content_Encoding="gzip")

    def answer_weekly(self):
        self.answer(calendar("New Year", extra="REFRESH-INTERVAL;VALUE=DURATION:P2D\r\n"))

    def answer_tagged(self):
        if self.headers.get("If-None-Match") == '"one"':
            self.send_response(304)
            self.send_header("ETag", '"one"')
            self.end_headers()
        else:
            self.answer(calendar("New Year"), ETag='"one"', Last_Modified="Mon, 02 Mar 2026 09:00:00 GMT")

    def answer_large(self):
        """Almost 50 MB: the largest calendar that is fetched."""
        events = b"".join(EVENT.format(uid=number, title="y" * 50_000).encode() for number in range(997))
        body = HEAD.encode() + events + b"END:VCALENDAR\r\n"
        self.answer(body)

    def answer_moved(self):
        self.redirect("/good", 301)

    # Bad answers

    def answer_slow(self):
        self.start_response()
        for byte in calendar("New Year") * 1000:
            self.wfile.write(bytes([byte]))
            self.wfile.flush()
            time.sleep(0.05)

    def answer_silent(self):
        time.sleep(20)

    def answer_endless(self):
        self.start_response()
        self.wfile.write(HEAD.encode())
        while True:
            self.wfile.write(EVENT.format(uid="x", title="y" * 60_000).encode())

    def answer_bomb(self):
        """A gigabyte of events in about a megabyte."""
        self.start_response(Content_Encoding="gzip")
        packer = zlib.compressobj(9, zlib.DEFLATED, 31)
        self.wfile.write(packer.compress(HEAD.encode()))
        block = EVENT.format(uid="x", title="y" * 60_000).encode() * 16
        for _ in range(1_000):
            self.wfile.write(packer.compress(block))
        self.wfile.write(packer.flush())

    def answer_hollow(self):
        """Compressed data that never yields a byte."""
        self.start_response(Content_Encoding="gzip")
        packer = zlib.compressobj(9, zlib.DEFLATED, 31)
        self.wfile.write(packer.flush(zlib.Z_SYNC_FLUSH))
        empty = packer.flush(zlib.Z_FULL_FLUSH) or b"\x00\x00\x00\xff\xff"
        while True:
            self.wfile.write(b"\x00\x00\x00\xff\xff" * 10_000 if len(empty) < 5 else empty * 10_000)

    def answer_boast(self):
        self.answer(calendar("New Year"), length=10**12)

    def answer_loop(self):
        self.redirect("/loop")

    def answer_to_file(self):
        self.redirect("file:///etc/passwd")

    def answer_to_ftp(self):
        self.redirect("ftp://127.0.0.1/calendar.ics")

    def answer_to_private(self):
        self.redirect(f"http://127.0.0.2:{ports['private']}/good")

    def answer_to_mapped(self):
        self.redirect(f"http://[::ffff:127.0.0.2]:{ports['private']}/good")

    def answer_to_loopback(self):
        self.redirect(f"http://[::1]:{ports['private']}/good")

    def answer_to_link_local(self):
        self.redirect("http://169.254.169.254/latest/meta-data")

    def answer_to_link_local_6(self):
        self.redirect("http://[fe80::1]/good")

    def answer_to_printer(self):
        self.redirect("https://192.168.1.9/good")

    def answer_to_number(self):
        """127.0.0.2 in a different notation, like the next three answers."""
        self.redirect(f"http://2130706434:{ports['private']}/good")

    def answer_to_hexadecimal(self):
        self.redirect(f"http://0x7f.0x2:{ports['private']}/good")

    def answer_to_octal(self):
        self.redirect(f"http://0177.0.0.02:{ports['private']}/good")

    def answer_to_short(self):
        self.redirect(f"http://127.2.:{ports['private']}/good")

    def answer_to_name(self):
        """The tests resolve this name to 127.0.0.2."""
        self.redirect(f"http://inside.test:{ports['private']}/good")

    def answer_to_localhost(self):
        self.redirect(f"http://localhost:{ports['private']}/good")

    def answer_to_public(self):
        self.redirect(f"http://127.0.0.1:{ports['public']}/good")

    def answer_there_and_back(self):
        self.redirect(f"http://127.0.0.1:{ports['public']}/to-private")

    def answer_downgrade(self):
        self.redirect(f"http://127.0.0.1:{ports['public']}/good")

    def answer_html(self):
        self.answer(b"<!DOCTYPE html><title>Sign in</title>", kind="text/html")

    def answer_words(self):
        self.answer(b"Calendar not found.", kind="text/plain")

    def answer_nothing(self):
        self.answer(b"")

    def answer_torn(self):
        self.answer(calendar("New Year", "Easter")[:-40])

    def answer_cut(self):
        body = calendar("New Year")
        self.answer(body[:-20], length=len(body))

    def answer_cropped(self):
        """Compressed data without its end. libsoup accepts it as complete."""
        self.answer(gzip(calendar("New Year"))[:-30], Content_Encoding="gzip")

    def answer_missing(self):
        self.answer(b"<html>404</html>", 404, "text/html")

    def answer_gone(self):
        self.answer(calendar("New Year"), 410)

    def answer_locked(self):
        self.answer(b"", 401, WWW_Authenticate='Basic realm="x"')

    def answer_failing(self):
        self.answer(calendar("New Year"), 503, Retry_After="1")

    def answer_later(self):
        self.answer(b"", 503, Retry_After="7200")

    def answer_too_often(self):
        self.answer(b"", 429, Retry_After=email.utils.formatdate(time.time() + 3600, usegmt=True))

    def answer_some_time(self):
        self.answer(b"", 503, Retry_After="some time")

    def answer_never(self):
        self.answer(b"", 503, Retry_After=str(10**15))

    def answer_unasked(self):
        """Answers an unconditional request with “not modified”."""
        self.send_response(304)
        self.end_headers()

    def answer_hostile(self):
        """A complete calendar that is expensive to read."""
        rule = "BEGIN:VEVENT\r\nUID:r\r\nDTSTART:00010101T000000Z\r\nRRULE:FREQ=SECONDLY\r\nSUMMARY:\x1b[2J\r\nEND:VEVENT\r\n"
        deep = "BEGIN:X\r\n" * 20_000 + "END:X\r\n" * 20_000
        long = "X-LONG:" + "a" * 3_000_000 + "\r\n"
        body = HEAD + rule + deep + long + EVENT.format(uid="New Year", title="New Year") + "END:VCALENDAR\r\n"
        self.answer(body.encode())


def gzip(data):
    packer = zlib.compressobj(9, zlib.DEFLATED, 31)
    return packer.compress(data) + packer.flush()


class Server(socketserver.ThreadingMixIn, http.server.HTTPServer):
    daemon_threads = True

    def handle_error(self, request, client_address):
        pass


servers = {"public": Server(("127.0.0.1", 0), Handler), "private": Server(("127.0.0.2", 0), Handler)}
if len(sys.argv) > 3:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(sys.argv[2], sys.argv[3])
    # A resumed connection would not be checked again.
    context.num_tickets = 0
    context.options |= ssl.OP_NO_TICKET
    servers["secure"] = Server(("127.0.0.1", 0), Handler)
    servers["secure"].socket = context.wrap_socket(
        servers["secure"].socket, server_side=True, do_handshake_on_connect=False
    )
ports = {name: server.server_address[1] for name, server in servers.items()}
for server in servers.values():
    threading.Thread(target=server.serve_forever, daemon=True).start()
print(ports["public"], ports["private"], ports.get("secure", 0), flush=True)
# The tests close this program's input when they end.
sys.stdin.read()
