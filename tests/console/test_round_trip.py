"""Every command has a line that asks for it, and no line at all makes the reader stumble."""

from contextlib import suppress
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.console.conftest import CREATURES
from tracker.console.completion import complete
from tracker.console.context import Context
from tracker.console.errors import ConsoleError
from tracker.console.parsing import parse
from tracker.console.rows import ROWS
from tracker.console.spelling import to_text
from tracker.encounter import commands as c
from tracker.encounter.automation import AUTOMATIONS
from tracker.encounter.commands.parts import BaseCommand
from tracker.encounter.state import Encounter, Id, Side
from tracker.frozen import replace
from tracker.library.models import creature_from_nothing
from tracker.rules.dice import DAMAGE_TYPES

_PEOPLE = ["mi", "to", "go1", "go2", "go3", "yd", "ho", "la", "wo1", "kt2", "gr", "c1", "dis"]
who = st.sampled_from(_PEOPLE).map(Id)
maybe = st.none() | who
crowd = st.lists(who, min_size=1, max_size=4, unique=True).map(tuple)
face = st.builds(c.Face, value=st.integers(0, 9999), total=st.booleans())
dice = st.sampled_from(["5", "12+7", "2d6+3", "4d6kh3", "(8d6)/2", "28", "d8"]).map(
    lambda text: {"(8d6)/2": "8d6/2", "d8": "1d8"}.get(text, text)
)
share = st.sampled_from(["full", "half", "none", "double"])
_target = st.builds(c.Target, who=who, share=share, save=st.none() | face)
_hit = st.builds(c.Target, who=who, share=share)


_person = st.builds(c.Target, who=st.sampled_from(_PEOPLE[:5]).map(Id), share=share, save=st.none() | face)


def _unlike(targets: st.SearchStrategy[c.Target], least: int = 1) -> st.SearchStrategy[tuple[c.Target, ...]]:
    return st.lists(targets, min_size=least, max_size=4, unique_by=lambda target: target.who).map(tuple)


aimed = _unlike(_target, 0)
text = st.text(st.characters(exclude_categories=("Cc", "Cs", "Zl", "Zp")), min_size=1, max_size=20).filter(
    lambda t: t.splitlines() == [t] and t.strip()
)
word = st.text("abcdefgh -'", min_size=1, max_size=12).filter(lambda t: t.strip() == t)
amounts = st.lists(
    st.builds(c.Amount, dice=dice, type=st.none() | st.sampled_from(DAMAGE_TYPES)), min_size=1, max_size=3
).map(tuple)
untyped = dice.map(lambda text: (c.Amount(dice=text),))
_saves = st.tuples(st.sampled_from(["str", "dex", "wis"]), st.integers(0, 99), st.sampled_from(["start", "end"]))
_turns = st.tuples(st.sampled_from(["start", "end"]), who, st.booleans())


@st.composite
def endings(draw: st.DrawFn) -> c.Ending:
    fields: dict[str, Any] = {}
    if saves := draw(st.none() | _saves):
        fields |= dict(zip(("save_ability", "save_dc", "save_moment"), saves, strict=True))
    if turn := draw(st.none() | _turns):
        fields |= dict(zip(("moment", "who", "is_next"), turn, strict=True))
    for key, least in (("rounds", 1), ("minutes", 1)):
        fields[key] = draw(st.none() | st.integers(least, 100))
    return c.Ending(**fields, held_by=draw(maybe))


inflicted = st.builds(
    c.Inflicted, name=st.sampled_from(["poisoned", "prone", "turned to stone"]), ending=endings(), source=maybe
)
number = st.integers(-99, 99).filter(bool)
flag = st.booleans()


@st.composite
def newcomers(draw: st.DrawFn) -> c.Add:
    hp = draw(st.integers(1, 500))
    ac = draw(st.none() | st.integers(0, 30))
    name = draw(text)
    known = draw(st.sampled_from([*CREATURES.values(), None]))
    block = known or creature_from_nothing(name, hp=hp, ac=10 if ac is None else ac)
    side: Side = draw(st.sampled_from(["party", "ally", "foe", "neutral"]))
    given_hp = known is None or draw(flag)
    return c.Add(
        name=draw(st.sampled_from([block.name, "Ember"])),
        block=block,
        count=draw(st.integers(1, 9)),
        side=side,
        hp=hp if given_hp else None,
        max_hp=hp if given_hp else None,
        hp_mode="average" if given_hp else draw(st.sampled_from(["average", "roll", "max"])),
        ac=ac,
        initiative=draw(st.none() | st.integers(-9, 30)),
        group=draw(st.none() | word),
        hidden=draw(flag),
        death_saves=side == "party" or draw(flag),
    )


