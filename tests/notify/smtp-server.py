"""A mail server for tests, made of Debian's aiosmtpd: writes each mail and each login that was tried as a line of JSON."""
import argparse
import json
import ssl
import sys
import time

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import AuthResult

options = argparse.ArgumentParser()
for name in ("host", "port", "out", "cert", "key", "user", "password"):
    options.add_argument(f"--{name}")
options.add_argument("--smtps", action="store_true")
given = options.parse_args()


def note(**fields):
    with open(given.out, "a", encoding="utf8") as file:
        file.write(json.dumps(fields) + "\n")


class Mailbox:
    async def handle_DATA(self, _server, session, envelope):
        note(
            mail=envelope.content.decode("utf8"),
            sender=envelope.mail_from,
            to=envelope.rcpt_tos,
            login=bool(session.authenticated),
            tls=session.ssl is not None or given.smtps,
        )
        return "250 taken"


def check(_server, _session, _envelope, _mechanism, data):
    login = [data.login.decode("utf8"), data.password.decode("utf8")]
    note(tried=login)
    # Not handled: the server itself says that it refuses.
    return AuthResult(success=login == [given.user, given.password], handled=False)


context = None
if given.cert:
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(given.cert, given.key)
login = {}
if given.user:
    login = {"authenticator": check, "auth_required": True, "auth_require_tls": False}
controller = Controller(
    Mailbox(),
    hostname=given.host,
    port=int(given.port),
    **({"ssl_context": context} if given.smtps else {"tls_context": context}),
    **login,
)
controller.start()
print("ready", flush=True)
# Ends with the test that started it.
sys.stdin.read()
controller.stop()
