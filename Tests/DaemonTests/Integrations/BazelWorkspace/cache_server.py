"""Keeps what Bazel sends in a folder, and gives it back: a remote cache. Prints its port."""

import http.server
import os
import sys


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def path_of_entry(self):
        return os.path.join(sys.argv[1], self.path.strip("/").replace("/", "-"))

    def answer(self, status, body=b""):
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_GET(self):
        try:
            with open(self.path_of_entry(), "rb") as entry:
                self.answer(200, entry.read())
        except FileNotFoundError:
            self.answer(404)

    def do_PUT(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        with open(self.path_of_entry() + f".{id(body)}", "wb") as entry:
            entry.write(body)
        os.replace(entry.name, self.path_of_entry())
        self.answer(200)

    def log_message(self, *arguments):
        pass


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
print(server.server_address[1], flush=True)
server.serve_forever()