_NAMES = st.sampled_from(["Scimitar", "Bite", "fists of fury", 'a "named" blade'])
wishes = st.one_of(
    st.sampled_from([c.Start(), c.Begin(), c.Next(), c.End(), c.Reopen(), c.Why(), c.Surprise(), c.Undo(turn=True)]),
    st.builds(c.SetInitiative, who=crowd, count=st.integers(-99, 99)),
    st.builds(c.SetInitiative, who=crowd, face=st.none() | face, mode=st.sampled_from(["normal", "disadvantage"])),
    st.builds(c.Surprise, who=crowd) | st.builds(c.Surprise, sneaking=_unlike(_target)),
    st.builds(c.Order, who=who, where=st.sampled_from(["before", "after"]), other=who),
    st.builds(c.Delay, who=who, after=maybe),
    st.builds(c.Damage, targets=_unlike(_hit), amounts=amounts | untyped, critical=flag, by=maybe, magical=flag,
              melee=flag),
    st.builds(c.Heal, targets=crowd, dice=dice, by=maybe),
    st.builds(c.TempHp, targets=crowd, dice=dice, replace=flag),
    st.builds(c.MaxHp, targets=crowd, amount=st.integers(1, 99), relative=flag),
    st.builds(c.Set, who=who, field=st.just("name"), value=text),
    st.builds(c.Set, who=who, field=st.just("speed"), value=st.sampled_from(["30", "30, fly 60"])),
    st.builds(c.Amend, dice=dice),
    st.builds(c.Attack, who=who, attack=_NAMES, targets=crowd, advantage=flag, disadvantage=flag,
              cover=st.sampled_from(["none", "half", "three_quarters", "total"]),
              distance=st.none() | st.integers(0, 600), face=st.none() | face, damage=st.none() | dice,
              two_handed=flag, near=st.just(()) | crowd, sneak=flag, unseen=flag, thrown=flag, charge=flag,
              as_reaction=flag),
    st.builds(c.Use, who=who, ability=_NAMES, targets=aimed, damage=st.none() | dice),
    st.builds(c.Save, targets=_unlike(_target), ability=st.sampled_from(["str", "con"]), dc=st.integers(0, 40),
              amounts=st.just(()) | amounts, half=flag, inflicts=st.lists(inflicted, max_size=2).map(tuple), by=maybe,
              magical=flag, cover=st.sampled_from(["none", "half", "three_quarters"])),
    st.builds(c.Condition, targets=crowd, add=st.lists(inflicted, min_size=1, max_size=2).map(tuple),
              remove=st.lists(st.sampled_from(["stunned", "hexed twice"]), max_size=1).map(tuple),
              exhaustion=st.integers(-6, 6)),
    st.builds(c.Ongoing, targets=crowd, damage=st.sampled_from(["1d6 fire", "5 acid"]),
              moment=st.sampled_from(["start", "end"]), ending=endings(), source=maybe),
    st.builds(c.Concentrate, who=who, what=st.none() | text),
    st.builds(c.React, who=who, what=text, target=maybe, face=st.none() | face, damage=st.none() | dice),
    st.builds(c.Ready, who=who, trigger=text, action=text, is_spell=flag),
    st.builds(c.Act, who=st.just(Id("gr")), action=text, target=st.just(Id("la")), others=_unlike(_person)),
    st.builds(c.Act, who=who, action=text, target=maybe, face=st.none() | face, defender_face=st.none() | face,
              choice=word, as_bonus=flag),
    st.builds(c.Move, who=who, feet=st.integers(0, 200), difficult=flag, dragging=flag,
              mode=st.sampled_from(["walk", "fly", "crawl", "jump"]), leaving=st.just(()) | crowd,
              how=st.sampled_from(["own", "teleport", "forced", "fall"]), through=maybe, into=maybe,
              height=st.none() | st.integers(0, 99)),
    st.builds(c.Mount, who=who, mount=who, controlled=flag) | st.builds(c.Mount, who=who),
    st.builds(c.Legend, who=who, option=text, targets=aimed) | st.builds(c.Lair, who=who, action=text, targets=aimed),
    st.builds(c.Death, who=who, face=st.none() | face) | st.builds(c.Stand, who=who) | st.builds(c.Resist, who=who),
    st.builds(c.Fate, what=st.sampled_from(["stabilize", "kill", "revive", "flee", "remove", "knockout"]), who=crowd),
    newcomers(),
    st.builds(c.Copies, who=who, number=number, relative=st.just(True)),
    st.builds(c.Copies, who=who, number=st.integers(0, 200)),
    st.builds(c.Swap, who=crowd, block=st.sampled_from(list(CREATURES.values()))),
    st.builds(c.HitPoints, who=crowd, mode=st.sampled_from(["average", "roll", "max"])),
    st.builds(c.HitPoints, who=crowd, mode=st.just("given"), hp=st.integers(1, 30), max_hp=st.integers(30, 99)),
    st.builds(c.Join, what=st.sampled_from(["Wolves", "wo1"])),
    st.builds(c.Hide, who=crowd, hidden=flag),
    st.builds(c.Note, who=who, text=text),
    st.builds(c.Tag, who=crowd, tag=text),
    st.builds(c.Count, who=who, counter=text, amount=st.integers(0, 99), relative=flag),
    st.builds(c.Remind, round=st.integers(1, 99), text=text) | st.builds(c.Remind, who=who, text=text),
    st.builds(c.Scene, word=st.sampled_from(["gale", "dim"]), on=flag),
    st.builds(c.Hazard, hazard=text, who=crowd, amount=st.none() | st.integers(0, 99),
              circumstances=st.lists(text, max_size=2).map(tuple)),
    st.builds(c.Rest, kind=st.sampled_from(["short", "long"]), who=st.just(()) | crowd, dice=st.integers(0, 9),
              faces=st.lists(st.integers(1, 12), max_size=3).map(tuple), fed=flag),
    st.builds(c.Luck, who=who, points=number, token=st.sampled_from(["luck", "inspiration"])),
    st.builds(c.Luck, who=st.none(), points=number, token=st.just("doom")),
    st.builds(c.Auto, name=st.sampled_from(list(AUTOMATIONS)), on=flag),
    st.builds(c.Rule, name=st.sampled_from(["roll_off", "my own rule"]), on=flag),
    st.builds(c.Answer, n=st.none() | st.integers(1, 9), face=face, targets=aimed),
    st.builds(c.Answer, n=st.none() | st.integers(1, 9), word=text, targets=aimed),
    st.builds(c.Skip, n=st.none() | st.integers(1, 9)) | st.builds(c.Undo, count=st.integers(1, 9)),
    st.builds(c.Roll, dice=dice) | st.builds(c.Redo, count=st.integers(1, 9)),
)  # fmt: skip
"""Commands as they come out of the reader, of every kind but `load` and `split`."""


