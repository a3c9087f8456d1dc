"""Encounter files: everything the format offers, and everything that can be wrong with one."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from tracker.library.checking import check, check_files, exit_code
from tracker.library.creatures import Creatures
from tracker.library.encounter_plan import EncounterPlan, PlanEntry
from tracker.library.parties import load_party
from tracker.library.plans import Loaded, load_encounter
from tracker.library.schema import schema_for
from tracker.library.starter import starter_encounter
from tracker.library.writing import encounter_mapping, party_mapping, write_yaml

SAMPLES = sorted((Path(__file__).parents[2] / "sample_encounters").glob("*.yaml"))

FULL = """\
encounter: Goblin ambush
edition: srd-5.1
party: party.yaml
templates:
  tough: {hp: max, ac: 17}
combatants:
  - {monster: Goblin, count: 4, group: true, hp: roll}
  - {monster: Bugbear, name: Grakk, hidden: yes, hp: 31/40}
  - name: Hired guard
    side: ally
    ac: 12
    hp: 11
    abilities: {dex: 12}
    resist: [cold]
    attacks:
      - {name: Spear, to_hit: 3, kind: both, reach: 5, range: 20/60, damage: [1d6+1 piercing]}
    initiative: 9
  - {monster: Wolf, count: 2, wave: Wolves, joins: round 3, extends: tough}
  - trap: Flooding room
    initiative: 20
    each_turn: Water rises 1 ft.
    save: dex
    dc: 13
    damage: 2d6 bludgeoning
  - {monster: Ogre, initiative_bonus: 4, speed: {fly: 60}, abilities: {dex: 14}, exhaustion: 1, spent: {Roar: 1}}
