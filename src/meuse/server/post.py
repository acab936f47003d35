"""Messages to people who are not at the table: webhooks and e-mail, with time-outs.

A webhook never reaches an address inside the server's own network: its name is looked up once, every address it has is
checked, the connection goes to the checked address, and no redirect is followed.
"""

from __future__ import annotations

import re
import smtplib
import socket
import ssl
from email.message import EmailMessage
from ipaddress import IPv6Address, IPv6Network, ip_address
from typing import NamedTuple
from urllib.parse import SplitResult, urlsplit

import msgspec

PATIENCE = 5.0
"""Seconds that a receiver may take to accept a message."""
LONGEST = 500
EMAIL = re.compile(r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+")
URL = re.compile(r"[!-~]+")
TRANSLATED = IPv6Network("64:ff9b::/96")
"""Addresses behind which there are others."""


class Unsent(Exception):
    """A message that cannot be sent, and why."""


class Mail(NamedTuple):
    """The mail server that takes our messages."""

    host: str
    port: int = 587
    sender: str = ""
    user: str = ""
    password: str = ""


class Notify(NamedTuple):
    """How a server notifies people."""

    public: str
    """Where people find the server: links begin with it."""
    mail: Mail | None = None
    every: float = 600.0
    """Seconds between two notices for one seat."""
    delay: float = 10.0
    """Seconds that somebody has to act before a notice is sent."""
    inside: bool = False
    """May webhooks lie inside the server's own network? For tests."""

    @property
    def ways(self) -> list[str]:
        return ["webhook", "email"] if self.mail is not None else ["webhook"]


class News(msgspec.Struct):
    """A message: it is somebody's turn."""

    match: str
    side: str
    title: str
    text: str
    link: str


def check_email(address: str) -> None:
    if len(address) > LONGEST or not EMAIL.fullmatch(address):
        raise Unsent(f"{address!r} is not an e-mail address")


def check_webhook(url: str, inside: bool = False) -> tuple[SplitResult, str, int]:
    """A webhook's parts, and an address and port of it that may be called."""
    try:
        parts = urlsplit(url)
        host, port = parts.hostname or "", parts.port or (443 if parts.scheme == "https" else 80)
    except ValueError:
        host = ""
    if not host or len(url) > LONGEST or not URL.fullmatch(url) or parts.scheme not in ("http", "https"):
        raise Unsent("a webhook is an address like https://example.org/hook")
    if "@" in parts.netloc:
        raise Unsent("a webhook's address must not contain a password")
    try:
        found = [str(place[4][0]) for place in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)]
    except (OSError, UnicodeError):
        raise Unsent(f"the webhook's host {host} cannot be found") from None
    if not inside and not all(map(_public, found)):
        raise Unsent(f"the webhook's host {host} is inside this server's network; give a public one")
    return parts, found[0], port


def _public(place: str) -> bool:
    """Does an address belong to nobody in particular's own network?"""
    address = ip_address(place.partition("%")[0])
    if isinstance(address, IPv6Address):
        if address.ipv4_mapped is not None:
            address = address.ipv4_mapped
        elif address.sixtofour is not None or address.teredo is not None or address in TRANSLATED:
            return False
    return address.is_global and not address.is_multicast and not address.is_reserved


def send_webhook(url: str, news: News, inside: bool = False) -> None:
    """POST the message as JSON; what is answered does not matter, if it is no error."""
    parts, place, port = check_webhook(url, inside)
    body = msgspec.json.encode(news)
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    head = f"POST {path} HTTP/1.1\r\nHost: {parts.netloc}\r\nContent-Type: application/json\r\n"
    head += f"Content-Length: {len(body)}\r\nUser-Agent: Meuse\r\nConnection: close\r\n\r\n"
    try:
        with socket.create_connection((place, port), PATIENCE) as plain:
            if parts.scheme == "https":
                context = ssl.create_default_context()
                with context.wrap_socket(plain, server_hostname=parts.hostname) as safe:
                    answer = _exchange(safe, head.encode() + body)
            else:
                answer = _exchange(plain, head.encode() + body)
    except OSError as error:
        raise Unsent(f"the webhook cannot be reached: {error}") from None
    if not re.match(rb"HTTP/1\.[01] 2\d\d", answer):
        raise Unsent(f"the webhook answers {answer[:60]!r}")


def _exchange(connection: socket.socket, request: bytes) -> bytes:
    """Only the first line of the answer is read, in one go: nobody can keep us waiting by answering slowly."""
    connection.sendall(request)
    return connection.recv(64)


def send_email(mail: Mail, address: str, news: News) -> None:
    """Hand the message to the mail server."""
    message = EmailMessage()
    message["Subject"], message["From"], message["To"] = news.title, mail.sender, address
    message.set_content(f"{news.text}\n\n{news.link}\n\nTo get no more of these, empty the address at your seat.\n")
    try:
        with smtplib.SMTP(mail.host, mail.port, timeout=PATIENCE) as server:
            server.ehlo()
            if server.has_extn("starttls"):
                server.starttls(context=ssl.create_default_context())
            if mail.user:
                server.login(mail.user, mail.password)
            server.send_message(message)
    except (OSError, smtplib.SMTPException) as error:
        raise Unsent(f"the mail server does not take it: {error}") from None