def _forced(wish: c.Wish, is_forced: bool) -> c.Wish:
    return replace(wish, force=True) if is_forced and isinstance(wish, BaseCommand) else wish


@settings(max_examples=600, deadline=None, suppress_health_check=list(HealthCheck))
@given(wish=wishes, is_forced=flag)
def test_a_command_is_spelled_so_that_it_is_read_back(
    fight: Encounter, context: Context, wish: c.Wish, is_forced: bool
) -> None:
    wish = _forced(wish, is_forced)
    line = to_text(wish, fight)
    assert parse(line, fight, context) == wish


def test_loading_has_no_line_of_its_own(fight: Encounter) -> None:
    assert to_text(c.Load(), fight).startswith("#")
    assert to_text(c.Split(group="goblins"), fight) == 'split "goblins"'


_SCRAPS = st.sampled_from(
    [*(row.word for row in ROWS), *_PEOPLE, "@goblins", "all", ".", "*", '"Goblin 1"', "mira=14", "go1/", "+prone", "-",
     "28", "2d6+3", "fire", "until", "end", "of", "go1's", "turn", "for", "vs", "with", "save", "dex", "!", "2:", "=",
     '"', "init", "hp", "−5", "\x00", "9" * 400, "Ω", "d", "+", "else", "half", "from", "roll", "t14"]
)  # fmt: skip


@settings(max_examples=1500, deadline=None, suppress_health_check=list(HealthCheck))
@given(line=st.lists(_SCRAPS | st.text(max_size=8), max_size=9).map(" ".join) | st.text(max_size=60))
def test_no_line_raises_anything_but_the_one_error(fight: Encounter, context: Context, line: str) -> None:
    with suppress(ConsoleError):
        wish = parse(line, fight, context)
        assert parse(to_text(wish, fight), fight, context) == wish
    for completion in complete(line, fight, context):
        assert 0 <= completion.start <= len(line)


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("dam", "damage"),
        ("damage gob", "go1"),
        ("damage Mi", "Mira"),
        ('damage "Gob', "go1"),
        ("damage @", "@goblins"),
        ("damage go1 5 th", "thunder"),
        ("attack go1 with ", "Shortbow"),
        ("attack go1 with scimitar vs mira c", "cover"),
        ("use yd fi", '"Fire Breath"'),
        ("legend yd ", '"Tail Attack"'),
        ("cond mira ", "+prone"),
        ("cond mira poi", "+poisoned"),
        ("cond mira -", '-"Viper\'s Kiss"'),
        ("cond mira +prone until end of ", "Mira's"),
        ("cond mira +prone until end of go1's ", "next"),
        ("add 2 go", "Goblin"),
        ("join ", "Wolves"),
        ("split ", "goblins"),
        ("set go1 side p", "party"),
    ],
)
def test_the_bar_offers_what_could_come_next(fight: Encounter, context: Context, typed: str, offered: str) -> None:
    found = complete(typed, fight, context)
    assert offered in [completion.text for completion in found]
    assert all(typed[: completion.start] + completion.text for completion in found)


def test_the_bar_offers_nothing_after_a_mistake(fight: Encounter, context: Context) -> None:
    assert complete("frob mira ", fight, context) == ()
    assert complete("damage nobody 5 ", fight, context) == ()
