"""Command lines with gaps in them, each command in a few shapes; what is not possible just now is a case too."""

from __future__ import annotations


def _frames(text: str) -> tuple[str, ...]:
    return tuple(frame.strip() for frame in text.replace("\n", " ").split(";"))


OFTEN = _frames("""
next; next; damage <who> <n> <type>; attack <who> with <attack> vs <whom>; heal <who> <n>; answer roll;
answer <option>; answer <face>; answer yes; skip; attack <who> with <attack> vs <whom> <mode> <mode>;
use <who> <ability> vs <whom> <whom>; act <who> <action>; act <who> <action> vs <whom>;
act <who> <action> vs <whom> choose <choice> roll <face>
""")
"""What is said at every table."""

ANSWERS = _frames("""
answer <option>; answer <face>; answer roll; answer <option> vs <whom>; answer <small>: <option>
""")
"""To what is asked."""

EVERY = _frames("""
begin; next; amend <n>; end; reopen; why; undo <small>; redo <small>; undo turn; split <group>; init <who> <n>;
init <who> roll adv; init all fixed; init <who> <whom> rolloff; order <who> before <whom>; surprise <who>;
surprise none; surprise by <who>=<face> <whom>; delay <who>; delay <who> after <whom>;
damage <who> <dice> <type> crit from <whom>; damage <who> <n> <type>; damage all <n> <type>; damage @<group> 3;
damage <who> <whom>/ <n> <type> + <n> <type>; damage foes <n> magical ranged; heal <who> <whom> <dice>;
temp <who> <n>; temp <who> =<n>; maxhp <who> -<n>; maxhp <who> <n>; set <who> hp <n>; set <who> ac <n>;
set <who> side <side>; set <who> speed fly <n>; set <who> name "N<n>"; attack <who> vs <whom> dmg <n>;
attack <who> with <attack> vs <whom> <whom> roll <face>; save <who> <whom> <abil> <n> <n> <type> half;
save <who>=<face> <abil> <n> else +<cond> for 1 minute; save foes <abil> 15 <dice> <type> half from <whom>;
cond <who> +<cond>; cond <who> +<cond> until end of <whom>'s next turn; cond <who> -<held>; cond all +<cond>;
cond <who> +<cond> for <small> rounds save <abil> <n>; cond <who> +exhaustion <small>; cond <who> -exhaustion;
cond <who> +<mark> from <whom>; ongoing <who> <dice> <type> at start; ongoing <who> <dice> <type> at end save con 9;
conc <who> bless; conc <who> <ability>; conc <who> off; react <who> <reaction> vs <whom>; react <who> opportunity;
ready <who> "the door" <ability>; ready <who> "it moves" "<ability>" spell; react <who> readied vs <whom>;
move <who> <n>; move <who> <n> fall; move <who> <n> from <whom>; move <who> <n> fly difficult; stand <who>;
move <who> <n> through <whom>; move <who> <n> jump height <small>; move <who> <n> forced; mount <who> <whom>;
mount <who> <whom> independent; dismount <who>; resist <who>; death <who> <face>; stabilize <who>; kill <who>;
revive <who>; flee <who>; remove <who>; knockout <who>; kill foes; add Rat hp 3 ac 10 init <face>;
add 2 <creature> group; add <creature> hidden; add <creature> hp roll ally; add <small> <creature> init <face>;
add "Door" object medium wood; copies <who> +1; copies <who> <small>; swap <who> with <creature>; hp <who> roll;
hp foes max; hp <who> 5; hp <who> <small>/9; join <wave>; join <who>; hide <who>; show <who>; note <who> "a key";
tag <who> red; tag <who> off; count <who> arrows +<small>; count <who> <counter> <n>; remind round <small> "help";
remind <who> "now"; scene <scene>; scene <scene> off; luck <who> +<small>; luck <who> -1; inspiration <who>;
inspiration <who> -1; rest short; rest long; rest short <who> dice <small>; rest long unfed; auto <auto> off;
auto <auto> on; rule <rule> on; rule <rule> off; roll <dice>+<n>; answer <small>: <option>; answer <small>: <face>;
answer <option> vs <whom>; answer no; answer t<n>; skip <small>; next!; hazard <hazard> <who> <n>;
hazard <hazard> <who> <n> with wet; doom +1; doom -<small>; use <who> <ability>;
use <who> <ability> vs <whom> <whom>=<face> dmg <n>; legend <who> <legend> vs <whom>; legend <who> <legend>;
lair <who> <lair> vs <whom>; lair <who> <lair>; act <who> <action> roll <face> against <face>;
act <who> <action> vs <whom> <whom> bonus; act <who> cast choose <choice>; attack <who> with <weapon> vs <whom>
""")
"""Each command in a few shapes."""
