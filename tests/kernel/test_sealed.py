"""Sealed dice: the vectors that every implementation shares, and every cheat that a record can show."""

import json
import subprocess
import sys
from collections.abc import Callable
from hashlib import sha256
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from hulldown.kernel import checker
from hulldown.kernel.checker import DEPOSITED, HOST, SEAT, Wrong, chain, check, faces_of, hashed, numbers
from hulldown.kernel.dice import DiceError, Roll
from hulldown.kernel.files import Fault
from hulldown.kernel.game import Declined, Played
from hulldown.kernel.proof import Report, prove, prove_dice
from hulldown.kernel.record import KeysLine, Record, SealedOrder, SealedSetup
from hulldown.kernel.replay import replay
from hulldown.kernel.sealed import SealedDice
from hulldown.kernel.side import BLUE, RED
from hulldown.kernel.wire import encode
from tests import toy as t
from tests.conftest import Golden
from tests.sealed import NEW, SECRETS, Cheat, Lines, Table, act, cheats, keys, lines_of, resealed
from tests.toy import toy

HERE = Path(__file__).parent / "golden" / "sealed"
ANCHORS = (
    "46a21c13503ab46d33503fee3e2919bbc32710e2518779dd994b297eba4dc789",
    "dd8328c6857f1ceaa05e380d7fb0a79af90fbe9c211cdd6213a83c8979523bb5",
    "8a6c24d0bd917bba8487f30ec089b11ba74fa77f75a815080d4bb459d8ae022f",
)
LINKS = {
    1: (
        "25e1db3fed5051fee10d9b3a518cd763e1c6bfd7166a201c16691b8f817cc93d",
        "ddd4436e1071d24533875b7393d0fd11aa9e3a48af0d71345f9919dc67573746",
        "cf00e1f3fe4487faf22ea6d67974715b70b86fd94f749a19dfba6a3fe650fbad",
    ),
    2: (
        "b002e7cefe4bd79be23a77dd0a6cee671c0125bd49d0ed479ff7d36ab621391e",
        "e621090ca631a8c939116d163525fcc2028d85d69525e4f6bb20646e44794f71",
        "3e64c3765d26f7dd8cbef0ab91313215b488810d55ba3eddf90c5d872e57af84",
    ),
}
KEYS = {
    1: "4584e84694469c50dce5c0dc1c759aaffd7f07d5cb3df3e1306c7eb1cdca3721",
    2: "a603ceffd7f51e47ce417f59d172d0cb99855e400ea8ee90b13b086ddea5c1f8",
    4096: "98a7ec132a0cb9294198ce5a899df481be576418a030f65115a764c9389da240",
}
THROWS: list[tuple[int, int, int | list[int], str]] = [
    (0, 2, 6, "4 2"),
    (1, 10, 6, "5 4 3 1 5 5 3 2 5 5"),
    (2, 3, 20, "6 3 12"),
    (3, 1, 100, "97"),
    (
        4,
        8,
        3_000_000_001,
        "2343706723 2436131512 2294561785 1579173397 2587257167 504626592 1116505881 1089343045",
    ),
    (5, 20, 6, "5 4 5 4 4 5 2 2 4 5 1 3 3 2 4 3 3 4 5 5"),
    (6, 1, 1, "1"),
    (7, 4, [0, 0, 1, 2, 3, 4], "0 4 3 1"),
    (8, 3, 4_294_967_295, "3981642383 2999187696 4164342198"),
]
LAST = {
    "kept": "5a07a4551b694a4ea362c5c79b4c0b8aa9243e8b7253dd958e0d0a17df38dc8b",
    "deposited": "ac95f5536f0c0b7c5da2b5633604a0de4493ce7b58a9ddb02e94cd125846cb6b",
    "drawn": "e4fd326be01a50d97c417a5823bf6413be993905740d5158a16e4c3f69cf70ca",
}


def rows_of(name: str) -> list[bytes]:
    return (HERE / f"{name}.jsonl").read_bytes().splitlines()


def lines(name: str) -> Lines:
    return lines_of((HERE / f"{name}.jsonl").read_text(encoding="utf-8"))


