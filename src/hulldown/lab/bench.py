"""The benchmark: our figures, and ratios to peers measured in the same run.

python-chess lists and plays, catanatron plays with greedy players. Ours and the peer's are measured in turns, and the
best of some rounds of each counts, so that what else the machine does touches both alike.
"""

import gc
import random
from collections.abc import Callable
from functools import cached_property, partial
from itertools import count
from time import perf_counter, process_time
from typing import Any

import msgspec

from hulldown import bots
from hulldown.bots.players import tactics_of
from hulldown.bots.thinking_time import turn_of
from hulldown.kernel.dice import HeldDice, SeededDice, Undecided
from hulldown.kernel.files import Fault
from hulldown.kernel.game import Game
from hulldown.kernel.sealed import Chain, SealedDice
from hulldown.kernel.wire import encode
from hulldown.lab.scenarios import MAIN
from hulldown.lab.simulate import Match, batch_of, play_batch
from hulldown.lab.workers import Cluster, Here, Processes, Workers
from hulldown.rulebooks import load
from hulldown.rulebooks.panzerkampf import driving
from hulldown.rulebooks.panzerkampf.figures import CM
from hulldown.rulebooks.panzerkampf.orders import Move
from hulldown.rulebooks.panzerkampf.setup import Army
from hulldown.rulebooks.panzerstrike.book import PanzerStrike
from hulldown.rulebooks.panzerstrike.core import gunnery, shot
from hulldown.rulebooks.panzerstrike.core.orders import Announce
from hulldown.rulebooks.panzerstrike.core.state import State as CoreState
from hulldown.rulebooks.panzerstrike.france1944.shooting import SHOT, Facts
from hulldown.rulebooks.panzerstrike.states import Table as Board
from hulldown.rulebooks.squadron import shooting
from hulldown.rulebooks.squadron.orders import Fire
from hulldown.rulebooks.squadron.sight import look

ROUNDS = 5
PLIES = 120
ORDERS = 10_000
# As docs/lab.md tells to start workers: nobody looks at their profile, and they need not wake up fifty times a second.
CALM = {"distributed.worker.profile.enabled": False, "distributed.admin.tick.interval": "500ms"}


class Timing(msgspec.Struct, frozen=True):
    name: str
    value: float
    unit: str


class Ratio(msgspec.Struct, frozen=True):
    name: str
    ours: float
    peer: float
    ratio: float


class Bench(msgspec.Struct, frozen=True):
    results: list[Timing]
    ratios: list[Ratio]


