"""A web server with one calendar, on good and bad days."""

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
        """Writes nothing: a client that does not trust the server ends the connection."""


class Web:
    """Serves a calendar at `address` while it is open. `status`, `text` and `redirect` can be changed at any time.

    With a folder, the server is encrypted, and `certificate` in that folder is its certificate, which nobody trusts.
    """

    def __init__(self, text: str, folder: Path | None = None):
        self.text, self.status = text, 200
        #: The address to which requests are redirected; empty to answer them.
        self.redirect = ""
        #: The number of requests.
        self.count = 0
        web = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def log_message(self, format: str, *arguments: object) -> None:  # pylint: disable=redefined-builtin
                """Writes nothing."""

            def do_GET(self) -> None:  # pylint: disable=invalid-name
                """Answers a request."""
                web.count += 1
                body = web.text.encode() if web.status == 200 and not web.redirect else b""
                self.send_response(302 if web.redirect else web.status)
                if web.redirect:
                    self.send_header("Location", web.redirect)
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
            # The handshake is left to the thread of a request, so that a client that fails does not end the server.
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
        """The same as a link."""
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
