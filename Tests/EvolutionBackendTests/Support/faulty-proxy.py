#!/usr/bin/python3
"""A proxy for HTTP that answers late, loses answers, or is not there.

    faulty-proxy.py PORT SERVER-PORT

Each line of its input says how it treats the requests from then on, and it writes the line to its output once it does:

    pass          like the server
    late SECONDS  the server gets each write at once, and its answer arrives late
    slow SECONDS  the server gets each write late
    lose          the answer to each write is lost: the connection is closed instead
    fail          each write is answered with the status 503, and the server does not get it
    close         no connection is accepted
"""

import http.client
import http.server
import socketserver
import sys
import threading
import time

port, server_port = int(sys.argv[1]), int(sys.argv[2])
fault = ["pass"]
HOP_BY_HOP = {"connection", "keep-alive", "transfer-encoding", "content-length"}


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_arguments):
        pass

    def treat(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        kind, *delay = fault if self.command in ("PUT", "DELETE") else ["pass"]
        if kind == "fail":
            return self.answer(503, [], b"")
        if kind == "slow":
            time.sleep(float(delay[0]))
        try:
            connection = http.client.HTTPConnection("127.0.0.1", server_port, timeout=120)
            headers = {name: value for name, value in self.headers.items() if name.lower() not in HOP_BY_HOP}
            connection.request(self.command, self.path, body, headers)
            response = connection.getresponse()
            status, headers, data = response.status, response.getheaders(), response.read()
            connection.close()
        except (OSError, http.client.HTTPException):
            kind = "lose"
        if kind == "late":
            time.sleep(float(delay[0]))
        if kind == "lose":
            self.close_connection = True
            return None
        return self.answer(status, headers, data)

    def answer(self, status, headers, data):
        self.send_response_only(status)
        for name, value in headers:
            if name.lower() not in HOP_BY_HOP:
                self.send_header(name, value)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(data)

    do_GET = do_HEAD = do_PUT = do_DELETE = do_OPTIONS = do_PROPFIND = do_REPORT = do_PROPPATCH = do_MKCALENDAR = treat


class Proxy(socketserver.ThreadingMixIn, http.server.HTTPServer):
    daemon_threads = True
    allow_reuse_address = True

    def handle_error(self, *_arguments):
        pass


def start():
    proxy = Proxy(("127.0.0.1", port), Handler)
    threading.Thread(target=proxy.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()
    return proxy


proxy = start()
for line in sys.stdin:
    fault = line.split()
    if proxy and fault == ["close"]:
        proxy.shutdown()
        proxy.server_close()
        proxy = None
    elif not proxy and fault != ["close"]:
        proxy = start()
    print(line, end="", flush=True)
