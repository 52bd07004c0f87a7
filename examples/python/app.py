"""A site with a sign-in button, in plain Python: nothing to install.

    BRAMA_URL=https://id.campus.example APP_ID=… APP_SECRET=… python3 app.py

In Brama its entry is `{ type: ticket, redirectUrl: <SITE_URL>/back, secret: … }`.
"""

import base64
import html
import json
import os
import secrets
import sys
import time
from http.client import HTTPException
from http.cookies import SimpleCookie
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.error import HTTPError
from urllib.parse import parse_qs, quote, urlencode, urljoin, urlsplit
from urllib.request import Request, urlopen

PORT = int(os.environ.get("PORT", "4000"))
SITE_URL = os.environ.get("SITE_URL", f"http://localhost:{PORT}")
try:
    BRAMA_URL, APP_ID, APP_SECRET = (
        os.environ[name] for name in ("BRAMA_URL", "APP_ID", "APP_SECRET")
    )
except KeyError as missing:
    sys.exit(f"{missing} is needed")

SESSION_SECONDS = 8 * 3600
MOST_TRIES = 3
# Nobody waits longer before a page that says nothing.
LONGEST_PAUSE_SECONDS = 5
SECURE = "; Secure" if SITE_URL.startswith("https:") else ""
# Who is signed in, by the secret in the cookie. A real site keeps this in its database.
sessions: dict[str, tuple[dict, float]] = {}


def cookie(name: str, value: str, seconds: int) -> str:
    return f"{name}={value}; Path=/; HttpOnly; SameSite=Lax; Max-Age={seconds}{SECURE}"


def new_sign_in() -> tuple[str, str, str]:
    """The state, the address of Brama with it, and the cookie that keeps it."""
    # only this browser knows it: nobody can sign it in as somebody else; each has a cookie
    # of its own, so that several tabs do not take it from each other
    state = secrets.token_urlsafe(16)
    query = urlencode({"appId": APP_ID, "state": state})
    return state, urljoin(BRAMA_URL, f"/?{query}"), cookie(f"state-{state}", "1", 3600)


class NoAnswer(Exception):
    """Brama has too much to do, or cannot be reached."""


def resolve_ticket(ticket_id: str) -> dict | None:
    """Who has come with this ticket; nothing where it is not good."""
    credentials = base64.b64encode(f"{APP_ID}:{APP_SECRET}".encode()).decode()
    request = Request(
        urljoin(BRAMA_URL, "/api/ticket"),
        data=json.dumps({"ticketId": ticket_id}).encode(),
        headers={
            "Authorization": f"Basic {credentials}",
            "Content-Type": "application/json",
        },
    )
    pause = 0
    for _ in range(MOST_TRIES):
        time.sleep(pause)
        try:
            with urlopen(request, timeout=5) as answer:
                return json.load(answer)["data"]
        except HTTPError as refusal:
            if refusal.code != 429 and refusal.code < 500:
                # asking again would not help
                return None
            wanted = refusal.headers.get("Retry-After", "1")
        except (OSError, HTTPException):
            wanted = "1"
        if not wanted.isdecimal() or int(wanted) > LONGEST_PAUSE_SECONDS:
            break
        pause = int(wanted)
    raise NoAnswer


class Site(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        address = urlsplit(self.path)
        if address.path == "/back":
            self.come_back(parse_qs(address.query))
        elif address.path != "/":
            self.page("<h1>Not here</h1>", 404)
        elif user := self.user():
            self.show_user(user)
        else:
            self.show_button()

    def do_POST(self) -> None:
        sessions.pop(self.cookie("session"), None)
        self.redirect("/", cookie("session", "", 0))

    def cookie(self, name: str) -> str:
        found = SimpleCookie(self.headers.get("Cookie", "")).get(name)
        return found.value if found else ""

    def user(self) -> dict | None:
        user, until = sessions.get(self.cookie("session"), (None, 0))
        return user if until > time.time() else None

    def show_button(self) -> None:
        state, address, kept = new_sign_in()
        script = urljoin(BRAMA_URL, "/kpi-id-signin.js")
        button = (
            f'<div id="kpi_id_signin" data-app-id="{html.escape(APP_ID)}"'
            f' data-locale="en" data-state="{state}">'
            f'<a href="{html.escape(address)}">Sign in with Brama</a></div>'
            f'<script async src="{html.escape(script)}"></script>'
        )
        self.page("<h1>Nobody is signed in</h1>" + button, 200, kept)

    def come_back(self, query: dict[str, list[str]]) -> None:
        ticket_id, state = (query.get(name, [""])[0] for name in ("ticketId", "state"))
        if not state:
            # from the list of apps in Brama, or from anywhere: believed is only what began here
            _, begun, kept = new_sign_in()
            self.redirect(begun, kept)
            return
        failed = '<h1>That did not work</h1><p><a href="/">Once more</a></p>'
        if not ticket_id or self.cookie(f"state-{state}") != "1":
            self.page(failed, 400)
            return
        try:
            user = resolve_ticket(ticket_id)
        except NoAnswer:
            # to this very address: its ticket is good for some minutes, and `state` is kept
            again = '<p>Please wait a little. <a href="">Try again</a></p>'
            self.page("<h1>Brama does not answer</h1>" + again, 503)
            return
        forget = cookie(f"state-{state}", "", 0)
        if user is None:
            self.page(failed, 400, forget)
            return
        session = secrets.token_urlsafe(32)
        sessions[session] = (user, time.time() + SESSION_SECONDS)
        self.redirect("/", forget, cookie("session", session, SESSION_SECONDS))

    def show_user(self, user: dict) -> None:
        student = user["STUDENT_ID"] and f"Student {user['STUDENT_ID']}, "
        employee = user["EMPLOYEE_ID"] and f"Employee {user['EMPLOYEE_ID']}, "
        facts = f"{student}{employee}signed in by {user['AUTH_METHOD']}"
        self.page(
            f"<h1>{html.escape(user['NAME'])}</h1><p>{html.escape(facts)}</p>"
            '<form method="post" action="/sign-out"><button>Sign out here</button></form>'
        )

    def page(self, body: str, status: int = 200, *cookies: str) -> None:
        origin = "{0.scheme}://{0.netloc}".format(urlsplit(BRAMA_URL))
        document = (
            '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Example</title>'
            f'<link rel="icon" href="data:,"></head><body><main>{body}</main></body></html>'
        ).encode()
        self.send_response(status)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(document)))
        self.send_header("Cache-Control", "no-store")
        # the answer of Brama stands in the address: it goes to nobody else
        self.send_header("Referrer-Policy", "no-referrer")
        self.send_header(
            "Content-Security-Policy",
            # the script of the button is let in, and nothing else
            f"default-src 'none'; script-src {quote(origin, safe=':/')}; img-src data:;"
            " form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
        )
        for one in cookies:
            self.send_header("Set-Cookie", one)
        self.end_headers()
        self.wfile.write(document)

    def redirect(self, location: str, *cookies: str) -> None:
        self.send_response(303)
        self.send_header("Location", location)
        self.send_header("Cache-Control", "no-store")
        self.send_header("Content-Length", "0")
        for one in cookies:
            self.send_header("Set-Cookie", one)
        self.end_headers()

    def log_message(self, *_arguments: object) -> None:
        """Addresses hold tickets: none is written down."""


if __name__ == "__main__":
    server = ThreadingHTTPServer(("localhost", PORT), Site)
    print(f"ready at {SITE_URL}", flush=True)
    server.serve_forever()
