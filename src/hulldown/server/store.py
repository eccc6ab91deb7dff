"""Where matches are kept: one small class over SQLAlchemy Core, on SQLite or any database that it speaks to.

What is written here is written for good: SQLite runs with a write-ahead log and waits for the disk at every commit.
Tokens are kept as hashes only; seeds and dice keys are in the vault, apart from the matches.
"""

import logging
import secrets
from base64 import urlsafe_b64encode
from collections.abc import Mapping, Sequence
from contextlib import suppress
from hashlib import blake2b
from typing import Any

import msgspec
import sqlalchemy as sql
from sqlalchemy.ext.asyncio import AsyncConnection

from hulldown.kernel.dice import SeededDice
from hulldown.kernel.files import Fault
from hulldown.kernel.record import Anchors, Typed
from hulldown.kernel.side import Side
from hulldown.kernel.wire import decode, encode
from hulldown.kernel.work import Work
from hulldown.server.database import Conflict, Database
from hulldown.server.protocol import Bots, Names, Offer, Standing, Wrong
from hulldown.server.vault import KeyRow, Vault

VERSION = 4
LOST = (
    "the secrets of these matches are not here (%s is new): dice fall again once new keys were agreed on, and matches "
    "with dice of a seed can only be watched"
)
Reasons = dict[int, tuple[str, ...]]  # by lines, why a bot gave the order, in sentences
metadata = sql.MetaData()
versions = sql.Table("versions", metadata, sql.Column("number", sql.Integer, primary_key=True, autoincrement=False))
matches = sql.Table(
    "matches",
    metadata,
    sql.Column("id", sql.String(40), primary_key=True),
    sql.Column("rulebook", sql.String(40), nullable=False),
    sql.Column("version", sql.String(40), nullable=False),
    sql.Column("setup", sql.Text, nullable=False),
    sql.Column("kind", sql.String(20), nullable=False),
    sql.Column("forked", sql.Integer, nullable=False),
    sql.Column("sitting", sql.Text, nullable=False),
)
seats = sql.Table(
    "seats",
    metadata,
    sql.Column("match", sql.String(40), sql.ForeignKey("matches.id"), primary_key=True),
    sql.Column("token", sql.String(40), primary_key=True),
    sql.Column("role", sql.String(20), nullable=False),
    sql.Column("side", sql.Integer),
    sql.Column("claimed", sql.Boolean, nullable=False, default=False),
    sql.Column("opened", sql.Integer),
    sql.Index("seats_by_token", "token"),
)
lines = sql.Table(
    "lines",
    metadata,
    sql.Column("match", sql.String(40), sql.ForeignKey("matches.id"), primary_key=True),
    sql.Column("position", sql.Integer, primary_key=True, autoincrement=False),
    sql.Column("text", sql.Text, nullable=False),
)
answers = sql.Table(
    "answers",
    metadata,
    sql.Column("match", sql.String(40), sql.ForeignKey("matches.id"), primary_key=True),
    sql.Column("seat", sql.String(40), primary_key=True),
    sql.Column("id", sql.String(64), primary_key=True),
    sql.Column("answer", sql.Text, nullable=False),
)
reasons = sql.Table(
    "reasons",
    metadata,
    sql.Column("match", sql.String(40), sql.ForeignKey("matches.id"), primary_key=True),
    sql.Column("position", sql.Integer, primary_key=True, autoincrement=False),
    sql.Column("text", sql.Text, nullable=False),
)
terrains = sql.Table(
    "terrains",
    metadata,
    sql.Column("id", sql.String(40), primary_key=True),
    sql.Column("text", sql.Text, nullable=False),
)

links = sql.Table(
    "links",
    metadata,
    sql.Column("match", sql.String(40), sql.ForeignKey("matches.id"), primary_key=True),
    sql.Column("set", sql.Integer, key="number", primary_key=True, autoincrement=False),
    sql.Column("roll", sql.Integer, primary_key=True, autoincrement=False),
    sql.Column("chain", sql.Integer, primary_key=True, autoincrement=False),
    sql.Column("link", sql.String(64), nullable=False),
)

works = sql.Table(
    "works",
    metadata,
    sql.Column("id", sql.String(22), primary_key=True),
    sql.Column("work", sql.Text, nullable=False),
    sql.Column("licence", sql.String(60), nullable=False),
    sql.Column("since", sql.Integer, nullable=False),
)