class Table:
    """A scenario of a book, and positions out of random games of it."""

    def __init__(self, book: str, scenario: str, games: int = 30, **options: str) -> None:
        self.book = load(book)
        self.setup, self.limit = self.book.library.bounded(self.book.library.build(scenario, options=options))
        self.positions: list[Any] = []
        self.shots: list[Any] = []
        for seed in range(games):
            self.random_game(f"positions {seed}", self.keep)

    def keep(self, state: Any, played: int) -> None:
        phase = self.book.turn(state).phase
        if played % 5 == 0 and phase == "movement":
            self.positions.append(state.copy())
        if played % 5 == 0 and phase in ("shooting", "announcing", "firing", "activation"):
            self.shots.append(state.copy())

    def _own(self, state: Any) -> list[int]:
        """The active units of the side to act."""
        side = self.book.to_act(state)
        return [number for number, unit in self.book.units(state).items() if unit.side == side and not unit.lost]

    @cached_property
    def units(self) -> float:
        """How many units a side has, on average."""
        return sum(len(self._own(state)) for state in self.positions) / len(self.positions)

    @cached_property
    def surveyed(self) -> list[tuple[Any, int]]:
        """Some units of some positions."""
        return [(state, unit) for state in (*self.positions[:40], *self.shots[:40]) for unit in self._own(state)[::3]]

    def listed_shots(self) -> int:
        return sum(len(list(self.book.orders(state))) for state in self.shots)

    def random_game(self, seed: str, watch: Callable[[Any, int], None] | None = None) -> int:
        """`sample`, `decide`, `evolve` to the end; how many orders it took."""
        book, chooser, dice = self.book, SeededDice(f"chooser {seed}"), SeededDice(seed)
        state = book.start(self.setup)
        played = 0
        while book.to_act(state) is not None:
            order = book.sample(state, chooser)
            for event in book.decide(state, order, dice):
                book.evolve(state, event)
            dice.rolls.clear()
            played += 1
            if watch:
                watch(state, played)
        return played

    def played_game(self, seed: str) -> int:
        """The same through `Game.play`, with its judge, copy and log."""
        chooser, game = SeededDice(f"chooser {seed}"), Game(self.book, self.setup, SeededDice(seed))
        while game.to_act() is not None:
            game.play(self.book.sample(game.state, chooser))
        return len(game.log)

    def sealed_game(self, seed: str, chains: list[Chain]) -> int:
        """The same with sealed dice whose keys the host has: each order is tried, and rolls get the next links."""
        chooser, rolled = SeededDice(f"chooser {seed}"), count(1)
        game = Game(self.book, self.setup, HeldDice())
        while game.to_act() is not None:
            order = self.book.sample(game.state, chooser)
            game.dice = HeldDice()
            try:
                game.play(order)
            except Undecided:
                number = next(rolled)
                game.dice = SealedDice.of(chain.link(number) for chain in chains)
                game.play(order)
        return len(game.log)

    def listed(self) -> int:
        """All orders of all positions, with nothing remembered from one position to the next."""
        many = 0
        for state in self.positions:
            if isinstance(self.book, PanzerStrike):  # on hexes nothing of it is remembered
                _forget_driving(state)
            many += len(list(self.book.orders(state)))
        return many

    def greedy_game(self, seed: int, watch: Callable[[Any, int], None] | None = None) -> bool:
        """Greedy against itself; whether somebody won."""
        book, dice = self.book, SeededDice(f"greedy {seed}")
        players = [bots.make("greedy", book, f"{seed} {side}") for side in range(2)]
        state, played = book.start(self.setup), 0
        while (side := book.to_act(state)) is not None:
            order = players[side].choose(book.view(state, side))
            for event in book.decide(state, order, dice):
                book.evolve(state, event)
            dice.rolls.clear()
            played += 1
            if watch:
                watch(state, played)
        result = book.result(state)
        return result is not None and result.winner is not None


def _forget_driving(board: Board) -> None:
    board.ground.drive.forget()


def rate(work: Callable[[], float]) -> float:
    """How much of it is done in a second of the processor's time."""
    start = process_time()
    done = work()
    return done / (process_time() - start)


def microseconds(work: Callable[[], Any], times: int) -> float:
    """What one call takes, the best of some goes."""

    def go() -> float:
        for _ in range(times):
            work()
        return times

    return 1e6 / max(rate(go) for _ in range(ROUNDS))


def in_turns(ours: Callable[[], float], peer: Callable[[], float]) -> tuple[float, float]:
    """Both rates, measured in turns; the best of each."""
    rounds = [(rate(ours), rate(peer)) for _ in range(ROUNDS)]
    return max(one for one, _ in rounds), max(other for _, other in rounds)


