"""The door for other tools: systemd's socket, and a browser whose page must not get in."""

import http.server
import json
import os
import socket
import subprocess
import tempfile
import threading
import urllib.request

from installation import DATA, InstalledTest
from support import DEADLINE, run, unit_property

PORT = 8765
SOCKET, SERVICE = "memorize-connect.socket", "memorize-connect.service"
# After which the door ends that nobody calls; waited for unless the tests are to be short.
IDLE = 60
IS_SHORT = float(os.environ.get("SESSION_IDLE", "130")) < IDLE

NOTE = {"deckName": "Door", "modelName": "Memorize", "fields": {"Front": "a", "Back": "b"}}

PAGE = """<!doctype html><title>Page</title><script>
const door = "http://127.0.0.1:%(port)d", request = %(request)s;
const post = (type, mode) => fetch(door, {method: "POST", mode, headers: {"Content-Type": type},
    body: JSON.stringify(request)}).then(answer => answer.type + " " + answer.status, () => "refused");
const permission = () => fetch(door, {method: "POST", body: '{"action":"requestPermission","version":6}'})
    .then(answer => answer.json()).then(answer => answer.result.permission, () => "refused");
const frame = () => new Promise(done => {
    const form = document.createElement("form"), field = document.createElement("input"), view = document.createElement("iframe");
    view.name = "view"; view.onload = () => done("sent");
    form.action = door; form.method = "post"; form.enctype = "text/plain"; form.target = "view";
    field.name = JSON.stringify(request).slice(0, -1) + ',"x":"'; field.value = '"}';
    form.append(field); document.body.append(view, form); form.submit();
});
addEventListener("load", async () => {
    const results = [await post("application/json", "cors"), await post("text/plain", "cors"),
        await post("text/plain", "no-cors"), await permission(), await frame()];
    fetch("/results", {method: "POST", body: JSON.stringify(results)});
});
</script><body></body>"""


class Site:
    """A web site on this machine, whose page tries to add a card, and tells what came of it."""

    def __init__(self, page):
        self.results, self.told = None, threading.Event()
        site = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                self.answer(page.encode())

            def do_POST(self):
                site.results = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                self.answer(b"")
                site.told.set()

            def answer(self, body):
                self.send_response(200)
                self.send_header("Content-Type", "text/html")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    @property
    def url(self):
        return f"http://localhost:{self.server.server_port}/"

    def close(self):
        self.server.shutdown()
        self.server.server_close()


class Door(InstalledTest):
    def setUp(self):
        super().setUp()
        self.addCleanup(run, ["systemctl", "--user", "reset-failed", SOCKET, SERVICE])
        self.addCleanup(run, ["systemctl", "--user", "stop", SOCKET, SERVICE])

    def open(self):
        self.run_command("systemctl", "--user", "start", SOCKET)

    def call(self, action, **params):
        body = json.dumps({"action": action, "version": 6, "params": params}).encode()
        with urllib.request.urlopen(f"http://127.0.0.1:{PORT}", body, timeout=DEADLINE) as answer:
            answer = json.load(answer)
        self.assertEqual(set(answer), {"result", "error"})
        self.assertIsNone(answer["error"])
        return answer["result"]

    def check(self):
        done = self.run_command("memorize", "doctor", "--json")
        return [(check["status"], check["text"]) for check in json.loads(done.stdout)["checks"]
                if check["name"] == "door"]

    def test_the_first_call_starts_it(self):
        self.open()
        self.assertEqual(unit_property(SERVICE, "ActiveState"), "inactive")
        self.assertEqual(self.call("deckNames"), ["Default"])
        self.assertEqual(unit_property(SERVICE, "ActiveState"), "active")
        number = self.call("addNote", note=NOTE)
        self.assertEqual(self.call("findNotes", query="deck:Door"), [number])
        self.assertIn("a\tb\t", (DATA / "decks/Door.tsv").read_text())
        # Whatever ends it, the socket stays, and the next call starts it again.
        self.run_command("systemctl", "--user", "stop", SERVICE)
        self.assertEqual(unit_property(SOCKET, "ActiveState"), "active")
        self.assertEqual(self.call("findNotes", query="deck:Door"), [number])
        if not IS_SHORT:
            self.bus.wait_for_unit(SERVICE, "ActiveState", "inactive", timeout=IDLE + DEADLINE)
            self.assertEqual(unit_property(SERVICE, "Result"), "success")
            self.assertEqual(self.call("version"), 6)

    def test_the_doctor_knows_the_door(self):
        self.assertEqual(self.check(), [("ok", "Closed: other tools cannot add cards through port 8765.")])
        self.open()
        (status, text), = self.check()
        self.assertEqual(status, "ok")
        self.assertRegex(text, f"^Open on 127.0.0.1:{PORT} .* without a key")
        run(["systemctl", "--user", "stop", SOCKET, SERVICE])
        with socket.socket() as other:
            other.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            other.bind(("127.0.0.1", PORT))
            other.listen()
            self.assertRegex(self.check()[0][1], f"^Closed.* Port {PORT} belongs to process {os.getpid()} ")
            self.assertNotEqual(run(["systemctl", "--user", "start", SOCKET]).returncode, 0)
            (status, text), = self.check()
            self.assertEqual(status, "warning")
            self.assertRegex(text, f"has failed. Port {PORT} belongs to process {os.getpid()} ")

    def test_a_page_cannot_add_a_card(self):
        self.open()
        request = json.dumps({"action": "addNote", "version": 6, "params": {"note": NOTE}})
        site = Site(PAGE % {"port": PORT, "request": request})
        self.addCleanup(site.close)
        profile = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        self.addCleanup(profile.cleanup)
        browser = subprocess.Popen(
            ["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-dev-shm-usage",
             f"--user-data-dir={profile.name}", "--remote-debugging-port=0", site.url],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.addCleanup(browser.wait)
        self.addCleanup(browser.terminate)
        self.assertTrue(site.told.wait(6 * DEADLINE), "the page told nothing")
        asked, plain, opaque, permission, frame = site.results
        # A page may send without seeing the answer, which is 403.
        self.assertEqual((asked, plain), ("refused", "refused"))
        self.assertIn(opaque, ("opaque 0", "refused"))
        self.assertIn(permission, ("denied", "refused"))
        self.assertEqual(frame, "sent")
        self.assertEqual(self.call("deckNames"), ["Default"])
        self.assertFalse((DATA / "decks/Door.tsv").exists())
