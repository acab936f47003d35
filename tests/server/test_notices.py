"""Notices of one's turn: sent aside, once, only to public addresses. Here they go to this machine."""

from __future__ import annotations

import json
import logging
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from queue import Queue
from threading import Thread
from typing import Any

import pytest
from starlette.testclient import TestClient

from meuse.server import post
from meuse.server.post import Mail, News, Notify, Unsent
from tests import LAST, until
from tests.server.kit import BOF, VOD, Person, create, serving
from tests.server.test_serve import complaint

NEWS = News("m", "german", "Your turn", "It is for Germany to decide.", "https://table.example/match/m")
PUBLIC = "https://table.example/"


@contextmanager
def receiver(answer: bytes = b"HTTP/1.1 204 No Content\r\n\r\n") -> Iterator[tuple[int, Queue[bytes]]]:
    """A port of this machine that takes requests and gives each the same answer."""
    taken: Queue[bytes] = Queue()
    with socket.create_server(("127.0.0.1", 0)) as server:

        def take() -> None:
            while True:
                try:
                    connection, _ = server.accept()
                except OSError:
                    return
                with connection:
                    whole = b""
                    while b"\r\n\r\n" not in whole or not whole.endswith(b"}"):
                        whole += connection.recv(4096)
                    taken.put(whole)
                    connection.sendall(answer)

        Thread(target=take, daemon=True).start()
        yield server.getsockname()[1], taken
        server.shutdown(socket.SHUT_RDWR)


@contextmanager
def mailbox() -> Iterator[tuple[int, Queue[str]]]:
    """A mail server of few words."""
    taken: Queue[str] = Queue()
    with socket.create_server(("127.0.0.1", 0)) as server:

        def serve() -> None:
            while True:
                try:
                    connection, _ = server.accept()
                except OSError:
                    return
                with connection, connection.makefile("rwb") as lines:
                    talk(lines)

        def talk(lines: Any) -> None:
            def say(words: str) -> None:
                lines.write(f"{words}\r\n".encode())
                lines.flush()

            say("220 here")
            for line in lines:
                if line.upper().startswith(b"DATA"):
                    say("354 go on")
                    whole = iter(lambda: lines.readline().decode(), ".\r\n")
                    taken.put("".join(whole))
                say("221 bye" if line.upper().startswith(b"QUIT") else "250 well")

        Thread(target=serve, daemon=True).start()
        yield server.getsockname()[1], taken
        server.shutdown(socket.SHUT_RDWR)


def notified(folder: Path, **more: Any) -> Any:
    return serving(folder, notify=Notify(PUBLIC, **{"delay": 0.0, "inside": True, **more}))


def two_people(client: TestClient) -> tuple[Person, Person]:
    _, held, _ = create(client, VOD, "1940", german="person", allied="person")
    return held["german"], held["allied"]


def test_a_webhook_hears_of_ones_turn(tmp_path: Path) -> None:
    with receiver() as (port, taken), notified(tmp_path) as client:
        german, allied = two_people(client)
        hook = f"http://127.0.0.1:{port}/hook?a=b"
        assert german.post("/notices", webhook=hook) == (200, {"webhook": hook, "email": ""})
        assert german.get("/notices")["webhook"] == hook and allied.get("/notices")["webhook"] == ""
        allied.act("ready", 0)
        head, _, body = taken.get(timeout=LAST).partition(b"\r\n\r\n")
        assert head.startswith(b"POST /hook?a=b HTTP/1.1\r\n") and german.token.encode() not in head + body
        news = json.loads(body)
        assert (news["match"], news["side"]) == (german.match, "german")
        assert news["link"] == f"https://table.example/match/{german.match}" and "Germany" in news["text"]
        assert taken.empty()


def test_an_email_says_it_too(tmp_path: Path) -> None:
    with mailbox() as (port, taken), notified(tmp_path, mail=Mail("127.0.0.1", port, "us@table.example")) as client:
        german, allied = two_people(client)
        assert german.get()["notices"] == ["webhook", "email"]
        assert german.post("/notices", email="you@example.org")[0] == 200
        allied.act("ready", 0)
        letter = taken.get(timeout=LAST)
        assert "To: you@example.org" in letter and "From: us@table.example" in letter
        assert f"https://table.example/match/{german.match}" in letter


def test_nobody_is_notified_twice_in_a_short_time_or_of_his_own_doing(tmp_path: Path) -> None:
    with receiver() as (port, taken), notified(tmp_path) as client:
        german, allied = two_people(client)
        hook = f"http://127.0.0.1:{port}/"
        for person in (german, allied):
            assert person.post("/notices", webhook=hook)[0] == 200
        allied.act("place B.I", 0)
        allied.post("/actions", revision=1, key="k", without=[1], actions=["ready"])
        assert json.loads(taken.get(timeout=LAST).partition(b"\r\n\r\n")[2])["side"] == "german"
        notices = client.app.state.notices  # type: ignore[attr-defined]
        until(lambda: (german.match, "german") in notices.sent)
        allied.post("/undo", revision=3, key="u")
        allied.act("ready", 4)
        until(lambda: (german.match, "german") in notices.waiting)  # it would come in ten minutes
        assert taken.empty()


