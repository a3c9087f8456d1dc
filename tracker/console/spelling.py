"""`to_text(command, state)`: the line that asks for a command. Reading it back gives the same command."""

from collections.abc import Iterable
from typing import assert_never

from tracker.console.keywords import KEYWORDS
from tracker.console.roster import roster_of
from tracker.console.tokens import quoted
from tracker.encounter import commands as c
from tracker.encounter.objects import FRAGILE, OBJECT
from tracker.encounter.state import Encounter, Id

_SHARES = {"full": "", "half": "/", "none": "-", "double": "+"}


def to_text(command: c.Wish, state: Encounter) -> str:
    """The command as a line. What has no words (the seconds a turn took, the plan that was loaded) is left out."""
    line = _Speller(state).line(command)
    return f"{line} !" if getattr(command, "force", False) else line


def spelled(who: Id, state: Encounter) -> str:
    """The handle, or the quoted name where the handle would be taken for something else."""
    roster = roster_of(state.combatants)
    if roster.exactly(who) == [who]:
        return quoted(who) if who in KEYWORDS else who
    combatant = state.combatants.get(who)
    return quoted(combatant.name) if combatant else who


class _Speller:
    """Spells commands for one state."""

    def __init__(self, state: Encounter) -> None:
        self.state = state

    def line(self, command: c.Wish) -> str:
        match command:
            case c.Load():
                return "# load"
            case (
                c.SetInitiative() | c.Surprise() | c.Order() | c.Split() | c.Delay() | c.Start() | c.Begin() | c.Next()
                | c.End() | c.Reopen() | c.Undo() | c.Redo() | c.Why()
            ):  # fmt: skip
                return self._order(command)
            case (
                c.Damage() | c.Heal() | c.TempHp() | c.MaxHp() | c.Set() | c.Amend() | c.Save() | c.Condition()
                | c.Ongoing() | c.Concentrate() | c.Death() | c.Fate()
            ):  # fmt: skip
                return self._hurt(command)
            case (
                c.Attack() | c.Use() | c.React() | c.Ready() | c.Act() | c.Move() | c.Stand() | c.Mount() | c.Legend()
                | c.Lair() | c.Resist() | c.Hazard()
            ):  # fmt: skip
                return self._turn(command)
            case (
                c.Add() | c.Copies() | c.Swap() | c.HitPoints() | c.Join() | c.Hide() | c.Note() | c.Tag() | c.Count()
                | c.Remind()
            ):  # fmt: skip
                return self._people(command)
            case c.Scene() | c.Rest() | c.Luck() | c.Auto() | c.Rule() | c.Answer() | c.Skip() | c.Roll():
                return self._table(command)
            case _:
                assert_never(command)

    def name(self, who: Id) -> str:
        return spelled(who, self.state)

    def names(self, who: Iterable[Id]) -> str:
        return " ".join(self.name(one) for one in who)

    def targets(self, targets: Iterable[c.Target]) -> str:
        spelled = []
        for target in targets:
            spelled.append(self.name(target.who) + _SHARES[target.share])
            if target.save is not None:
                spelled.append(f"{self.name(target.who)}={_face(target.save)}")
        return " ".join(spelled)

    def at(self, targets: tuple[c.Target, ...]) -> str:
        return f" vs {self.targets(targets)}" if targets else ""

    def ending(self, ending: c.Ending, source: Id | None) -> str:
        said = ""
        if ending.moment and ending.who:
            said += f" until {ending.moment} of {self.name(ending.who)}'s {'next ' if ending.is_next else ''}turn"
        if ending.rounds is not None:
            said += _span(ending.rounds, "round")
        if ending.minutes is not None:
            said += _span(ending.minutes, "minute")
        if ending.save_ability:
            said += f" save {ending.save_ability} {ending.save_dc} at {ending.save_moment}"
        if ending.held_by:
            said += f" until {self.name(ending.held_by)}'s concentration ends"
        return said + (f" from {self.name(source)}" if source else "")

    def inflicted(self, inflicted: c.Inflicted) -> str:
        level = f" {inflicted.level}" if inflicted.name == "exhaustion" else ""
        return f"{_signed('+', inflicted.name)}{level}{self.ending(inflicted.ending, inflicted.source)}"

    def _order(
        self,
        command: c.SetInitiative | c.Surprise | c.Order | c.Split | c.Delay | c.Start | c.Begin | c.Next | c.End
        | c.Reopen | c.Undo | c.Redo | c.Why,
    ) -> str:  # fmt: skip
        match command:
            case c.SetInitiative(rolloff=True):
                return f"init {self.names(command.who)} rolloff"
            case c.SetInitiative(count=None, fixed=True):
                return f"init {self.names(command.who)} fixed"
            case c.SetInitiative(count=None):
                mode = {"advantage": " adv", "disadvantage": " dis", "normal": ""}[command.mode]
                return f"init {self.names(command.who)} roll{mode}{_opt('', command.face and _face(command.face))}"
            case c.SetInitiative():
                return f"init {self.names(command.who)} {command.count}"
            case c.Surprise(sneaking=(_, *_)):
                return f"surprise by {self.targets(command.sneaking)}"
            case c.Surprise():
                return f"surprise {self.names(command.who) or 'none'}"
            case c.Order():
                return f"order {self.name(command.who)} {command.where} {self.name(command.other)}"
            case c.Split():
                return f"split {quoted(command.group)}"
            case c.Delay():
                return f"delay {self.name(command.who)}" + (
                    f" after {self.name(command.after)}" if command.after else ""
                )
            case c.Undo(turn=True):
                return "undo turn"
            case c.Undo() | c.Redo():
                return command.type if command.count == 1 else f"{command.type} {command.count}"
            case _:
                return command.type

    def _hurt(
        self,
        command: c.Damage | c.Heal | c.TempHp | c.MaxHp | c.Set | c.Amend | c.Save | c.Condition | c.Ongoing
        | c.Concentrate | c.Death | c.Fate,
    ) -> str:  # fmt: skip
        match command:
            case c.Damage():
                said = f"damage {self.targets(command.targets)} {_amounts(command.amounts)}"
                said += _flags((command.critical, "crit"), (command.magical, "magical"), (not command.melee, "ranged"))
                return said + self._from(command.by)
            case c.Heal():
                return f"heal {self.names(command.targets)} {command.dice}{self._from(command.by)}"
            case c.TempHp():
                return f"temp {self.names(command.targets)} {'=' if command.replace else ''}{command.dice}"
            case c.MaxHp():
                number = f"{command.amount:+d}" if command.relative else str(command.amount)
                return f"maxhp {self.names(command.targets)} {number}"
            case c.Set():
                value = quoted(command.value) if command.field == "name" else command.value.replace(",", "")
                return f"set {self.name(command.who)} {command.field} {value}"
            case c.Amend():
                return f"amend {command.dice}"
            case c.Save():
                return self._save(command)
            case c.Condition():
                return self._condition(command)
            case c.Ongoing():
                said = f"ongoing {self.names(command.targets)} {command.damage} at {command.moment}"
                return said + self.ending(command.ending, command.source)
            case c.Concentrate():
                return f"conc {self.name(command.who)} {'off' if command.what is None else quoted(command.what)}"
            case c.Death():
                return f"death {self.name(command.who)}{_opt('', command.face and _face(command.face))}"
            case c.Fate():
                return f"{command.what} {self.names(command.who)}"
            case _:
                assert_never(command)

    def _save(self, command: c.Save) -> str:
        said = f"save {self.targets(command.targets)} {command.ability} {command.dc}"
        if command.amounts:
            said += f" {_amounts(command.amounts)}"
        said += _flags((command.half, "half"), (not command.magical, "nonmagical"))
        said += _covered(command.cover)
        return said + self._from(command.by) + "".join(f" else {self.inflicted(one)}" for one in command.inflicts)

    def _condition(self, command: c.Condition) -> str:
        said = f"cond {self.names(command.targets)}"
        if command.exhaustion:
            said += f" {'+' if command.exhaustion > 0 else '-'}exhaustion {abs(command.exhaustion)}"
        said += "".join(f" {_signed('-', name)}" for name in command.remove)
        # Conditions side by side share what is said behind the last, so each says when it ends.
        for one, is_last in zip(command.add, [False] * (len(command.add) - 1) + [True], strict=False):
            is_bare = not self.ending(one.ending, one.source)
            said += f" {self.inflicted(one)}{' until dismissed' if is_bare and not is_last else ''}"
        return said

    def _from(self, by: Id | None) -> str:
        return f" from {self.name(by)}" if by else ""

    def _turn(
        self,
        command: c.Attack | c.Use | c.React | c.Ready | c.Act | c.Move | c.Stand | c.Mount | c.Legend | c.Lair
        | c.Resist | c.Hazard,
    ) -> str:  # fmt: skip
        match command:
            case c.Attack():
                return self._attack(command)
            case c.Use():
                said = f"use {self.name(command.who)} {quoted(command.ability)}{self.at(command.targets)}"
                return said + _opt("dmg", command.damage) + _covered(command.cover)
            case c.React():
                said = f"react {self.name(command.who)} {quoted(command.what)}"
                said += f" vs {self.name(command.target)}" if command.target else ""
                return said + _opt("roll", command.face and _face(command.face)) + _opt("dmg", command.damage)
            case c.Ready():
                said = f"ready {self.name(command.who)} {quoted(command.trigger)} {quoted(command.action)}"
                return said + _flags((command.is_spell, "spell"))
            case c.Act():
                return self._act(command)
            case c.Move():
                return self._move(command)
            case c.Mount(mount=None):
                return f"dismount {self.name(command.who)}"
            case c.Mount(mount=steed):
                alone = _flags((not command.controlled, "independent"))
                return f"mount {self.name(command.who)} {self.name(steed or Id(''))}{alone}"
            case c.Legend():
                return f"legend {self.name(command.who)} {quoted(command.option)}{self.at(command.targets)}"
            case c.Lair():
                return f"lair {self.name(command.who)} {quoted(command.action)}{self.at(command.targets)}"
            case c.Stand() | c.Resist():
                return f"{command.type} {self.name(command.who)}"
            case c.Hazard():
                said = f"hazard {quoted(command.hazard)} {self.names(command.who)}{_opt('', command.amount)}"
                return said + "".join(f" with {quoted(one)}" for one in command.circumstances)
            case _:
                assert_never(command)

    def _attack(self, command: c.Attack) -> str:
        said = f"attack {self.name(command.who)} with {quoted(command.attack)} vs {self.names(command.targets)}"
        said += _flags((command.advantage, "adv"), (command.disadvantage, "dis"))
        said += _covered(command.cover)
        said += _opt("far", command.distance) + _opt("roll", command.face and _face(command.face))
        said += _opt("dmg", command.damage) + (f" near {self.names(command.near)}" if command.near else "")
        return said + _flags(
            (command.two_handed, "two-handed"),
            (command.thrown, "thrown"),
            (command.charge, "charge"),
            (command.as_reaction, "reaction"),
            (command.unseen, "unseen"),
            (command.blindly, "blindly"),
            (command.sneak, "sneak"),
        )

    def _act(self, command: c.Act) -> str:
        said = f"act {self.name(command.who)} {quoted(command.action)}"
        own = (c.Target(who=command.target),) if command.target else ()
        said += self.at((*own, *command.others))
        said += f" choose {quoted(command.choice)}" if command.choice else ""
        said += _opt("roll", command.face and _face(command.face))
        said += _opt("against", command.defender_face and _face(command.defender_face))
        return said + _flags((command.as_bonus, "bonus"))

    def _move(self, command: c.Move) -> str:
        said = f"move {self.name(command.who)} {command.feet}"
        said += _flags(
            (command.mode != "walk", command.mode),
            (command.difficult, "difficult"),
            (command.dragging, "dragging"),
            (command.how != "own", command.how),
        )
        for word, whose in (("through", command.through), ("into", command.into)):
            said += f" {word} {self.name(whose)}" if whose else ""
        said += _opt("height", command.height)
        return said + (f" from {self.names(command.leaving)}" if command.leaving else "")

    def _people(
        self, command: c.Add | c.Copies | c.Swap | c.HitPoints | c.Join | c.Hide | c.Note | c.Tag | c.Count | c.Remind
    ) -> str:
        match command:
            case c.Add():
                return _add(command)
            case c.Copies():
                return f"copies {self.name(command.who)} {_number(command.number, command.relative)}"
            case c.Swap():
                return f"swap {self.names(command.who)} with {quoted(command.block.name)}"
            case c.HitPoints(mode="given"):
                most = f"/{command.max_hp}" if command.max_hp not in (None, command.hp) else ""
                return f"hp {self.names(command.who)} {command.hp}{most}"
            case c.HitPoints():
                return f"hp {self.names(command.who)} {command.mode}"
            case c.Join():
                return f"join {quoted(command.what)}"
            case c.Hide():
                return f"{'hide' if command.hidden else 'show'} {self.names(command.who)}"
            case c.Note():
                return f"note {self.name(command.who)} {quoted(command.text)}"
            case c.Tag():
                return f"tag {self.names(command.who)} {quoted(command.tag) if command.tag else 'off'}"
            case c.Count():
                number = _number(command.amount, command.relative)
                return f"count {self.name(command.who)} {quoted(command.counter)} {number}"
            case c.Remind():
                when = f"round {command.round}" if command.round is not None else self.name(command.who or Id(""))
                return f"remind {when} {quoted(command.text)}"
            case _:
                assert_never(command)

    def _table(self, command: c.Scene | c.Rest | c.Luck | c.Auto | c.Rule | c.Answer | c.Skip | c.Roll) -> str:
        match command:
            case c.Scene():
                return f"scene {command.word} {'on' if command.on else 'off'}"
            case c.Rest():
                said = f"rest {command.kind} {self.names(command.who)}".rstrip() + _opt("dice", command.dice or None)
                said += f" faces {' '.join(map(str, command.faces))}" if command.faces else ""
                return said + _flags((not command.fed, "unfed"))
            case c.Luck():
                return " ".join(
                    x for x in (command.token, command.who and self.name(command.who), str(command.points)) if x
                )
            case c.Auto() | c.Rule():
                return f"{command.type} {quoted(command.name)} {'on' if command.on else 'off'}"
            case c.Answer():
                number = f" {command.n}:" if command.n is not None else ""
                said = _face(command.face) if command.face else _answer_word(command.word)
                return f"answer{number} {said}{self.at(command.targets)}"
            case c.Skip():
                return f"skip{_opt('', command.n)}"
            case c.Roll():
                return f"roll {command.dice}"
            case _:
                assert_never(command)