def run(report: Callable[[str], None]) -> dict[str, Any]:
    """All of it; `report` hears what is being measured."""
    try:
        import chess
        from catanatron import Color
        from catanatron import Game as Catan
        from catanatron.players.search import VictoryPointPlayer
    except ImportError as error:
        raise Fault("bench", f"the peer {error.name} is not installed; `make bench` installs the peers") from None

    table = Table("france1944", "ten-tanks")
    dice = random.Random(1)

    def chess_game(watch: Callable[[Any], None] | None = None) -> int:
        board = chess.Board()
        for ply in range(PLIES):
            moves = list(board.legal_moves)
            if not moves:
                return ply
            board.push(dice.choice(moves))
            if watch and ply % 5 == 0:
                watch(board.copy(stack=False))
        return PLIES

    def catan_games(seeds: range) -> int:
        players = [VictoryPointPlayer(Color.RED), VictoryPointPlayer(Color.BLUE)]
        return sum(Catan(players, seed=seed).play() is not None for seed in seeds)

    boards: list[Any] = []
    for _ in range(20):
        chess_game(boards.append)
    ratios = []

    report("listing orders")
    ours, peer = in_turns(table.listed, lambda: sum(len(list(board.legal_moves)) for board in boards))
    ratios.append(Ratio("orders listed a second, to python-chess moves", ours, peer, ours / peer))
    each = table.listed() / len(table.positions) / ours
    theirs = sum(len(list(board.legal_moves)) for board in boards) / len(boards) / peer
    ratios.append(Ratio("whole listing in µs, to python-chess", each * 1e6, theirs * 1e6, each / theirs))

    report("random self-play")
    seeds = count()  # no game is played twice, so that nothing is found again from an earlier round
    ours, peer = in_turns(
        lambda: sum(table.random_game(f"{next(seeds)}") for _ in range(20)),
        lambda: sum(chess_game() for _ in range(20)),
    )
    ratios.append(Ratio("random orders a second, to python-chess plies", ours, peer, ours / peer))
    ours, peer = in_turns(
        lambda: sum(table.played_game(f"{next(seeds)}") for _ in range(20)),
        lambda: sum(chess_game() for _ in range(20)),
    )
    ratios.append(Ratio("random orders a second through Game.play, to python-chess plies", ours, peer, ours / peer))

    report("greedy against greedy")
    ours, peer = in_turns(
        lambda: sum(table.greedy_game(next(seeds)) for _ in range(20)), partial(catan_games, range(4))
    )
    ratios.append(Ratio("decided greedy games a second, to catanatron", ours, peer, ours / peer))

    report("sealed dice beside those of a seed")
    ratios += _sealed(table)

    report("the Dynamic rules beside France 1944")
    ratios += _books(Table("dynamic", "open-battle"), table)
    report("Panzer Squadron beside France 1944")
    squadron = Table("squadron", "battle")
    ratios += _books(squadron, table)

    report("copies, odds and surveys")
    results = _own(table)
    report("the Core rules")
    results += _core()
    report("Panzer Squadron")
    results += _squadron(squadron)
    report("Panzerkampf")
    results += _panzerkampf()
    report("the planner's turns in live play")
    ratios += [_turns(book, scenario) for book, scenario in MAIN.items()]
    report("two processes, and a cluster of two workers")
    sharing = Sharing()
    ratios.append(sharing.processes())
    ratios.append(sharing.cluster(ratios[-1].ours))
    figures: dict[str, Any] = msgspec.to_builtins(Bench(results, ratios))
    return figures


def _sealed(table: Table) -> list[Ratio]:
    """Sealed dice, all keys with the host, to those of a seed: five dice by themselves, and whole random games."""
    chains = [Chain(bytes([secret]) * 32) for secret in (1, 2, 3)]
    rule, die, many = table.book.rules.printed[0], (1, 2, 3, 4, 5, 6), 1_000

    def seeded() -> float:
        dice = SeededDice("bench")
        for _ in range(many):
            dice.faces(rule, die, 5)
        return many

    def sealed() -> float:
        for number in range(1, many + 1):
            SealedDice.of(chain.link(number) for chain in chains).faces(rule, die, 5)
        return many

    games = count()
    ours, peer = (1e6 / one for one in in_turns(sealed, seeded))
    whole, before = in_turns(
        lambda: sum(table.sealed_game(f"{next(games)}", chains) for _ in range(20)),
        lambda: sum(table.played_game(f"{next(games)}") for _ in range(20)),
    )
    return [
        Ratio("a roll of five dice in µs, sealed to seeded", ours, peer, ours / peer),
        Ratio("random orders a second through Game.play, sealed dice to seeded", whole, before, whole / before),
    ]