logger = logging.getLogger("hulldown.server")
PLAYS, BOTH, WATCHES, INVITES, WITHDRAWN = "play", "both", "watch", "invitation", "withdrawn"


class Sitting(msgspec.Struct, frozen=True):
    """Who sits at a table and what lies on it beside the game.

    `began` is when the match was made, and `since` when the last line was stored or a seat taken, in seconds since
    1970. `seed_hash` promises the seed of a match that has one; `end` is the last line of a record as it was given, or
    the one that told a seed. `dice` are the anchors in the set-up line of a match with sealed dice, or say that
    people roll; `asked` is how often each side has asked for new keys.
    """

    names: Names
    bots: Bots = (None, None)
    offers: tuple[Offer, ...] = ()
    since: int = 0
    rematch: str | None = None
    standing: tuple[Standing | None, Standing | None] = (None, None)
    seed_hash: str = ""
    end: str = ""
    dice: Anchors | Typed | None = None
    asked: tuple[int, int] = (0, 0)
    began: int = 0


class MatchRow(msgspec.Struct, frozen=True):
    """A match but for its lines. Of a fork, `forked` lines were played elsewhere, with other dice.

    The seed is kept in the vault: where it is empty, and dice are not sealed, it is lost. Where people roll, it
    is for the dice that they have rolled for them.
    """

    id: str
    rulebook: str
    version: str
    setup: str
    seed: str
    kind: str
    sitting: Sitting
    forked: int = 0


class KeptWork(msgspec.Struct, frozen=True):
    """A work on this server's shelf: under which licence, and since when."""

    work: Work
    licence: str
    since: int


class Seat(msgspec.Struct, frozen=True):
    """What a token is good for. `token` is its hash. An invitation was last `opened` then, in seconds since 1970."""

    match: str
    token: str
    role: str
    side: Side | None = None
    claimed: bool = False
    opened: int | None = None

    @property
    def acts(self) -> bool:
        return self.role in (PLAYS, BOTH)


def new_token() -> str:
    """160 bits that nobody can guess."""
    return secrets.token_urlsafe(20)


def watch_token(token: str) -> str:
    """The token to watch with that goes with an invitation or a seat. It does not lead back to it."""
    key = blake2b(token.encode(), digest_size=20, person=b"hulldown watch").digest()
    return urlsafe_b64encode(key).decode().rstrip("=")


def claimed_token(invitation: str, claim: str) -> str:
    """The token of the seat that a claim takes: the same whenever it is asked for, and only for who knows both."""
    key = blake2b(f"{invitation} {claim}".encode(), digest_size=20, person=b"hulldown claim").digest()
    return urlsafe_b64encode(key).decode().rstrip("=")


def hashed(token: str) -> str:
    return blake2b(token.encode(), digest_size=20, person=b"hulldown seat").hexdigest()


def _seat_from(row: Mapping[Any, Any]) -> Seat:
    side = None if row["side"] is None else Side(row["side"])
    return Seat(row["match"], row["token"], row["role"], side, bool(row["claimed"]), row["opened"])


def promised(seed: str, forked: int = 0) -> str:
    """The hash of a match's seed, which its set-up line carries; none of a fork, whose first lines had other dice."""
    return SeededDice(seed).commitment if seed and not forked else ""


