"""The frame fits every size: boxes stay on the screen and never overlap, and what a fight needs comes first."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tui.at_table import At
from tracker.tui.frame import Box, frame

NAMES = ("header", "order", "detail", "log", "bar", "hint")


@given(st.integers(1, 300), st.integers(1, 100))
def test_boxes_stay_on_the_screen_and_never_overlap(width: int, height: int) -> None:
    boxes: list[Box] = [getattr(frame(width, height), name) for name in NAMES]
    taken: set[tuple[int, int]] = set()
    for box in boxes:
        cells = {(box.y + y, box.x + x) for y in range(box.height) for x in (0, box.width - 1) if box.width}
        assert all(0 <= y < height and 0 <= x < width for y, x in cells)
        assert not cells & taken
        taken |= cells


@pytest.mark.parametrize("size", [(200, 60), (120, 40), (80, 24), (60, 20)])
def test_every_pane_has_room_at_the_supported_sizes(size: tuple[int, int]) -> None:
    boxes = frame(*size)
    assert all(getattr(boxes, name).height > 0 for name in NAMES)
    assert boxes.order.height >= 10


def test_at_twenty_by_five_the_order_and_the_bar_are_left() -> None:
    boxes = frame(20, 5)
    assert (boxes.order.height > 0, boxes.bar.height, boxes.log.height) == (True, 1, 0)


@given(st.integers(1, 130), st.integers(1, 45), st.sampled_from(["", "d ab1", "c", "+ gob", "/ ogre", "?", "S", "w"]))
def test_a_picture_fits_its_frame_at_every_size(width: int, height: int, keys: str) -> None:
    AT.painter.resize(width, height)
    AT.keys("escape escape " + keys)
    picture = AT.painter.paint()
    for name in NAMES:
        box = getattr(AT.painter.frame, name)
        lines = getattr(picture, name)
        assert len(lines) <= max(box.height, 1), name
        if name in ("order", "bar", "header"):
            assert all(line.width <= max(box.width, 1) for line in lines), name


AT = At()
