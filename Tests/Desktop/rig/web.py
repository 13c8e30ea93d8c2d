"""A web server with one calendar, on good and bad days."""

from __future__ import annotations

import http.server
import socketserver
import threading


class Web:
    """Serves a calendar at `address` as long as it is open. With another `status`, there is none."""

    def __init__(self, text: str):
        self.text, self.status = text, 200
        #: The number of requests.
        self.count = 0
        web = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def log_message(self, format: str, *arguments: object) -> None:  # pylint: disable=redefined-builtin
                """Writes nothing."""

            def do_GET(self) -> None:  # pylint: disable=invalid-name
                """Answers a request."""
                web.count += 1
                body = web.text.encode() if web.status == 200 else b""
                self.send_response(web.status)
                self.send_header("Content-Type", "text/calendar")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

        class Server(socketserver.ThreadingMixIn, http.server.HTTPServer):
            daemon_threads = True

        self._server = Server(("127.0.0.1", 0), Handler)
        #: The name of the server, with its port.
        self.host = f"127.0.0.1:{self._server.server_address[1]}"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    @property
    def address(self) -> str:
        """The address of the calendar, with a token."""
        return f"http://{self.host}/holidays.ics?token=secret"

    def close(self) -> None:
        """Ends the server."""
        self._server.shutdown()
        self._server.server_close()