class Store:
    """The database of matches, and the vault beside it. Each writes one after the other, in one transaction."""

    def __init__(self, url: str) -> None:
        self._database = Database(sql.make_url(url))
        self._vault = Vault(self._database)
        self._begin = self._database.begin

    async def open(self) -> None:
        """Makes what is lacking; raises `Fault` on a database of a newer Hulldown."""
        self._database.close_to_others()
        await self._vault.open()
        async with self._begin() as connection:
            await connection.run_sync(metadata.create_all)
            number = (await connection.execute(sql.select(versions.c.number))).scalar_one_or_none()
            if number is None:
                await connection.execute(sql.insert(versions).values(number=VERSION))
            elif number > VERSION:
                told = f"a newer Hulldown made it (version {number}; this one knows {VERSION}); update Hulldown"
                raise Fault("database", f"{told} or give another database")
        if number is not None and number < 3:
            await self._move_secrets()
        if number is not None and number < 4:
            await self._add_times()
        if await self._vault.is_empty() and await self._has_matches():
            logger.warning(LOST, self._vault.path or "their place")

    async def _has_matches(self) -> bool:
        chosen = sql.select(matches.c.id).where(matches.c.kind != "record").limit(1)
        async with self._begin() as connection:
            return (await connection.execute(chosen)).first() is not None

    async def _move_secrets(self) -> None:
        """Up to version 2 seeds and keys were kept with the matches. First they are put away, then they are erased."""
        async with self._begin() as connection:
            names = await connection.run_sync(lambda found: sql.inspect(found).get_table_names())
            chosen = sql.text("SELECT id, seed, forked, kind, sitting FROM matches")
            rows = (await connection.execute(chosen)).all()
            drawn = sql.text("SELECT match, anchor, secret FROM keys WHERE secret IS NOT NULL")
            kept = (await connection.execute(drawn)).all() if "keys" in names else []
        for row in rows:
            own = [KeyRow(anchor, secret) for match, anchor, secret in kept if match == row.id]
            await self._vault.put(row.id, own, row.seed)
        async with self._begin() as connection:
            for row in rows:
                sitting = msgspec.json.decode(row.sitting, type=Sitting)
                if row.seed:
                    told = msgspec.structs.replace(sitting, seed_hash=promised(row.seed, row.forked))
                    await _sit(connection, row.id, told)
            await connection.execute(sql.text("ALTER TABLE matches DROP COLUMN seed"))
            await connection.execute(sql.text("DROP TABLE IF EXISTS keys"))
            await connection.execute(sql.update(versions).values(number=3))

    async def _add_times(self) -> None:
        """Up to version 3 nobody kept when an invitation was looked at."""
        async with self._begin() as connection:
            columns = await connection.run_sync(lambda found: sql.inspect(found).get_columns("seats"))
            if all(column["name"] != "opened" for column in columns):
                await connection.execute(sql.text("ALTER TABLE seats ADD COLUMN opened INTEGER"))
            await connection.execute(sql.update(versions).values(number=4))

    async def close(self) -> None:
        await self._vault.close()
        await self._database.close()

    async def add_match(
        self, row: MatchRow, places: Sequence[Seat], texts: Sequence[str] = (), keys: Sequence[KeyRow] = ()
    ) -> None:
        await self._vault.put(row.id, keys, row.seed)
        async with self._begin() as connection:
            await _add_match(connection, row, places, texts)

    async def keys(self, match: str) -> list[KeyRow]:
        return await self._vault.keys(match)

    async def keep_link(self, match: str, number: int, roll: int, chain: int, link: str) -> None:
        """A link that a seat has shown, for good; the same one twice is the same as once."""
        values = {"match": match, "number": number, "roll": roll, "chain": chain, "link": link}
        with suppress(Conflict):
            async with self._begin() as connection:
                await connection.execute(sql.insert(links).values(**values))

    async def links(self, match: str, number: int, roll: int) -> dict[int, str]:
        """The links that seats have shown for a roll, by chain."""
        chosen = sql.select(links.c.chain, links.c.link).where(
            links.c.match == match, links.c.number == number, links.c.roll == roll
        )
        async with self._begin() as connection:
            return {row.chain: row.link for row in await connection.execute(chosen)}

    async def has_link(self, match: str, chain: int, link: str) -> bool:
        chosen = sql.select(links.c.roll).where(links.c.match == match, links.c.chain == chain, links.c.link == link)
        async with self._begin() as connection:
            return (await connection.execute(chosen)).first() is not None

    async def head(self, match: str) -> int:
        """How many lines of a match are stored."""
        chosen = sql.select(sql.func.count()).select_from(lines).where(lines.c.match == match)
        async with self._begin() as connection:
            return int((await connection.execute(chosen)).scalar_one())

    async def match(self, match: str) -> tuple[MatchRow, list[str], Reasons] | None:
        """A match, the lines of its log, and the reasons for them."""
        async with self._begin() as connection:
            row = (await connection.execute(sql.select(matches).where(matches.c.id == match))).mappings().first()
            if row is None:
                return None
            chosen = sql.select(lines.c.text).where(lines.c.match == match).order_by(lines.c.position)
            texts = list((await connection.execute(chosen)).scalars())
            told = sql.select(reasons.c.position, reasons.c.text).where(reasons.c.match == match)
            why = {
                place: msgspec.json.decode(text, type=tuple[str, ...]) for place, text in await connection.execute(told)
            }
        sitting = msgspec.json.decode(row["sitting"], type=Sitting)
        return MatchRow(**{**row, "sitting": sitting, "seed": await self._vault.seed(match)}), texts, why

    async def write(
        self,
        match: str,
        head: int,
        texts: Sequence[str],
        sitting: Sitting,
        answer: tuple[str, str, str] | None = None,
        why: Reasons | None = None,
        keys: Sequence[KeyRow] = (),
    ) -> None:
        """Lines from the position `head` on, the table beside them, the answer (seat, id, text): all or nothing.

        So are the reasons for these lines, which no record has, and the keys that they tell of.
        """
        await self._vault.put(match, keys)
        async with self._begin() as connection:
            await _write(connection, match, head, texts, sitting, answer)
            told = [
                {"match": match, "position": at, "text": msgspec.json.encode(one).decode()}
                for at, one in (why or {}).items()
            ]
            if told:
                await connection.execute(sql.insert(reasons), told)

    async def add_rematch(
        self,
        old: str,
        head: int,
        sitting: Sitting,
        answer: tuple[str, str, str],
        row: MatchRow,
        places: Sequence[Seat],
        keys: Sequence[KeyRow] = (),
    ) -> None:
        await self._vault.put(row.id, keys, row.seed)
        async with self._begin() as connection:
            await _add_match(connection, row, places, ())
            await _write(connection, old, head, (), sitting, answer)

    async def answer(self, match: str, seat: str, client_id: str) -> str | None:
        """The first answer to a message, if it was accepted before."""
        chosen = sql.select(answers.c.answer).where(
            answers.c.match == match, answers.c.seat == seat, answers.c.id == client_id
        )
        async with self._begin() as connection:
            return (await connection.execute(chosen)).scalar_one_or_none()

    async def seat(self, match: str, token: str) -> Seat | None:
        opens = seats.c.role.not_in((INVITES, WITHDRAWN))
        return await self._seat(seats.c.match == match, seats.c.token == hashed(token), opens)

    async def invitation(self, token: str) -> Seat | None:
        return await self._seat(seats.c.token == hashed(token), seats.c.role.in_((INVITES, WITHDRAWN)))

    async def _seat(self, *where: sql.ColumnElement[bool]) -> Seat | None:
        async with self._begin() as connection:
            row = (await connection.execute(sql.select(seats).where(*where))).mappings().first()
        return None if row is None else _seat_from(row)

    async def add_watcher(self, match: str, token: str) -> None:
        """One more token to watch with; the same one twice is the same as once."""
        with suppress(Conflict):
            async with self._begin() as connection:
                seat = Seat(match, hashed(token), WATCHES)
                await connection.execute(sql.insert(seats), [msgspec.structs.asdict(seat)])

    async def seats_of(self, match: str) -> list[Seat]:
        async with self._begin() as connection:
            rows = (await connection.execute(sql.select(seats).where(seats.c.match == match))).mappings().all()
        return [_seat_from(row) for row in rows]

    async def claim(
        self,
        invitation: Seat,
        token: str,
        sitting: Sitting,
        head: int = 0,
        texts: Sequence[str] = (),
        keys: Sequence[KeyRow] = (),
    ) -> bool:
        """Takes the seat of an invitation, once; whoever comes second does not get it. The seat's key comes with it."""
        taking = (
            sql.update(seats)
            .where(
                seats.c.match == invitation.match,
                seats.c.token == invitation.token,
                seats.c.role == INVITES,
                sql.not_(seats.c.claimed),
            )
            .values(claimed=True)
        )
        await self._vault.put(invitation.match, keys)
        async with self._begin() as connection:
            if (await connection.execute(taking)).rowcount != 1:
                return False
            seat = Seat(invitation.match, hashed(token), PLAYS, invitation.side, True)
            await connection.execute(sql.insert(seats), [msgspec.structs.asdict(seat)])
            await _add_lines(connection, invitation.match, head, texts)
            await _sit(connection, invitation.match, sitting)
        return True

    async def invite(self, match: str, places: Sequence[Seat] = ()) -> bool:
        """Takes back the open link to a seat and makes another, if one is given; not, if somebody has the seat."""
        closing = (
            sql.update(seats)
            .where(seats.c.match == match, seats.c.role == INVITES, sql.not_(seats.c.claimed))
            .values(role=WITHDRAWN)
        )
        playing = sql.select(sql.func.count()).select_from(seats).where(seats.c.match == match, seats.c.role == PLAYS)
        async with self._begin() as connection:
            await connection.execute(closing)
            if (await connection.execute(playing)).scalar_one() != 1:
                return False
            if places:
                await connection.execute(sql.insert(seats), [msgspec.structs.asdict(seat) for seat in places])
        return True

    async def keep_opened(self, invitation: Seat, when: int) -> None:
        chosen = seats.c.match == invitation.match, seats.c.token == invitation.token
        async with self._begin() as connection:
            await connection.execute(sql.update(seats).where(*chosen).values(opened=when))

    async def keep_terrain(self, terrain: str, text: str) -> None:
        if await self.terrain(terrain) is None:
            with suppress(Conflict):  # another server was first, with the same text
                async with self._begin() as connection:
                    await connection.execute(sql.insert(terrains).values(id=terrain, text=text))

    async def keep_works(self, found: Sequence[Work], licence: str, since: int, most: int) -> None:
        """Keeps works for good, under the licence of whoever brought them first; raises `Wrong` on a full shelf."""
        async with self._begin() as connection:
            known = sql.select(works.c.id).where(works.c.id.in_([work.id for work in found]))
            there = set((await connection.execute(known)).scalars())
            fresh = {work.id: work for work in found if work.id not in there}
            many = (await connection.execute(sql.select(sql.func.count()).select_from(works))).scalar_one()
            if many + len(fresh) > most:
                raise Wrong("work/full", f"This server keeps {most:,} works and has no room for more.", 507)
            for work_id, work in fresh.items():
                row = {"id": work_id, "work": encode(work).decode(), "licence": licence, "since": since}
                await connection.execute(sql.insert(works).values(row))

    async def work(self, work_id: str) -> KeptWork | None:
        async with self._begin() as connection:
            row = (await connection.execute(sql.select(works).where(works.c.id == work_id))).mappings().first()
        return None if row is None else KeptWork(decode(row["work"].encode(), Work), row["licence"], row["since"])

    async def forget_work(self, work_id: str) -> bool:
        """For the operator: matches that were made of it hold what it says, and stay."""
        async with self._begin() as connection:
            gone = await connection.execute(sql.delete(works).where(works.c.id == work_id))
        return bool(gone.rowcount)

    async def all_works(self) -> list[KeptWork]:
        async with self._begin() as connection:
            rows = (await connection.execute(sql.select(works).order_by(works.c.since, works.c.id))).mappings().all()
        return [KeptWork(decode(row["work"].encode(), Work), row["licence"], row["since"]) for row in rows]

    async def terrain(self, terrain: str) -> str | None:
        async with self._begin() as connection:
            chosen = await connection.execute(sql.select(terrains.c.text).where(terrains.c.id == terrain))
            return chosen.scalar_one_or_none()


