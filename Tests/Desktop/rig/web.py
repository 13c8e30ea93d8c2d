"""A web server with one calendar, which can also respond with errors and redirects."""

from __future__ import annotations

import http.server
import socketserver
import ssl
import subprocess
import threading
from pathlib import Path


class _Server(socketserver.ThreadingMixIn, http.server.HTTPServer):
    daemon_threads = True

    def handle_error(self, request: object, client_address: object) -> None:
        """Logs nothing: a client that does not trust the server ends the connection."""


class WebServer:
    """Serves a calendar at `address` until it is closed. `status`, `text` and `redirect` can be changed at any time.

    With a folder, the connection is encrypted, and `certificate` is the path of the self-signed certificate in that folder.
    """

    def __init__(self, text: str, folder: Path | None = None):
        self.text, self.status = text, 200
        #: The address to which requests are redirected; empty if they are answered.
        self.redirect = ""
        #: The number of requests so far.
        self.request_count = 0
        server = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def log_message(self, format: str, *arguments: object) -> None:  # pylint: disable=redefined-builtin
                """Logs nothing."""

            def do_GET(self) -> None:  # pylint: disable=invalid-name
                """Answers a request."""
                server.request_count += 1
                body = server.text.encode() if server.status == 200 and not server.redirect else b""
                self.send_response(302 if server.redirect else server.status)
                if server.redirect:
                    self.send_header("Location", server.redirect)
                self.send_header("Content-Type", "text/calendar")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

        self._server = _Server(("127.0.0.1", 0), Handler)
        self.certificate: Path | None = None
        if folder:
            self.certificate = _certificate(folder)
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(self.certificate, folder / "key.pem")
            # The handshake takes place in the thread of the request, so that a failed one does not end the server.
            self._server.socket = context.wrap_socket(
                self._server.socket, server_side=True, do_handshake_on_connect=False)
        #: The name of the server, with its port.
        self.host = f"127.0.0.1:{self._server.server_address[1]}"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    @property
    def address(self) -> str:
        """The address of the calendar, with a token."""
        return f"{'https' if self.certificate else 'http'}://{self.host}/holidays.ics?token=secret"

    @property
    def link(self) -> str:
        """The address as a webcal link."""
        return f"webcal://{self.host}/holidays.ics?token=secret"

    def close(self) -> None:
        """Ends the server."""
        self._server.shutdown()
        self._server.server_close()


def _certificate(folder: Path) -> Path:
    """Creates a certificate for 127.0.0.1, with its key beside it."""
    certificate = folder / "certificate.pem"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=127.0.0.1",
         "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", str(folder / "key.pem"), "-out", str(certificate)],
        check=True, capture_output=True)
    return certificate
