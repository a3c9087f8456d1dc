"""The table around the fight: scene, switches, reminders, free rolls, ending and reopening."""

from tracker.encounter import commands as c
from tracker.encounter import events as e
from tracker.encounter.automation import AUTOMATIONS
from tracker.encounter.decide.core import Deciding
from tracker.encounter.decide.offers import lose_readied
from tracker.encounter.decide.turns import close_gap, lapse_at_next, place_newcomers
from tracker.encounter.errors import EncounterError
from tracker.encounter.figures import max_hp
from tracker.encounter.state import Encounter, Prompt, Reminder
from tracker.rules.dice import parse
from tracker.rules.errors import RulesError
from tracker.rules.house_rules import house_rule
from tracker.rules.rounds import elapsed_seconds
from tracker.rules.weapons import recovered_ammunition

SCENE_WORDS = ("underwater", "gale", "rain", "snow", "dark", "dim", "sunlight")


def decide_scene(d: Deciding, command: c.Scene) -> None:
    """Switches a word of the scene."""
    if command.word not in SCENE_WORDS:
        raise RulesError.unknown("scene word", command.word, SCENE_WORDS)
    d.emit(e.SceneChanged(word=command.word, on=command.on))


def decide_auto(d: Deciding, command: c.Auto) -> None:
    """Switches something that the app does by itself."""
    if command.name not in AUTOMATIONS:
        raise RulesError.unknown("automation", command.name, AUTOMATIONS)
    d.emit(e.SwitchSet(kind="automation", name=command.name, on=command.on))


def decide_rule(d: Deciding, command: c.Rule) -> None:
    """Switches a ruling that tables play either way."""
    rule = house_rule(command.name.casefold().replace(" ", "_").replace("-", "_"))
    d.emit(e.SwitchSet(kind="house rule", name=rule.name, on=command.on, why=(f"{rule.text} ({rule.rule})",)))


def decide_remind(d: Deciding, command: c.Remind) -> None:
    """Pins a reminder to a round or to somebody's turn."""
    if command.round is not None and command.round <= d.state.round and d.state.phase == "running":
        raise EncounterError(f"round {command.round} has begun already; it is round {d.state.round}")
    d.emit(e.ReminderSet(reminder=Reminder(command.text, command.round, command.who)))


def decide_roll(d: Deciding, command: c.Roll) -> None:
    """A free roll."""
    roll = parse(command.dice).roll(d.dice)
    d.emit(e.Rolled(text=roll.text, total=roll.total, faces=roll.faces))


def decide_end(d: Deciding, command: c.End) -> None:
    """Ends the fight; everything still asked is withdrawn, and kept for a fight that is taken up again."""
    if d.state.phase == "ended":
        raise EncounterError("the fight is over already; `reopen` takes it up again")
    lapse_at_next(d)
    asked = tuple(prompt for prompt in d.state.prompts if prompt.kind != "end_combat")
    d.withdraw(d.state.prompts)
    for one in tuple(d.state.combatants.values()):
        lose_readied(d, one.id, "the fight is over")
    d.emit(e.PhaseChanged(phase="ended", set_aside=asked))
    for one in d.state.present():
        if fired := one.counters.get("ammunition fired"):
            back = recovered_ammunition(fired)
            d.say(f"{one.name} can gather {back} of {fired} pieces of ammunition (R-192)", one.id)
    if d.state.round:
        seconds = elapsed_seconds(d.state.round)
        d.say(f"{d.state.round} round{'s' if d.state.round > 1 else ''}, about {seconds} seconds (R-001)")


def decide_reopen(d: Deciding, command: c.Reopen) -> None:
    """Takes an ended fight up again where it stood, with what was still asked."""
    if d.state.phase != "ended":
        raise EncounterError(f"the fight has not ended; it is in {d.state.phase}")
    asked = [prompt for prompt in d.state.set_aside if _has_cause(d.state, prompt)]
    d.emit(e.PhaseChanged(phase="running" if d.state.round else "setup"))
    for prompt in asked:
        d.emit(e.PromptRaised(prompt=prompt))
    if d.state.round:
        place_newcomers(d)
        close_gap(d)


def _has_cause(state: Encounter, prompt: Prompt) -> bool:
    """Whether what a prompt asks for is still so, whatever was changed by hand after the end."""
    concerned = (prompt.who, prompt.target, *prompt.targets)
    if any(who is not None and (who not in state.combatants or state.combatants[who].is_out) for who in concerned):
        return False
    if prompt.who is None:
        return True
    owner = state.combatants[prompt.who]
    if prompt.effect is not None:
        return any(effect.id == prompt.effect for effect in owner.effects)
    match prompt.kind:
        case "concentration":
            return owner.concentration is not None and owner.concentration.name == prompt.subject
        case "death_save":
            return owner.status == "dying"
        case "recharge":
            return bool(owner.spent.get(prompt.subject))
        case "readied":
            return owner.readied is not None
        case "regeneration":
            return owner.hp < max_hp(state, owner.id)
    return True


def propose_end(d: Deciding) -> None:
    """Proposes to end the fight once a side that has had members has nobody left; again only after it had somebody."""
    if d.state.phase != "running":
        d.withdraw(d.waiting("end_combat"))
        return
    for side, sides in (("party", ("party", "ally")), ("foes", ("foe",))):
        members = (x for x in d.state.combatants.values() if x.side in sides and x.kind == "creature")
        first = next((x for x in members if x.is_standing), None)
        stands = first is not None
        if first is not None and side in d.state.sides_lost:
            waiting = [p for p in d.waiting("end_combat") if p.subject == side]
            if waiting or first.status == "up" or any(x.status == "up" for x in members):
                d.emit(e.SideOut(side=side, out=False))
                d.withdraw(waiting)
        elif not stands and d.state.sides_seen & set(sides) and side not in d.state.sides_lost:
            _propose(d, side)


def _propose(d: Deciding, side: str) -> None:
    if d.state.is_on("end_combat"):
        d.emit(e.SideOut(side=side))
        text = "The party is out of the fight" if side == "party" else "No foe is left standing"
        d.ask("end_combat", None, f"{text}: end it?", subject=side)