async def _add_match(connection: AsyncConnection, row: MatchRow, places: Sequence[Seat], texts: Sequence[str]) -> None:
    values = msgspec.structs.asdict(row) | {"sitting": msgspec.json.encode(row.sitting).decode()}
    del values["seed"]  # it is in the vault
    await connection.execute(sql.insert(matches).values(**values))
    if places:
        await connection.execute(sql.insert(seats), [msgspec.structs.asdict(seat) for seat in places])
    await _add_lines(connection, row.id, 0, texts)


async def _add_lines(connection: AsyncConnection, match: str, head: int, texts: Sequence[str]) -> None:
    rows = [{"match": match, "position": head + at, "text": text} for at, text in enumerate(texts)]
    if rows:
        await connection.execute(sql.insert(lines), rows)


async def _sit(connection: AsyncConnection, match: str, sitting: Sitting) -> None:
    text = msgspec.json.encode(sitting).decode()
    await connection.execute(sql.update(matches).where(matches.c.id == match).values(sitting=text))


async def _write(
    connection: AsyncConnection,
    match: str,
    head: int,
    texts: Sequence[str],
    sitting: Sitting,
    answer: tuple[str, str, str] | None,
) -> None:
    await _add_lines(connection, match, head, texts)
    await _sit(connection, match, sitting)
    if answer is not None:
        seat, client_id, text = answer
        await connection.execute(sql.insert(answers).values(match=match, seat=seat, id=client_id, answer=text))
