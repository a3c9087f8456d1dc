"""The real screen under Textual: bursts of keys, storms of sizes, focus, faults and first frames."""

import asyncio
import time
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from textual.pilot import Pilot

from tests.tui.at_table import AMBUSH, At
from tracker.encounter.errors import EncounterError
from tracker.tui.app import TrackerApp
from tracker.tui.pane import Pane
from tracker.tui.seat import Seat


def seat_at(at: At) -> Seat:
    return cast(Seat, SimpleNamespace(table=at.table, painter=at.painter, begin_anew=lambda: None))


def app_for(at: At, **options: Any) -> TrackerApp:
    return TrackerApp(lambda: seat_at(at), **options)


async def until(pilot: Pilot[None], condition: Callable[[], bool], seconds: float = 10) -> None:
    """Waits for a condition, with a deadline."""
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, f"never came true\n{shown(pilot.app)}"
        await pilot.pause()
        await asyncio.sleep(0)


def shown(app: Any) -> str:
    """What the panes draw, row by row."""
    width, height = app.size
    rows = [[" "] * width for _ in range(height)]
    for pane in app.screen.query(Pane):
        region = pane.region
        for y in range(region.height):
            text = pane.render_line(y).text
            if 0 <= region.y + y < height:
                rows[region.y + y][region.x : region.right] = text.ljust(region.width)[: region.width]
    return "\n".join("".join(row).rstrip() for row in rows)


def run(story: Callable[[Pilot[None]], Any], app: TrackerApp, size: tuple[int, int] = (80, 24)) -> None:
    async def told() -> None:
        async with app.run_test(size=size) as pilot:
            await until(pilot, lambda: app.seat is not None)
            await story(pilot)

    asyncio.run(told())


def test_a_turn_and_damage_are_on_the_screen() -> None:
    at = At(begun=False)
    app = app_for(at)

    async def story(pilot: Pilot[None]) -> None:
        await pilot.press("n")
        await until(pilot, lambda: "Round 1" in shown(app))
        await pilot.press("d", "b", "1", "2", "enter")
        await until(pilot, lambda: "Grakk takes 12" in shown(app))
        assert "28/40" in shown(app)

    run(story, app)


def test_a_burst_with_a_backspace_means_what_it_says() -> None:
    at = At()
    app = app_for(at)

    async def story(pilot: Pilot[None]) -> None:
        from textual import events

        keys = [("d", "d"), ("1", "1"), ("2", "2"), ("backspace", None), ("3", "3"), ("enter", None)]
        for key, char in keys:
            app.post_message(events.Key(key, char))
        await until(pilot, lambda: at.of("mi").hp == 31 - 13)

    run(story, app)


def test_no_pane_ever_takes_the_focus() -> None:
    at = At()
    app = app_for(at)

    async def story(pilot: Pilot[None]) -> None:
        await pilot.click("#detail")
        await pilot.press("tab", "tab")
        assert app.focused is None
        await pilot.press("n")
        await until(pilot, lambda: at.state.active_id == "gr")

    run(story, app)


def test_clicks_and_the_wheel_are_understood() -> None:
    at = At()
    app = app_for(at)

    async def story(pilot: Pilot[None]) -> None:
        await pilot.click("#order", offset=(5, 3))
        await until(pilot, lambda: at.table.list.cursor == "to")
        await pilot.press("d")
        await pilot.click("#order", offset=(5, 2))
        await pilot.press("4", "enter")
        await until(pilot, lambda: at.of("gr").hp == 36)

    run(story, app)


def test_what_is_pasted_goes_into_the_question_and_nowhere_else() -> None:
    at = At()
    app = app_for(at)

    async def story(pilot: Pilot[None]) -> None:
        from textual import events

        before = at.state
        app.post_message(events.Paste("nnn"))
        await until(pilot, lambda: "paste" in shown(app))
        assert at.state is before
        await pilot.press(":")
        app.post_message(events.Paste("damage gr 7 fire\nnext"))
        await pilot.press("enter")
        await until(pilot, lambda: at.of("gr").hp == 33)
        assert at.state.active_id == "mi"

    run(story, app)