def test_a_turn_that_has_passed_is_not_worth_a_notice(tmp_path: Path) -> None:
    with notified(tmp_path, delay=LAST) as client:
        german, allied = two_people(client)
        german.post("/notices", webhook="http://127.0.0.1:9/")
        service, notices = client.app.state.service, client.app.state.notices  # type: ignore[attr-defined]
        allied.act("ready", 0)
        until(lambda: (german.match, "german") in notices.waiting)
        assert service.awaited(german.match, "german").webhook == "http://127.0.0.1:9/"
        allied.post("/undo", revision=1, key="u")
        assert service.awaited(german.match, "german") is None


def test_who_takes_a_seat_over_takes_the_address_out(tmp_path: Path) -> None:
    with notified(tmp_path) as client:
        german, _ = two_people(client)
        german.post("/notices", webhook="http://127.0.0.1:9/")
        again = Person(client, german.match, german.post("/join")[1]["token"])
        assert again.get("/notices") == {"webhook": "", "email": ""}


@pytest.mark.parametrize(
    "url",
    [
        "http://127.0.0.1/", "http://localhost:8000/x", "http://[::1]/", "http://10.0.0.7/", "http://192.168.1.1/",
        "http://172.16.3.4/", "http://169.254.169.254/latest", "http://[fe80::1]/", "http://[fc00::1]/",
        "http://[::ffff:127.0.0.1]/", "http://[::ffff:10.0.0.1]/", "http://[64:ff9b::a00:1]/", "http://0.0.0.0/",
        "http://2130706433/", "http://0x7f.1/", "http://100.64.0.1/", "http://224.0.0.1/", "http://[2002:a00:1::]/",
    ],
)  # fmt: skip
def test_webhooks_inside_our_network_are_refused(url: str) -> None:
    with pytest.raises(Unsent, match=r"inside this server's network|cannot be found"):
        post.check_webhook(url)
    with pytest.raises(Unsent):
        post.send_webhook(url, NEWS)


@pytest.mark.parametrize(
    "url", ["nonsense", "ftp://example.org/", "file:///etc/passwd", "http://", "http://a b/", "http://u:p@example.org/",
            "http://example.org/\r\nX: y", "http://[::1", "http://example.org:99999/", "x" * 600],
)  # fmt: skip
def test_what_is_no_webhook(url: str) -> None:
    with pytest.raises(Unsent, match="webhook"):
        post.check_webhook(url, inside=True)


def test_all_addresses_of_a_name_must_be_public(monkeypatch: pytest.MonkeyPatch) -> None:
    def both(*question: Any, **more: Any) -> list[Any]:
        return [(0, 0, 0, "", (place, 80)) for place in ("93.184.215.14", "127.0.0.1")]

    monkeypatch.setattr(socket, "getaddrinfo", both)
    with pytest.raises(Unsent, match="inside"):
        post.check_webhook("http://rebound.example/")
    monkeypatch.setattr(socket, "getaddrinfo", lambda *question, **more: both()[:1])
    assert post.check_webhook("http://good.example/")[1:] == ("93.184.215.14", 80)


def test_redirects_are_not_followed() -> None:
    with receiver() as (there, led):
        elsewhere = f"HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:{there}/\r\n\r\n".encode()
        with receiver(elsewhere) as (here, taken):
            with pytest.raises(Unsent, match="302"):
                post.send_webhook(f"http://127.0.0.1:{here}/", NEWS, inside=True)
            assert taken.get(timeout=LAST) and led.empty()


def test_a_silent_receiver_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(post, "PATIENCE", 0.05)
    with socket.create_server(("127.0.0.1", 0)) as silent, pytest.raises(Unsent, match="timed out"):
        post.send_webhook(f"http://127.0.0.1:{silent.getsockname()[1]}/", NEWS, inside=True)


def test_trouble_with_a_webhook_does_not_hold_up_play(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.WARNING)
    with notified(tmp_path) as client, receiver(b"HTTP/1.1 500 No\r\n\r\n") as (port, taken):
        german, allied = two_people(client)
        german.post("/notices", webhook=f"http://127.0.0.1:{port}/secret")
        allied.act("ready", 0)
        assert taken.get(timeout=LAST)
        until(lambda: "was not sent" in caplog.text)
        assert "secret" not in caplog.text
        german.act("ready", 1)


def test_only_what_the_server_offers(tmp_path: Path) -> None:
    with serving(tmp_path / "off") as client:
        german, _ = two_people(client)
        assert german.get()["notices"] == []
        assert german.post("/notices", webhook="https://example.org/")[1]["error"] == "off"
    with serving(tmp_path / "on", notify=Notify(PUBLIC)) as client:
        _, held, watcher = create(client, BOF, "two_players")
        person = held["germany"]
        assert person.get()["notices"] == ["webhook"]
        for body in ({"email": "you@example.org"}, {"webhook": "http://127.0.0.1/"}, {"webhook": "x"}):
            assert person.post("/notices", **body)[1]["error"] == "invalid"
        assert watcher.post("/notices", webhook="")[0] == watcher.try_get("/notices")[0] == 403


@pytest.mark.parametrize(
    "address", ["you", "you@", "@example.org", "a@b", "a@example.org\nBcc: b@example.org", "a b@c.de"]
)
def test_what_is_no_email_address(address: str) -> None:
    with pytest.raises(Unsent, match="not an e-mail address"):
        post.check_email(address)


def test_options_of_the_command() -> None:
    assert "--public-url" in complaint("--notify")
    assert "--smtp-from" in complaint("--notify", "--public-url", PUBLIC, "--smtp-host", "mail.example.org")
