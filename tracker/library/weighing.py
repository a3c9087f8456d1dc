"""How hard a prepared encounter is likely to be, in the edition's own words and numbers."""

from collections.abc import Iterable, Iterator

from tracker.frozen import Frozen
from tracker.library.encounter_plan import EncounterPlan, PlanEntry
from tracker.rules.difficulty import Difficulty, difficulty, xp_for
from tracker.rules.editions import Edition, edition
from tracker.rules.errors import RulesError


class Weighed(Frozen):
    """An encounter against its party."""

    difficulty: Difficulty
    levels: tuple[int, ...]
    """Of the characters that count; absent ones and those without a level do not."""
    challenge: float
    """The foes' challenge ratings added up."""
    foes: int
    unweighed: tuple[str, ...]
    """Foes without a challenge rating or experience points, and characters without a level, by name."""

    @property
    def foes_in_short(self) -> str:
        """Number and experience of the foes: `4 foes · 200 XP × 2 = 400`."""
        found = self.difficulty
        number = f"{self.foes} foe{'' if self.foes == 1 else 's'}"
        if not found.budgets or not self.levels:
            return f"{number} · CR {self.challenge:g} · {found.xp:,} XP"
        times = f" × {found.multiplier:g} = {found.adjusted_xp:,}" if found.multiplier != 1 else ""
        return f"{number} · {found.xp:,} XP{times}"

    def party_in_short(self, room: int) -> str:
        """What the party can take, as many grades as `room` cells hold, those around the one reached first to stay."""
        if not self.levels:
            return "no levels given"
        if not self.difficulty.budgets:
            return f"{sum(self.levels)} levels"
        grades = [f"{name} {budget:,}" for name, budget in self.difficulty.budgets]
        reached = (
            [name for name, _ in self.difficulty.budgets].index(self.difficulty.grade) if self.difficulty.grade else 0
        )
        while len(grades) > 1 and len(", ".join(grades)) > room:
            drops_last = reached < len(grades) - 2
            grades.pop(-1 if drops_last else 0)
            reached -= not drops_last
        return ", ".join(grades)

    def lines(self) -> list[str]:
        """The result in a few lines of text, the grade first."""
        total = (
            f"{self.foes} foe{'' if self.foes == 1 else 's'}, total CR {self.challenge:g}, {self.difficulty.xp:,} XP"
        )
        if not self.levels:
            rows = [f"{total}; no character has a level: give them level: to see the difficulty"]
        elif not self.difficulty.budgets:
            rows = [f"{total}, against {sum(self.levels)} levels in all", *self.difficulty.why]
        else:
            grade = self.difficulty.grade or f"below {self.difficulty.budgets[0][0]}"
            scale = ", ".join(f"{name} {budget:,}" for name, budget in self.difficulty.budgets)
            rows = [f"{grade}: {'; '.join(self.difficulty.why)}", f"{total}; this party: {scale}"]
        if self.unweighed:
            rows.append(f"not counted: {', '.join(self.unweighed)}")
        return rows


def weigh(plan: EncounterPlan) -> Weighed:
    """Weigh the foes of a plan, waves included, against the levels of its party."""
    rules = edition(plan.edition)
    levels: list[int] = []
    missing: list[str] = []
    for member in plan.party:
        if member.absent:
            continue
        level = member.block.level
        if level is not None and 1 <= level <= 20:
            levels += [level] * member.count
        else:
            missing.append(member.label)
    worth: list[int] = []
    challenge = 0.0
    for entry in _foes(plan.combatants):
        xp = _experience(rules, entry)
        if xp is None:
            missing.append(entry.label)
            continue
        worth += [xp] * entry.count
        challenge += entry.count * rating(entry.block.cr or "0")
    return Weighed(difficulty(rules, levels, worth), tuple(levels), challenge, len(worth), tuple(missing))


def rating(challenge: str) -> float:
    """A challenge rating as a number: 0.25 for `1/4`."""
    above, _, below = challenge.partition("/")
    return int(above) / int(below or 1)


def _foes(entries: Iterable[PlanEntry]) -> Iterator[PlanEntry]:
    return (entry for entry in entries if entry.side == "foe" and entry.kind == "creature")


def _experience(rules: Edition, entry: PlanEntry) -> int | None:
    if entry.block.xp is not None:
        return entry.block.xp
    if entry.block.cr is None:
        return None
    try:
        return xp_for(rules, entry.block.cr)
    except RulesError:
        return None