def all_cheats() -> list[Cheat]:
    return cheats(lines("kept"), lines("deposited"), lines("drawn"))


# The vectors


def check_vectors(arithmetic: Any) -> None:
    """All published numbers, by some implementation of the arithmetic; raises where one is another."""
    chains = [arithmetic.chain(secret) for secret in SECRETS]
    assert [links[0].hex() for links in chains] == [*ANCHORS]
    for roll, links in LINKS.items():
        assert [one[roll].hex() for one in chains] == [*links]
    for roll, told in KEYS.items():
        assert arithmetic.hashed(b"roll", *[one[roll] for one in chains]).hex() == told
    key = bytes.fromhex(KEYS[1])
    for throw, count, die, faces in THROWS:
        assert " ".join(map(str, arithmetic.faces_of(key, throw, count, die))) == faces
    assert sum(arithmetic.faces_of(key, throw, 1, 6)[0] for throw in range(20_000)) == 69798
    assert arithmetic.numbers([4294967291, 4294967292, 4294967295, 2], 6, 2) == [5, 2]
    assert arithmetic.numbers([4294967295, 0], 8, 2) == [7, 0]
    for name, last in LAST.items():
        assert arithmetic.check(rows_of(name)).hashes[-1] == last


def test_the_published_numbers() -> None:
    check_vectors(checker)


MUTANTS = {
    "no rejection": ("(word for word in source if word < limit)", "iter(source)"),
    "multiplied instead of divided": ("[word % sides for word", "[word * sides >> 32 for word"),
    "little-endian words": ('unpack(">8I"', 'unpack("<8I"'),
    "the limit one too high": ("if word < limit)", "if word <= limit)"),
    "the limit one too low": ("if word < limit)", "if word < limit - 1)"),
    "throws counted anew in each roll": ("            faces, of, fell", "            throw = 0; faces, of, fell"),
    "throws not counted": ("                throw += 1\n", ""),
    "a block for each die": ("yield from unpack(", "yield next(iter(unpack("),
    "links in another order": ('hashed(b"roll", *shown)', 'hashed(b"roll", *shown[::-1])'),
    "a link checked against the anchor": (
        "        self.tips, self.number, self.call,",
        "        _, self.number, self.call,",
    ),
    "blocks not counted": ('block.to_bytes(4, "big")', '(0).to_bytes(4, "big")'),
    "a link of the roll before": ("links = [secret]", 'links = [hashed(b"link", secret)]'),
    "another tag": ('hashed(b"dice", key', 'hashed(b"face", key'),
}


@pytest.mark.parametrize("name", MUTANTS)
def test_the_vectors_find_every_mutant_of_the_arithmetic(name: str) -> None:
    source, (honest, mutant) = Path(checker.__file__).read_text(encoding="utf-8"), MUTANTS[name]
    assert source.count(honest) == 1
    changed = source.replace(honest, mutant)
    if name == "a block for each die":
        changed = changed.replace('block.to_bytes(4, "big")))\n', 'block.to_bytes(4, "big")))))\n')
    spoiled: dict[str, Any] = {"__name__": "mutant"}
    exec(compile(changed, "mutant", "exec"), spoiled)
    with pytest.raises((AssertionError, spoiled["Wrong"])):
        check_vectors(SimpleNamespace(**spoiled))


def test_sealed_dice_are_the_throws_of_one_order() -> None:
    dice = SealedDice(bytes.fromhex(KEYS[1]))
    d6, odd = (1, 2, 3, 4, 5, 6), (0, 0, 1, 2, 3, 4)
    rule = toy.rules["TOY-7"]
    assert dice.faces(rule, d6, 2) == (4, 2)
    assert dice.pair(toy.rules["TOY-8"], odd, d6) == 5
    assert dice.successes(toy.rules["TOY-9"], d6, 3, 5, 5, 9) == 1
    assert dice.rolls == [
        Roll("TOY-7", (4, 2), ((2, 6),)),
        Roll("TOY-8", (3, 2), ((1, odd), (1, 6))),
        Roll("TOY-9", (1, 3, 5, 1), ((3, 6), (1, 6))),
    ]
    assert encode(dice.rolls[1]) == b'{"rule":"TOY-8","faces":[3,2],"of":[[1,[0,0,1,2,3,4]],[1,6]]}'
    assert SealedDice.of(LINKS[1]).faces(rule, d6, 2) == (4, 2)


