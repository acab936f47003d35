"""What never changes is sent once; the browser client; and what browsers are told to keep to themselves."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

import meuse
from meuse import games
from meuse.server.client import FIRST
from tests.server.kit import VOD, create, serving


@pytest.fixture
def built(tmp_path: Path) -> Iterator[TestClient]:
    """A server with a small client."""
    folder = tmp_path / "client"
    (folder / "assets").mkdir(parents=True)
    (folder / FIRST).write_text("<title>Meuse</title>")
    (folder / "icon.svg").write_text("<svg/>")
    (folder / ".built").write_text("a stamp")
    (folder / "assets" / "main-1a2b.js").write_text("let a = 1;\n" * 500)
    (tmp_path / "secret.txt").write_text("secret")
    with serving(tmp_path, pages=folder) as made:
        yield made


@pytest.mark.parametrize("name", games.NAMES)
@pytest.mark.parametrize("what", ["", "/about", "/faces", "/plan", "/map.svg", "/data", "/rules"])
def test_what_never_changes_is_sent_once(shared: TestClient, name: str, what: str) -> None:
    by_setting = what in ("/faces", "/plan", "/map.svg")
    address = f"/api/games/{name}{f'/settings/{meuse.load(name).scenarios[0]}' if by_setting else ''}{what}"
    whole = shared.get(address, headers={"accept-encoding": "identity"})
    packed = shared.get(address)
    assert whole.status_code == packed.status_code == 200 and whole.content == packed.content
    assert "content-encoding" not in whole.headers and packed.headers["content-encoding"] == "gzip"
    again = shared.get(address, headers={"if-none-match": f'"other", W/{whole.headers["etag"]}'})
    assert (again.status_code, again.content) == (304, b"")
    assert shared.get(address, headers={"if-none-match": '"other"'}).status_code == 200


def test_pictures_and_plans_agree(shared: TestClient) -> None:
    for setting in (game.setting(name) for game in map(meuse.load, games.NAMES) for name in game.scenarios):
        address = f"/api/games/{setting.game.NAME}/settings/{setting.name}"
        plan = shared.get(f"{address}/plan").json()
        picture = shared.get(f"{address}/map.svg")
        assert picture.headers["content-type"].startswith("image/svg+xml")
        assert f'viewBox="0 0 {plan["width"]} {plan["height"]}"' in picture.text[:500]
        assert len(plan["spaces"]) > 30
        faces = shared.get(f"{address}/faces").json()["faces"]
        assert [face["id"] for face in faces] == [face.id for face in setting.faces]
        assert shared.get(f"{address}/info").json()["title"] == setting.info.title
    for nowhere in ("chess/settings/1940", f"{VOD}/settings/1941", f"{VOD}/settings/own-00000000"):
        assert shared.get(f"/api/games/{nowhere}/map.svg").status_code == 404


def test_long_answers_are_compressed(shared: TestClient) -> None:
    _, held, _ = create(shared, VOD, "1940")
    person = held["german"]
    for what, packed in (("/scene", True), ("/why?place=2831", False)):
        answer = shared.get(person.address + what, headers=person.headers)
        assert answer.headers.get("content-encoding") == ("gzip" if packed else None)
        assert answer.headers["cache-control"] == "no-store"
        plain = shared.get(person.address + what, headers={**person.headers, "accept-encoding": "identity"})
        assert plain.content == answer.content


def test_the_client_answers_for_all_its_addresses(built: TestClient) -> None:
    for address in ("/", f"/new/{VOD}", "/match/x", "/replay/x", f"/rules/{VOD}", f"/data/{VOD}", "/join/x"):
        page = built.get(address)
        assert page.status_code == 200 and page.text == "<title>Meuse</title>"
        assert page.headers["cache-control"] == "public, no-cache"
    script = built.get("/assets/main-1a2b.js")
    assert script.headers["content-type"].startswith("text/javascript")
    assert "immutable" in script.headers["cache-control"] and script.headers["content-encoding"] == "gzip"
    assert built.get("/icon.svg").headers["content-type"] == "image/svg+xml"


@pytest.mark.parametrize(
    "address",
    [
        "/assets/other.js",
        "/icon.png",
        "/.built",
        "/../secret.txt",
        "/%2e%2e/secret.txt",
        "/assets/..%2f..%2fsecret.txt",
    ],
)
def test_what_the_client_does_not_have(built: TestClient, address: str) -> None:
    answer = built.get(address)
    assert answer.status_code == 404 and answer.text != "secret"


def test_the_interface_never_answers_with_a_page(built: TestClient) -> None:
    for address in ("/api/nothing", "/api/matches/x/nothing"):
        answer = built.get(address)
        assert answer.status_code == 404 and answer.json()["error"] == "unknown"


def test_a_client_that_was_not_built(tmp_path: Path) -> None:
    with serving(tmp_path, pages=tmp_path / "nowhere") as client:
        page = client.get("/match/x")
        assert page.status_code == 503 and "make play" in page.text
        assert client.get("/api/health").status_code == 200


def test_browsers_keep_things_to_themselves(built: TestClient) -> None:
    for address in ("/", "/api/health", "/api/matches/x", "/api/nothing"):
        headers = built.get(address).headers
        assert headers["referrer-policy"] == "no-referrer"
        assert headers["x-content-type-options"] == "nosniff"
        assert "default-src 'self'" in headers["content-security-policy"]
        assert "script" not in headers["content-security-policy"]


def test_the_symbols_of_all_counters_are_drawn_beforehand() -> None:
    """Otherwise every match loads a large library; ``npm test -- -u`` draws those whose code is in the file."""
    file = Path(meuse.__file__).parents[2] / "web" / "src" / "board" / "symbols.json"
    drawn = json.loads(file.read_text(encoding="utf-8"))
    for name in games.NAMES:
        game = games.load(name)
        codes = {face.symbol for scenario in game.scenarios for face in game.setting(scenario).faces if face.symbol}
        assert codes <= drawn.keys(), f"add {sorted(codes - drawn.keys())} of {name} to {file.name}"