SIZES = [(120, 40), (80, 24), (60, 20), (40, 10), (20, 5), (8, 4), (3, 2), (1, 1), (200, 60), (80, 24)]


def test_a_storm_of_sizes_down_to_one_cell_harms_nothing() -> None:
    at = At()
    app = app_for(at)

    async def story(pilot: Pilot[None]) -> None:
        for width, height in SIZES:
            await pilot.resize_terminal(width, height)
            await pilot.press("d", "1")
            shown(app)
            await pilot.press("escape", "question_mark", "escape")
        await until(pilot, lambda: "Grakk" in shown(app))

    run(story, app)


def test_a_fault_is_said_and_written_down_and_the_fight_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    at = At()
    app = app_for(at, errors=tmp_path / "errors.log")

    def breaks(*_: object) -> None:
        raise ZeroDivisionError("a fault of ours")

    async def story(pilot: Pilot[None]) -> None:
        with monkeypatch.context() as patch:
            patch.setattr(type(at.table.list), "fold", breaks)
            await pilot.press("g")
            await until(pilot, lambda: "a fault of ours" in shown(app))
        await pilot.press("n")
        await until(pilot, lambda: at.state.active_id == "gr")

    run(story, app)
    assert "ZeroDivisionError" in (tmp_path / "errors.log").read_text()


def test_a_fight_that_cannot_be_opened_is_told_when_the_screen_is_gone() -> None:
    def opening() -> Seat:
        raise EncounterError("ambush.yaml: line 3: no such monster")

    app = TrackerApp(opening)

    async def told() -> None:
        async with app.run_test() as pilot:
            deadline = time.monotonic() + 10
            while not app.parting:
                assert time.monotonic() < deadline
                await pilot.pause()

    asyncio.run(told())
    assert (app.parting, app.return_code) == ("ambush.yaml: line 3: no such monster", 2)


@pytest.mark.parametrize("theme", ["tracker-light", "tracker-clear", "nord", "ansi-dark", "no-such-theme"])
def test_every_kind_of_theme_is_drawn(theme: str) -> None:
    at = At()
    app = app_for(at, theme=theme)

    async def story(pilot: Pilot[None]) -> None:
        assert "Grakk" in shown(app)
        await pilot.press("T")
        await until(pilot, lambda: "theme " in shown(app))

    run(story, app)


def test_only_what_changed_is_painted_again(monkeypatch: pytest.MonkeyPatch) -> None:
    at = At()
    app = app_for(at)
    painted: list[tuple[str | None, int]] = []
    original = Pane.refresh

    def refresh(self: Pane, *regions: Any, **options: Any) -> Any:
        painted.extend((self.id, region.y) for region in regions)
        return original(self, *regions, **options)

    async def story(pilot: Pilot[None]) -> None:
        await pilot.pause()
        with monkeypatch.context() as patch:
            patch.setattr(Pane, "refresh", refresh)
            await pilot.press("d")
            painted.clear()
            await pilot.press("9")
            await until(pilot, lambda: "22" in shown(app))
        assert set(painted) <= {("bar", 0), ("order", 1), ("header", 0)}

    run(story, app)


def test_copying_sends_the_creature_to_the_clipboard(monkeypatch: pytest.MonkeyPatch) -> None:
    at = At(AMBUSH)
    app = app_for(at)
    sent: list[str] = []
    monkeypatch.setattr(TrackerApp, "copy_to_clipboard", lambda _, text: sent.append(text))

    async def story(pilot: Pilot[None]) -> None:
        await pilot.press("y")
        await until(pilot, lambda: bool(sent))

    run(story, app)
    assert sent[0].startswith("Mira")