def test_an_order_that_broke_down_takes_its_throws_back() -> None:
    dice = SealedDice(bytes.fromhex(KEYS[1]))
    mark = dice.mark()
    assert dice.faces(toy.rules["TOY-7"], t.D6, 2) == (4, 2)
    dice.back_to(mark)
    assert dice.faces(toy.rules["TOY-7"], t.D6, 2) == (4, 2)


@pytest.mark.parametrize("count", [0, 10_001])
def test_a_throw_has_one_to_ten_thousand_dice(count: int) -> None:
    with pytest.raises(DiceError, match="a throw has 1 to 10,000"):
        SealedDice(bytes(32)).throw(toy.rules["TOY-7"], t.D6, count)


def test_dice_of_a_seed_do_not_describe_themselves() -> None:
    assert encode(Roll("TOY-7", (4, 2))) == b'{"rule":"TOY-7","faces":[4,2]}'


# The same in the browser: what is written here is read by the client's tests


def throws() -> str:
    """Ten thousand throws of all sorts, hashed by hundreds."""
    rows = []
    for hundred in range(100):
        found = sha256()
        for number in range(hundred * 100, hundred * 100 + 100):
            key = sha256(f"throw {number}".encode()).digest()
            sides = (6, 8, 10, 12, 20, 100, 3, 1, 2**32 - 1, 3_000_000_001, 2**31 + 1, key[0] + 1)[number % 12]
            die: int | list[int] = [key[at % 32] - 128 for at in range(sides)] if number % 12 == 11 else sides
            faces = faces_of(key, key[1] * 7, 1 + key[2] % 40, die)
            found.update((" ".join(map(str, faces)) + "\n").encode())
        rows.append(found.hexdigest())
    return "".join(row + "\n" for row in rows)


def test_ten_thousand_throws_are_those_that_the_client_compares_with(golden: Golden) -> None:
    golden("sealed/throws.txt", throws())


def test_the_cheats_are_those_that_the_client_is_tried_with(golden: Golden) -> None:
    golden("sealed/cheats.jsonl", "".join(json.dumps(cheat._asdict()) + "\n" for cheat in all_cheats()))


def test_the_records_of_the_vectors_differ_only_by_who_has_the_keys() -> None:
    kept = lines("kept")
    deposits: Lines = [{"line": "deposit", "position": 0, "side": side} for side in (0, 1)]
    uncalled = [line for line in kept[3:] if line["line"] != "call"]

    def back_to(place: int) -> Lines:
        return [line | {"to": place} if line["line"] == "act" else line for line in uncalled]

    assert resealed([*kept[:3], *deposits, *back_to(6)]) == [row.decode() for row in rows_of("deposited")]
    drawn = [kept[0] | {"dice": [kept[0]["dice"][0], kept[1]["anchor"], kept[2]["anchor"]]}, *back_to(2)]
    assert resealed(drawn) == [row.decode() for row in rows_of("drawn")]


# The checker


@pytest.mark.parametrize("cheat", all_cheats(), ids=lambda cheat: cheat.name)
def test_a_cheat_is_found_at_its_line(cheat: Cheat) -> None:
    rows = [row.encode() for row in cheat.rows]
    if not cheat.wrong:
        check(rows)
        return
    with pytest.raises(Wrong, match=rf"^line {cheat.wrong}: "):
        check(rows)


def test_a_name_that_stands_twice_is_refused() -> None:
    rows = [row.decode() for row in rows_of("kept")]
    text = rows[3][:-75].replace('"unit":1', '"unit":1,"unit":2')
    previous = bytes.fromhex(lines("kept")[2]["hash"])
    forged = f'{text},"hash":"{hashed(b"line", previous, sha256(text.encode()).digest()).hex()}"}}'
    with pytest.raises(Wrong, match=r"^line 4: a name stands twice in it"):
        check([row.encode() for row in (*rows[:3], forged)])