def _add(command: c.Add) -> str:
    said = "add" if command.count == 1 else f"add {command.count}"
    said += f" {quoted(command.block.name)}"
    if command.name != command.block.name:
        said += f" named {quoted(command.name)}"
    if command.block.type == OBJECT:
        fragile = f" {FRAGILE}" if command.block.description == FRAGILE else ""
        said += f" object {command.block.size} {command.block.ac_note or ''}".rstrip() + fragile
    if command.hp is not None:
        said += f" hp {command.hp}" + (f"/{command.max_hp}" if command.max_hp not in (None, command.hp) else "")
    elif command.hp_mode != "average":
        said += f" hp {command.hp_mode}"
    said += _opt("ac", command.ac) + _opt("init", command.initiative)
    plain_side = "neutral" if command.block.type == OBJECT else "foe"
    said += f" {command.side}" if command.side != plain_side else ""
    said += f" group {quoted(command.group)}" if command.group else ""
    return said + _flags((command.hidden, "hidden"), (command.death_saves and command.side != "party", "death-saves"))


def _amounts(amounts: Iterable[c.Amount]) -> str:
    """A plus stands after a type alone: `3 + 3` is one amount, `3 3` are two."""
    told = [f"{amount.dice} {amount.type} +" if amount.type else amount.dice for amount in amounts]
    return " ".join(told).removesuffix(" +")


def _answer_word(word: str) -> str:
    return word if word in ("roll", "yes", "no") else quoted(word)


def _number(number: int, relative: bool) -> str:
    return f"{number:+d}" if relative else str(number)


def _face(face: c.Face) -> str:
    return f"t{face.value}" if face.total else str(face.value)


def _flags(*flags: tuple[bool, str]) -> str:
    return "".join(f" {word}" for is_on, word in flags if is_on)


def _covered(cover: str) -> str:
    return f" cover {cover.replace('_', '-')}" if cover != "none" else ""


def _opt(word: str, value: object | None) -> str:
    if value is None:
        return ""
    return f" {word} {value}" if word else f" {value}"


def _span(number: int, unit: str) -> str:
    return f" for {number} {unit}{'' if number == 1 else 's'}"


def _signed(sign: str, name: str) -> str:
    return f"{sign}{name}" if name.replace("-", "").isalpha() else f"{sign}{quoted(name)}"