def _books(ours: Table, peer: Table) -> list[Ratio]:
    """One book beside another. An order costs what it costs; what grows with the army is told for each unit."""
    seeds = count()

    def surveys(table: Table) -> int:
        for state, unit in table.surveyed:
            table.book.survey(state, unit)
        return len(table.surveyed)

    def play(table: Table) -> float:
        played = 0
        while played < ORDERS:  # not so many games: those of one book are three times as long as the other's
            played += table.random_game(f"{next(seeds)}")
        return table.units * played

    for table in (ours, peer):  # made before the clock runs
        _ = table.units, table.surveyed
    found = []
    for name, work in {
        "listing a move": Table.listed,
        "listing a shot": Table.listed_shots,
        "a random order, for each unit of a side": play,
        "survey of a unit": surveys,
    }.items():
        mine, theirs = (1e6 / one for one in in_turns(partial(work, ours), partial(work, peer)))
        names = " to ".join(one.book.title.rpartition(": ")[2] for one in (ours, peer))
        found.append(Ratio(f"{name}, µs, {names}", mine, theirs, mine / theirs))
    return found


def _turns(name: str, scenario: str, level: str = "planner:veteran", turns: int = 16) -> Ratio:
    """The slowest turn of a planner that keeps to the clock, its reasons included, to what it has for it.

    The clock is the processor's, so that what else the machine does costs it nothing. As where bots think for a server,
    nothing is swept meanwhile.
    """
    gc.disable()
    try:
        slowest, seconds = _slowest(name, scenario, level, turns), bots.seconds_of(level)
    finally:
        gc.enable()
    title = load(name).title.rpartition(": ")[2]
    return Ratio(f"{level}, slowest turn in s, to its budget, {title}", slowest, seconds, slowest / seconds)


def _slowest(name: str, scenario: str, level: str, turns: int) -> float:
    book, dice = load(name), SeededDice("turns")
    players = [bots.make(level, book, f"turns {side}", clock=process_time) for side in range(2)]
    state, taken = book.start(book.library.build(scenario)), dict[Any, float]()
    while (side := book.to_act(state)) is not None and len(taken) <= turns:
        began = process_time()
        order = players[side].choose(book.view(state, side))
        players[side].explain()
        if not book.turn(state).setting_up:
            turn = turn_of(book, state)
            taken[turn] = taken.get(turn, 0.0) + process_time() - began
        for event in book.decide(state, order, dice):
            book.evolve(state, event)
    return max(taken.values())


class Sharing:
    """Batches of games that take about as long, done by whoever is measured; so many that starting hardly counts.

    Its seconds are those on the wall, since the work is done elsewhere: they tell something on an idle machine only.
    """

    def __init__(self, batches: int = 400, seconds: float = 0.05) -> None:
        setup = load("france1944").library.build("first-steps")
        self.match = Match("france1944", encode(setup), ("greedy", "greedy"), "bench")
        self.numbers = count(1)  # no batch is given twice: a cluster may still know its answer
        self.batches, self.size = 20, 4
        self.pace(Here())  # the first games fill what later ones find
        best = max(self.pace(Here()) for _ in range(ROUNDS))
        self.batches, self.size = batches, max(1, round(seconds * self.size * best))

    def pace(self, workers: Workers) -> float:
        """Batches a second."""
        fixture = self.match.fixture
        work = [(at, batch_of([fixture(next(self.numbers)) for _ in range(self.size)])) for at in range(self.batches)]
        began = perf_counter()
        return sum(1 for _ in workers.run(play_batch, work)) / (perf_counter() - began)

    def processes(self) -> Ratio:
        rounds = [(self.pace(Processes(2)), self.pace(Here())) for _ in range(ROUNDS)]
        two, one = (max(each) for each in zip(*rounds, strict=True))
        return Ratio("batches of 50 ms a second by two processes, to one", two, one, two / one)

    def cluster(self, two: float) -> Ratio:
        """Measured last: it leaves threads behind, and then processes are slow to start."""
        import dask
        from distributed import LocalCluster

        workers = {"n_workers": 2, "threads_per_worker": 1, "host": "127.0.0.1", "dashboard_address": None}
        with dask.config.set(CALM), LocalCluster(**workers) as cluster:
            many = max(self.pace(Cluster(cluster.scheduler_address)) for _ in range(ROUNDS))
        return Ratio("batches of 50 ms a second by two dask workers, to two processes", many, two, many / two)