def test_who_had_the_keys_is_counted() -> None:
    counts = {name: [check(rows_of(name)).under[1 + side] for side in (0, 1)] for name in LAST}
    for name, state in {"kept": SEAT, "deposited": DEPOSITED, "drawn": HOST}.items():
        assert counts[name] == [{**dict.fromkeys((SEAT, DEPOSITED, HOST), 0), state: 3}] * 2
    assert [check(rows_of(name)).unkept for name in LAST] == [0, 0, 3]


def test_new_keys_and_calls_given_up_are_counted_with_their_lines() -> None:
    kept = lines("kept")
    rows = resealed([*kept[:5], keys("agreed", *NEW), act("resign")])
    found = check([row.encode() for row in rows])
    assert (found.given_up, found.agreed, found.call) == ([6], [6], None)


def test_keys_that_are_spent_are_replaced() -> None:
    chains, key = [chain(secret) for secret in SECRETS], checker.LENGTH
    found = check(rows_of("drawn"))
    found.number, found.tips = key - 1, [links[key - 1] for links in chains]
    faces = faces_of(bytes.fromhex(KEYS[key]), 0, 1, 6)
    order = lines("drawn")[-1] | {"links": [links[key].hex() for links in chains]}
    order["rolls"] = [{"rule": "TOY-3", "faces": faces, "of": [[1, 6]]}]
    found._order(order)
    with pytest.raises(Wrong, match="spent"):
        found._order(order)
    found._keys("spent", [*NEW], -1, "keys")
    assert (found.number, found.tips) == (0, [bytes.fromhex(anchor) for anchor in NEW])


def test_receipts_find_lines_that_were_changed_or_cut() -> None:
    kept = rows_of("kept")
    receipts = [f"{place}:{line['hash']}" for place, line in enumerate(lines("kept"))]
    assert len(check(kept, receipts).hashes) == 11
    with pytest.raises(Wrong, match=r"^line 10: changed or cut"):
        check(kept[:10], receipts)
    other = [row.encode() for row in resealed([*lines("kept")[:10], act("resign")])]
    check(other, receipts[:10])
    with pytest.raises(Wrong, match=r"^line 10: changed or cut"):
        check(other, receipts)
    for bad in ("", "x", "1", ":" + receipts[0], "-1:" + receipts[-1], "99999999:" + receipts[-1].partition(":")[2]):
        with pytest.raises(Wrong, match="changed or cut"):
            check(kept, [bad])


def test_the_checker_runs_by_itself_without_the_rest_of_the_house(tmp_path: Path) -> None:
    alone = tmp_path / "checker.py"
    alone.write_text(Path(checker.__file__).read_text(encoding="utf-8"), encoding="utf-8")
    for name, status in {"kept": 0, "deposited": 0, "drawn": 3}.items():
        ran = subprocess.run(
            [
                sys.executable,
                "-I",
                alone,
                HERE / f"{name}.jsonl",
                "--receipt",
                f"{len(rows_of(name)) - 1}:{LAST[name]}",
            ],
            capture_output=True,
            text=True,
        )
        assert (ran.returncode, ran.stderr) == (status, "")
        assert ran.stdout.startswith("3 rolls were checked\n")
        assert f"receipts compared: 1\nlast hash: {LAST[name]}" in ran.stdout
    (tmp_path / "bad.jsonl").write_text("\n".join(all_cheats()[0].rows) + "\n", encoding="utf-8")
    ran = subprocess.run([sys.executable, "-I", alone, tmp_path / "bad.jsonl"], capture_output=True, text=True)
    assert ran.returncode == 1
    assert ran.stderr.startswith("WRONG, line 6: TOY-7 shows [5, 2]; the keys give [4, 2]")


def test_the_checker_is_short_enough_to_read() -> None:
    rows = Path(checker.__file__).read_text(encoding="utf-8").splitlines()
    assert len([row for row in rows if row.strip()]) < 215


# With the rulebook


def sentence(report: Report, what: str) -> str:
    return "\n".join(proof.sentence for proof in report.proofs if proof.what == what)


def verdict(report: Report) -> str:
    return next(proof.verdict for proof in report.proofs if proof.what == "dice")