lair: {owner: Grakk, actions: [The roof drops dust: dim light until the next lair action]}
scene: [dim]
automation: {answer_for_monsters: on}
notes: The wagon blocks the road.
"""
PARTY = "party:\n- {name: Mira, hp: 31/38, ac: 16, class: Cleric, level: 3}\n- {name: Tor, absent: true}\n"

Load = Callable[..., Loaded]


@pytest.fixture
def load(tmp_path: Path) -> Load:
    """Write an encounter (and files beside it) and load it."""
    creatures = Creatures(tmp_path / "own", tmp_path / "cache")
    (tmp_path / "table").mkdir()

    def loading(text: str, **beside: str) -> Loaded:
        for name, content in {"encounter": text, **beside}.items():
            (tmp_path / "table" / f"{name}.yaml").write_text(content, encoding="utf-8")
        return load_encounter(tmp_path / "table" / "encounter.yaml", creatures=creatures, name="encounter.yaml")

    return loading


def plan_of(loaded: Loaded) -> EncounterPlan:
    assert loaded.plan is not None
    return loaded.plan


def messages(loaded: Loaded) -> str:
    return "\n".join(map(str, loaded.problems))


def test_the_documented_file_says_all_it_means(load: Load) -> None:
    loaded = load(FULL, party=PARTY)
    assert loaded.exit_code == 0 and not loaded.problems
    plan = plan_of(loaded)
    mira, tor = plan.party
    assert (mira.hp, mira.max_hp, mira.block.hp, mira.side) == (31, 38, 38, "party") and tor.absent
    goblins, grakk, guard, wolves, trap, ogre = plan.combatants
    assert (goblins.count, goblins.group_name, goblins.hp_mode, goblins.block.hp_dice) == (4, "goblins", "roll", "2d6")
    assert (grakk.label, grakk.hidden, grakk.hp, grakk.max_hp, grakk.block.name) == ("Grakk", True, 31, 40, "Bugbear")
    assert (guard.side, guard.initiative, guard.block.initiative, guard.block.resist) == ("ally", 9, 1, ("cold",))
    assert (wolves.wave, wolves.joins, wolves.hp_mode, wolves.block.ac) == ("Wolves", 3, "max", 17)
    assert trap.kind == "trap" and trap.trap is not None and trap.trap.each_turn == ("Water rises 1 ft.",)
    assert (trap.block.actions[0].save, trap.block.actions[0].dc) == ("dex", 13)
    assert (ogre.block.initiative, ogre.block.speed) == (4, {"walk": 40, "fly": 60})
    assert ogre.block.abilities == {"str": 19, "dex": 14, "con": 16, "int": 5, "wis": 7, "cha": 7}
    assert ogre.carried.exhaustion == 1 and ogre.carried.spent == {"Roar": 1}
    assert plan.lair is not None and plan.lair.actions[0].text == "dim light until the next lair action"
    assert (plan.scene, plan.automation, plan.notes) == (
        ("dim",),
        {"answer_for_monsters": True},
        "The wagon blocks the road.",
    )


def test_it_is_written_and_read_back_as_the_same_plan(load: Load, tmp_path: Path) -> None:
    plan = plan_of(load(FULL, party=PARTY))
    target = tmp_path / "table" / "again.yaml"
    write_yaml(target, encounter_mapping(plan), "Kept from the last evening\n\nby the tracker")
    assert target.stat().st_mode & 0o777 == 0o600
    again = load_encounter(target, creatures=Creatures(tmp_path / "own", tmp_path / "cache"))
    assert again.exit_code == 0
    assert list(map(essence, plan_of(again).everyone)) == list(map(essence, plan.everyone))
    write_yaml(target, party_mapping(plan.party))
    party, problems = load_party(target, creatures=Creatures(tmp_path / "own", tmp_path / "cache"))
    assert not problems and list(map(essence, party)) == list(map(essence, plan.party))


def essence(entry: PlanEntry) -> dict[str, object]:
    return {
        **entry.model_dump(exclude={"source", "block"}),
        "block": entry.block.model_dump(exclude={"edition", "source"}),
    }


@pytest.mark.parametrize(
    "said",
    [
        "party: [one.yaml, two.yaml]",
        "party: [one.yaml, {name: Tor}]",
        "party: both.yaml",
        "party: {party: [{name: Mira}, {name: Tor}]}",
    ],
)
def test_a_party_may_stand_in_several_places(load: Load, said: str) -> None:
    files = {"one": "[{name: Mira}]", "two": "party: [{name: Tor}]", "both": "party: [one.yaml, two.yaml]"}
    loaded = load(f"encounter: x\nedition: srd-5.1\n{said}\ncombatants: [{{monster: Wolf}}]\n", **files)
    assert loaded.exit_code == 0, messages(loaded)
    assert [entry.label for entry in plan_of(loaded).party] == ["Mira", "Tor"]


WRONG = [
    ("- {monster: Gobln}", "no creature called 'Gobln'", "did you mean 'Goblin'"),
    ("- {monster: Goblin, hp: lots}", "hp must be average, roll, max, a number or 31/38", "average"),
    ("- {monster: Goblin, hp: 41/40}", "not be more than its maximum", ""),
    ("- {monster: Goblin, count: 0}", "count must be at least 1", ""),
    ("- {monster: Goblin, count: 1001}", "count must be at most 1000", ""),
    ("- {monster: Goblin, ac: many}", "ac must be a whole number, not 'many'", ""),
    ("- {monster: Goblin, hitt_dice: 3}", "unknown key 'hitt_dice' (did you mean 'hp_dice'?)", ""),
    ("- {monster: Goblin, side: enmy}", "side must be foe, ally, neutral or party", ""),
    ("- {monster: Goblin, joins: soon}", "must be a round such as 'round 3'", ""),
    ("- {monster: Goblin, absent: true, joins: round 2}", "'Goblin' is absent, and so waits for `join`", "take absent"),
    ("- {monster: Goblin, extends: touh}", "no template 'touh' (did you mean 'tough'?)", ""),
    ("- {nmae: x}", "an entry without a name (did you mean 'name'?)", "monster: NAME"),
    ("- 7", "an entry must be a mapping", ""),
    ("- {monster: ../x.yaml}", "leads out of the encounter's folder", ""),
    ("- {monster: /etc/passwd.yaml}", "leads out of the encounter's folder", ""),
    ("- {monster: link.yaml}", "a link out of the encounter's folder", ""),
    ("- {monster: beast.yaml}", "no file 'beast.yaml'", ""),
]


@pytest.mark.parametrize(("line", "message", "remedy"), WRONG)
def test_a_wrong_entry_is_named_and_the_rest_still_runs(
    load: Load, tmp_path: Path, line: str, message: str, remedy: str
) -> None:
    (tmp_path / "outside.yaml").write_text("name: Spy\n")
    (tmp_path / "table" / "link.yaml").symlink_to(tmp_path / "outside.yaml")
    text = (
        f"encounter: x\nedition: srd-5.1\ntemplates: {{tough: {{hp: max}}}}\ncombatants:\n  - monster: Wolf\n  {line}\n"
    )
    loaded = load(text)
    assert loaded.exit_code == 1
    assert message in messages(loaded) and remedy in messages(loaded)
    assert loaded.problems[0].line == 6
    assert plan_of(loaded).combatants[0].label == "Wolf"


def test_a_wave_with_two_rounds_is_told(load: Load) -> None:
    entries = "".join(
        f"  - {{monster: Wolf, wave: {marks}}}\n"
        for marks in ("A", "A, joins: 4", "B, joins: 5", "A, joins: 2", "A, joins: 2")
    )
    loaded = load(f"encounter: x\nedition: srd-5.1\ncombatants:\n{entries}")
    assert [(problem.line, problem.severity) for problem in loaded.problems] == [(7, "warning")]
    assert "wave 'A' has two rounds, 4 and 2; it joins whole, in round 2" in messages(loaded)


def test_a_wrong_override_leaves_the_creatures_own_figure(load: Load) -> None:
    plan = plan_of(load("encounter: x\nedition: srd-5.1\ncombatants: [{monster: Ogre, ac: many}]\n"))
    assert plan.combatants[0].block.ac == 11


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "this file is empty"),
        ("- monster: Goblin\n", "this is a list"),
        ("just words\n", "this is no encounter"),
        ("combatants: [\n", "[ or { further up is never closed"),
        ("combatants: [1\nedition: srd-5.1\n", "never closed"),
    ],
)
def test_what_is_no_encounter_cannot_run(load: Load, text: str, message: str) -> None:
    loaded = load(text)
    assert loaded.plan is None and loaded.exit_code == 2 and message in messages(loaded)


@pytest.mark.parametrize(
    "text", ["encounter: x\nedition: srd-5.1\ncombatants: []\n", "encounter: x\nedition: srd-5.1\n"]
)
def test_an_encounter_without_combatants_is_only_a_note(load: Load, text: str) -> None:
    loaded = load(text)
    assert loaded.exit_code == 0 and [problem.severity for problem in loaded.problems] == ["note"]


def test_hit_points_without_dice_are_the_average_with_a_note(load: Load) -> None:
    loaded = load("encounter: x\nedition: black-flag\ncombatants: [{monster: Goblin, hp: roll}]\n")
    assert plan_of(loaded).combatants[0].hp_mode == "average"
    assert loaded.exit_code == 0 and "no hit dice" in messages(loaded)


def test_anchors_merges_and_templates_are_for_reuse(load: Load) -> None:
    loaded = load(
        "encounter: x\nedition: srd-5.1\nmy goblin: &g {monster: Goblin, hp: max}\n"
        "templates: {base: {ac: 16}, elite: {extends: base, hp: 21}}\n"
        "combatants:\n  - *g\n  - {<<: *g, name: Boss, ac: 17}\n  - {monster: Goblin, extends: elite}\n"
    )
    assert loaded.exit_code == 0, messages(loaded)
    plain, boss, elite = plan_of(loaded).combatants
    assert (plain.hp_mode, boss.label, boss.block.ac) == ("max", "Boss", 17)
    assert (elite.hp, elite.block.ac) == (21, 16)


def test_an_encounter_may_extend_another(load: Load) -> None:
    base = "encounter: base\nedition: black-flag\nparty: [{name: Mira}]\nnotes: old\n"
    loaded = load("extends: base.yaml\nencounter: x\ncombatants: [{monster: Wolf}]\nnotes: new\n", base=base)
    plan = plan_of(loaded)
    assert (plan.edition, plan.notes, len(plan.party), loaded.exit_code) == ("black-flag", "new", 1, 0)
    assert "leads back" in messages(load("extends: encounter.yaml\nencounter: x\n"))


def test_a_creature_beside_the_encounter_wins(load: Load) -> None:
    loaded = load("encounter: x\nedition: srd-5.1\ncombatants: [{monster: Goblin}, {monster: grell.yaml}]\n",
                  goblin="name: Goblin\nac: 19\nhp: 8\n", grell="name: Grell\nac: 12\nhp: lots\n")  # fmt: skip
    goblin, grell = plan_of(loaded).combatants
    assert goblin.block.ac == 19 and grell.block.name == "Grell"
    assert "grell.yaml:3:5" in messages(loaded)


def test_a_missing_party_file_does_not_stop_the_fight(load: Load) -> None:
    loaded = load("encounter: x\nedition: srd-5.1\nparty: partey.yaml\ncombatants: [{monster: Wolf}]\n", party="[]")
    assert "did you mean 'party.yaml'?" in messages(loaded) and len(plan_of(loaded).combatants) == 1


def test_names_stay_byte_for_byte(load: Load) -> None:
    names = ["[bold]Grub[/]", "K'thriss: the 2nd", "عمر", "🐉", "007", "True", " two  blanks "]
    lines = "".join(f"  - name: {__import__('json').dumps(name, ensure_ascii=False)}\n" for name in names)
    loaded = load(f"encounter: x\nedition: srd-5.1\ncombatants:\n{lines}  - name: 013\n")
    assert [entry.label for entry in plan_of(loaded).combatants] == [*names, "013"] and not loaded.problems


def test_a_thousand_combatants_in_200_kb_are_read(load: Load) -> None:
    spear = "{name: Spear, to_hit: 3, kind: both, reach: 5, range: 20/60, damage: [1d6+1 piercing]}"
    lines = "".join(
        f"  - {{name: Guard {n}, ac: 12, hp: 11, abilities: {{dex: 12}}, resist: [cold], attacks: [{spear}]}}\n"
        for n in range(1_000)
    )
    loaded = load(f"encounter: x\nedition: srd-5.1\ncombatants:\n{lines}")
    assert len(plan_of(loaded).combatants) == 1_000 and not loaded.problems


@pytest.mark.parametrize("path", SAMPLES, ids=[path.stem for path in SAMPLES])
def test_the_samples_are_clean(path: Path, tmp_path: Path) -> None:
    assert [str(problem) for problem in check(path)] == []
    allowed = set(schema_for("encounter")["properties"]) if path.stem != "party" else {"party"}
    top = {line.split(":")[0] for line in path.read_text().splitlines() if line[:1].isalpha()}
    assert top <= allowed


@pytest.mark.parametrize("edition", ["srd-5.1", "srd-5.2", "black-flag"])
def test_the_starter_file_runs_as_it_is(load: Load, edition: str) -> None:
    loaded = load(starter_encounter('The "old" mill: night', edition))
    assert plan_of(loaded).name == 'The "old" mill: night' and plan_of(loaded).edition == edition
    assert [problem for problem in loaded.problems if problem.severity != "note"] == []


def test_a_folder_is_checked_file_by_file(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text("encounter: x\nedition: srd-5.1\ncombatants: [{monster: Wolf}]\n")
    (tmp_path / "b.yaml").write_text("- {name: Mira, level: 3, hp: x}\n")
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "c.yaml").write_text("name: Grell\nac: x\n")
    (tmp_path / "d.yaml").write_text("combatants: [\n")
    os.mkfifo(tmp_path / "e.yaml")
    checked = list(check_files(tmp_path, creatures=Creatures(tmp_path / "own", tmp_path / "cache")))
    found = {Path(each.file).name: (each.kind, each.exit_code) for each in checked}
    assert found == {
        "a.yaml": ("encounter", 0),
        "b.yaml": ("party", 1),
        "c.yaml": ("creatures", 1),
        "d.yaml": ("unknown", 2),
        "e.yaml": ("unknown", 2),
    }
    assert exit_code(checked) == 2