def _own(table: Table) -> list[Timing]:
    """What has no peer."""
    book, state = table.book, table.positions[0]
    die = tuple(table.setup.figures.small)
    surveyed = [(state, unit) for state in table.positions[:40] for unit in (0, 9, 10, 19)]
    surveyed += [(state, unit) for state in table.shots[:40] for unit in (0, 9, 10, 19)]

    def survey_all() -> float:
        for position, unit in surveyed:
            book.survey(position, unit)
        return len(surveyed)

    def uncached() -> float:
        SHOT.forget()
        for needed in range(2, 30):
            SHOT.odds(Facts(die, 4, needed, 7))
        return 28

    slowest = max(microseconds(partial(book.survey, position, unit), 1) for position, unit in surveyed)
    return [
        Timing("copying a state", microseconds(state.copy, 20_000), "µs"),
        Timing("odds from their facts, cached", microseconds(lambda: SHOT.odds(Facts(die, 4, 9, 7)), 20_000), "µs"),
        Timing("odds from their facts, not cached", 1e6 / max(rate(uncached) for _ in range(ROUNDS)), "µs"),
        Timing("survey of a unit, on average", 1e6 / max(rate(survey_all) for _ in range(ROUNDS)), "µs"),
        Timing("survey of a unit, the slowest", slowest, "µs"),
    ]


def _core() -> list[Timing]:
    """The Core rules, at 100 points a side: cover, odds in stages, surveys, whole games."""
    table, gathered = Table("core", "long-arm", 0), Table("core", "long-arm", 0, scatter="off")
    for seed, one in enumerate((table, gathered) * 2):  # at random hardly anybody comes to fire
        one.greedy_game(seed, one.keep)
    found = _cover(table)
    for name, facts in _shots((table, gathered)).items():
        found.append(Timing(f"Core: odds of a {name} shot, not cached", _uncached(facts), "µs"))
    surveys = [microseconds(partial(table.book.survey, state, unit), 1) for state, unit in table.surveyed]
    seeds = count()
    games = max(rate(lambda: table.greedy_game(next(seeds)) is not None) for _ in range(ROUNDS))
    return [
        *found,
        Timing("Core: survey of a unit, on average", sum(surveys) / len(surveys), "µs"),
        Timing("Core: survey of a unit, the slowest", max(surveys), "µs"),
        Timing("Core: greedy against greedy at 100 points a side", 1 / games, "s a game"),
    ]


def _cover(table: Table) -> list[Timing]:
    """What is seen of a square: with the lines of its offset drawn before, and with none drawn."""
    last: CoreState = table.positions[-1]
    cover, occupied, size = last.ground.cover, last.units.occupied, last.ground.grid.size
    pairs = [(here, there) for here in range(0, size, 13) for there in range(0, size, 7) if here != there]

    def look() -> float:
        for here, there in pairs:
            cover.masked(here, there, occupied)
        return len(pairs)

    def first(here: int, there: int) -> int:
        cover.forget()
        return int(cover.masked(here, there, occupied))

    look()
    there = 1e6 / max(rate(look) for _ in range(ROUNDS))
    slowest = max(microseconds(partial(first, *pair), 1) for pair in pairs[::5])
    return [
        Timing("Core: what is seen of a square, its lines drawn before", there, "µs"),
        Timing("Core: the same with its lines drawn first, the slowest", slowest, "µs"),
    ]


def _shots(tables: tuple[Table, ...]) -> dict[str, list[shot.Facts]]:
    """The facts of all shots that could be announced in any of the positions, by their kind."""
    found: dict[str, dict[shot.Facts, None]] = {name: {} for name in ("direct", "covered", "parabolic", "scattering")}
    for table in tables:
        for state in table.shots:
            for order in table.book.orders(state):
                if isinstance(order, Announce):
                    facts, _ = shot.facts_of(state, gunnery.shot_of(state, order))
                    direct, high = "covered" if facts.cover else "direct", "scattering" if facts.miss else "parabolic"
                    found[high if facts.colour == shot.BLUE else direct][facts] = None
    return {name: [*facts] for name, facts in found.items()}