def table(*kept: str, seed: int = 3, most: int = 1_000) -> Table:
    found = Table((kept[0], kept[1]))
    found.play_on(seed, most)
    return found


KEPT = [(one, other) for one in (SEAT, DEPOSITED, HOST) for other in (SEAT, DEPOSITED, HOST)]


@pytest.mark.parametrize("kept", KEPT, ids="-".join)
def test_a_whole_game_is_proved_unless_the_host_drew_all_keys(kept: tuple[str, str]) -> None:
    played = table(*kept)
    record = Record.parse(played.record().text())
    report = prove(record, toy)
    assert (report.problems, report.replays) == ((), True)
    proved = kept != (HOST, HOST)
    assert (report.status, report.dice) == ((0, "sealed") if proved else (3, "unproved"))
    rolls = sum(bool(entry.rolls) for entry in played.game.log if isinstance(entry, Played))
    assert f"{rolls} rolls were checked" in sentence(report, "dice")
    assert ("the host could foresee them" in sentence(report, "dice")) == (proved and SEAT not in kept)
    twin = replay(record, toy)
    assert encode(twin.state) == encode(played.game.state)
    assert twin.log == played.game.log


def test_a_running_game_is_proved_as_far_as_it_goes() -> None:
    report = prove(table(SEAT, SEAT, most=12).record(), toy)
    assert (report.status, report.dice) == (0, "sealed")


def test_an_open_call_is_told_and_not_yet_proved() -> None:
    played = table(SEAT, DEPOSITED, most=2)
    played.call(t.Roll())
    report = prove(played.record(), toy)
    assert (report.status, report.dice, verdict(report)) == (3, "sealed", "not yet provable")
    assert "roll 1 is called and has not fallen" in sentence(report, "dice")


def test_takebacks_bring_no_link_back_and_new_keys_begin_again() -> None:
    played = table(SEAT, SEAT, most=2)
    played.play(t.Roll())
    played.act(lambda: played.game.take_back(RED))
    played.play(t.Roll())
    played.renew()
    played.play_on(5)
    record = Record.parse(played.record().text())
    report = prove(record, toy)
    assert (report.status, report.problems) == (0, ())
    assert "new keys agreed: line 11" in sentence(report, "keys")
    shown = [link for line in record.lines if isinstance(line, SealedOrder) for link in line.links]
    assert len(set(shown)) == len(shown)
    assert [line.why for line in record.lines if isinstance(line, KeysLine)] == ["agreed"]


def forged(record: Record, at: int, **changes: Any) -> Record:
    """A record with one line changed, and all hashes made to fit."""
    changed = [*record.lines]
    changed[at] = msgspec.structs.replace(changed[at], **changes)
    return Record.parse("\n".join(resealed(lines_of(Record(changed).text()))) + "\n")


def first_roll(record: Record) -> tuple[int, SealedOrder]:
    return next((at, line) for at, line in enumerate(record.lines) if isinstance(line, SealedOrder) and line.rolls)


def longest_roll(record: Record) -> tuple[int, SealedOrder]:
    rolled = [(len(one.rolls), at, one) for at, one in enumerate(record.lines) if isinstance(one, SealedOrder)]
    _, at, line = max(rolled, key=lambda found: found[:2])
    assert len(line.rolls) > 1
    return at, line


@pytest.mark.parametrize(
    ("find", "change"),
    [
        (longest_roll, lambda line: {"rolls": line.rolls[:-1]}),
        (
            first_roll,
            lambda line: {"rolls": tuple(msgspec.structs.replace(roll, of=((1, t.D6),)) for roll in line.rolls)},
        ),
        (first_roll, lambda line: {"rolls": tuple(msgspec.structs.replace(roll, rule="TOY-9") for roll in line.rolls)}),
    ],
    ids=["the last roll is left out", "a die is described otherwise", "another rule"],
)
def test_what_dice_alone_do_not_show_the_rulebook_does(
    find: Callable[[Record], tuple[int, SealedOrder]], change: Callable[[SealedOrder], dict[str, Any]]
) -> None:
    record = table(DEPOSITED, SEAT).record()
    at, line = find(record)
    forgery = forged(record, at, **change(line))
    assert (prove_dice(forgery).status, prove_dice(forgery).dice) == (0, "sealed")
    report = prove(forgery, toy)
    assert (report.status, report.dice) == (1, "unproved")
    assert report.problems[0].where == f"line {at + 1}"


def test_a_roll_added_behind_the_last_is_found_with_the_rulebook() -> None:
    record = table(DEPOSITED, SEAT).record()
    at, line = first_roll(record)
    dice = SealedDice.of(line.links)
    for roll in line.rolls:
        for count, die in roll.of:
            dice.throw(toy.rules[roll.rule], die if isinstance(die, tuple) else tuple(range(1, die + 1)), count)
    dice.faces(toy.rules["TOY-9"], t.D6, 3)
    forgery = forged(record, at, rolls=(*line.rolls, *dice.rolls))
    assert prove_dice(forgery).status == 0
    assert [problem.where for problem in prove(forgery, toy).problems] == [f"line {at + 1}"]


def test_only_orders_that_roll_are_called() -> None:
    played = table(SEAT, SEAT, most=2)
    played.play(t.Roll())
    played.call(t.Choose(True))
    report = prove(played.record(), toy)
    assert [problem.message for problem in report.problems] == ["dice are called for an order that does not roll"]


def test_an_order_that_is_refused_is_not_called() -> None:
    played = table(SEAT, SEAT, most=2)
    played.call(t.Halt())
    (problem,) = prove(played.record(), toy).problems
    assert problem.rule == "TOY-4"


def test_dice_that_the_rules_ask_for_cannot_be_left_out() -> None:
    record = table(DEPOSITED, DEPOSITED).record()
    at, _ = first_roll(record)
    forgery = forged(record, at, rolls=(), links=())
    assert prove(forgery, toy).problems[0].message == "the rules ask for dice, and the line has no links"


def test_lines_played_elsewhere_are_told_and_not_proved() -> None:
    record = table(HOST, DEPOSITED).record()
    head = record.head
    assert isinstance(head, SealedSetup)
    report = prove(forged(record, 0, forked=len(record.lines) - 2), toy)
    assert (report.status, report.dice, report.problems) == (3, "unproved", ())
    assert f"{len(record.lines) - 2} lines were played elsewhere" in sentence(report, "dice")


def test_receipts_are_compared_and_counted() -> None:
    record = table(SEAT, SEAT).record()
    seen = f"5:{record.lines[5].hash}"
    report = prove(record, toy, [seen])
    assert (report.status, sentence(report, "keys").splitlines()[-1]) == (0, "receipts compared: 1")
    assert "without a receipt" not in sentence(report, "dice")
    assert "without a receipt" in sentence(prove(record, toy), "dice")
    assert prove(record, toy, [f"6:{record.lines[5].hash}"]).status == 1


def test_a_broken_chain_is_found_and_its_dice_are_not_called_right() -> None:
    record = table(SEAT, SEAT).record()
    record.lines[3] = msgspec.structs.replace(record.lines[3], side=BLUE)
    report = prove(Record.parse(record.text()), toy)
    assert (report.status, report.dice) == (1, "unproved")
    assert {problem.where for problem in report.problems} == {"line 4"}


def test_a_record_of_sealed_dice_never_carries_a_seed() -> None:
    text = table(SEAT, SEAT).record().text()
    assert "seed" not in text
    row = text.splitlines()[0].replace('"format":2', '"format":2,"seed_hash":""')
    with pytest.raises(Fault, match="not as a record writes it"):
        Record.parse(row)


def test_a_game_with_sealed_dice_has_no_record_of_its_own() -> None:
    with pytest.raises(Declined, match="recorded by whoever holds its keys"):
        table(SEAT, SEAT, most=3).game.record()


def test_every_line_is_counted_once_and_in_order() -> None:
    record = table(SEAT, DEPOSITED).record()
    places = [line.position for line in record.lines[1:-1] if hasattr(line, "position")]
    assert all(after == before + 1 for before, after in pairwise(places))
    assert places[0] == 0
    assert numbers([], 6, 1) == []