def _uncached(facts: list[shot.Facts]) -> float:
    """What the odds of one shot take when nothing is remembered."""

    def work() -> float:
        shot.DIRECT.forget()
        shot.PARABOLIC.forget()
        for one in facts:
            shot.chances(one)
        return len(facts)

    return 1e6 / max(rate(work) for _ in range(ROUNDS))


def _squadron(table: Table) -> list[Timing]:
    """Panzer Squadron, at 500 points a side: odds, surveys of tanks that drive and that fire, whole games."""
    facts = {
        shooting.facts_of(state, order, look(state, order.unit, order.target, order.corner))[0]
        for state in table.shots
        for order in table.book.orders(state)
        if isinstance(order, Fire)
    }

    def uncached() -> float:
        shooting.SHOT.forget()
        for one in facts:
            shooting.odds_of(one)
        return len(facts)

    surveys = [microseconds(partial(table.book.survey, state, unit), 1) for state, unit in table.surveyed]
    seeds = count()
    games = max(rate(lambda: table.greedy_game(next(seeds)) is not None) for _ in range(ROUNDS))
    return [
        Timing("Squadron: odds of a shot, not cached", 1e6 / max(rate(uncached) for _ in range(ROUNDS)), "µs"),
        Timing("Squadron: survey of a tank, on average", sum(surveys) / len(surveys), "µs"),
        Timing("Squadron: survey of a tank, the slowest", max(surveys), "µs"),
        Timing("Squadron: greedy against greedy at 500 points a side", 1 / games, "s a game"),
    ]


def _panzerkampf() -> list[Timing]:
    """Panzerkampf: what a hand that drags one of sixty models asks for, surveys, values of positions, whole games."""
    table = Table("panzerkampf", "ridge", 0)
    table.greedy_game(1, table.keep)
    drags = [microseconds(partial(driving.preview, *drag), 1) for drag in _drags()]
    surveys = [microseconds(partial(table.book.survey, state, unit), 1) for state, unit in table.surveyed]
    tactics = tactics_of(table.book)
    turns = [(state, table.book.turn(state).side) for state in table.positions]
    values = [microseconds(partial(tactics.value, state, side, tactics.WEIGHTS), 1) for state, side in turns]
    seeds = count()
    games = max(rate(lambda: table.greedy_game(next(seeds)) is not None) for _ in range(ROUNDS))
    limit = f" ({table.limit})" if table.limit else ""
    return [
        Timing("Panzerkampf: a dragged pose among 60 models, on average", sum(drags) / len(drags) / 1000, "ms"),
        Timing("Panzerkampf: a dragged pose among 60 models, the slowest", max(drags) / 1000, "ms"),
        Timing("Panzerkampf: survey of a unit, on average", sum(surveys) / len(surveys) / 1000, "ms"),
        Timing("Panzerkampf: survey of a unit, the slowest", max(surveys) / 1000, "ms"),
        Timing("Panzerkampf: value of a position, on average", sum(values) / len(values) / 1000, "ms"),
        Timing(f"Panzerkampf: greedy against greedy at 2000 points a side{limit}", 1 / games, "s a game"),
    ]


def _drags() -> list[tuple[Any, Move]]:
    """Paths of all units of a side on a full table, turned every way, some of them farther than they may go."""
    book, dice = load("panzerkampf"), SeededDice("a full table")
    army = Army({"medium-tank": 10, "light-tank": 8, "infantry": 8, "recon-car": 4})
    state = book.start(msgspec.structs.replace(book.library.build("ridge"), limit=5_500, red=army, blue=army))
    while (turn := book.turn(state)).phase != "movement":
        for event in book.decide(state, book.sample(state, dice), dice):
            book.evolve(state, event)
    paths = [((deg, length * CM), (-deg // 2, length * CM)) for deg in range(-150, 180, 30) for length in (4, 12)]
    own = [number for number, unit in book.units(state).items() if unit.side is turn.side and not unit.lost]
    return [(state, Move(unit, path)) for unit in own for path in paths]
