"""Where matches are kept: one small class over SQLAlchemy Core, on SQLite or any database that it speaks to.

What is written here is written for good: SQLite runs with a write-ahead log and waits for the disk at every commit.
Secrets are kept as hashes only.
"""

import asyncio
import os
import secrets
from base64 import urlsafe_b64encode
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from hashlib import blake2b
from typing import Any

import msgspec
import sqlalchemy as sql
from sqlalchemy.exc import IntegrityError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.pool import StaticPool

from hulldown.kernel.files import Fault
from hulldown.kernel.record import Anchors
from hulldown.kernel.side import Side
from hulldown.server.protocol import Bots, Names, Offer, Standing

VERSION = 2
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
    sql.Column("seed", sql.String(80), nullable=False),
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

keys = sql.Table(
    "keys",
    metadata,
    sql.Column("match", sql.String(40), sql.ForeignKey("matches.id"), primary_key=True),
    sql.Column("set", sql.Integer, key="number", primary_key=True, autoincrement=False),
    sql.Column("chain", sql.Integer, primary_key=True, autoincrement=False),
    sql.Column("anchor", sql.String(64), nullable=False),
    sql.Column("secret", sql.String(64)),
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

PLAYS, BOTH, WATCHES, INVITES = "play", "both", "watch", "invitation"


class Sitting(msgspec.Struct, frozen=True):
    """Who sits at a table and what lies on it beside the game.

    `since` is when the last line was stored or a seat taken, in seconds since 1970. `end` is the last line of a record,
    as it was given. `dice` are the anchors in the set-up line of a match with sealed dice,
    `asked` is how often each side has asked for new keys.
    """

    names: Names
    bots: Bots = (None, None)
    offers: tuple[Offer, ...] = ()
    since: int = 0
    rematch: str | None = None
    standing: tuple[Standing | None, Standing | None] = (None, None)
    seed_hash: str = ""
    end: str = ""
    dice: Anchors | None = None
    asked: tuple[int, int] = (0, 0)


class MatchRow(msgspec.Struct, frozen=True):
    """A match but for its lines. Of a fork, `forked` lines were played elsewhere, with other dice."""

    id: str
    rulebook: str
    version: str
    setup: str
    seed: str
    kind: str
    sitting: Sitting
    forked: int = 0


class KeyRow(msgspec.Struct, frozen=True):
    """A key of a set of keys: of the host, Red or Blue (0, 1, 2); its secret, where the host has it."""

    number: int
    chain: int
    anchor: str
    secret: str | None


class Seat(msgspec.Struct, frozen=True):
    """What a token is good for. `token` is its hash."""

    match: str
    token: str
    role: str
    side: Side | None = None
    claimed: bool = False

    @property
    def acts(self) -> bool:
        return self.role in (PLAYS, BOTH)


class Conflict(Exception):
    """Somebody else has written there already."""


class StoreFailed(Exception):
    """The database did not take it; nothing was kept."""


def new_token() -> str:
    """160 bits that nobody can guess."""
    return secrets.token_urlsafe(20)


def watch_token(invitation: str) -> str:
    """The token to watch with that goes with an invitation. It does not lead back to it."""
    key = blake2b(invitation.encode(), digest_size=20, person=b"hulldown watch").digest()
    return urlsafe_b64encode(key).decode().rstrip("=")


def hashed(token: str) -> str:
    return blake2b(token.encode(), digest_size=20, person=b"hulldown seat").hexdigest()


def _seat_from(row: Mapping[Any, Any]) -> Seat:
    side = None if row["side"] is None else Side(row["side"])
    return Seat(row["match"], row["token"], row["role"], side, bool(row["claimed"]))


def _careful(connection: Any, record: Any) -> None:
    """SQLite keeps what it said it kept, also when the power fails."""
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=5000"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


class Store:
    """The database. Writing goes one after the other, each in one transaction."""

    def __init__(self, url: str) -> None:
        self.url = sql.make_url(url)
        lite = self.url.get_backend_name() == "sqlite"
        self._engine: AsyncEngine = (
            create_async_engine(self.url, poolclass=StaticPool, hide_parameters=True)
            if lite
            else create_async_engine(self.url, hide_parameters=True)  # errors are logged, and some values are secrets
        )
        # SQLite has one connection for all: a reader must not look into a transaction that is under way.
        self._turn = asyncio.Lock() if lite else None
        if lite:
            sql.event.listen(self._engine.sync_engine, "connect", _careful)

    async def open(self) -> None:
        """Makes what is lacking; raises `Fault` on a database of a newer Hulldown."""
        self._close_to_others()
        async with self._begin() as connection:
            await connection.run_sync(metadata.create_all)
            number = (await connection.execute(sql.select(versions.c.number))).scalar_one_or_none()
            if number is None:
                await connection.execute(sql.insert(versions).values(number=VERSION))
            elif number > VERSION:
                told = f"a newer Hulldown made it (version {number}; this one knows {VERSION}); update Hulldown"
                raise Fault("database", f"{told} or give another database")
            elif number < VERSION:
                await connection.execute(sql.update(versions).values(number=VERSION))

    def _close_to_others(self) -> None:
        """The file of an SQLite database holds secrets, and is for its owner only."""
        path = self.url.database
        if self._turn is None or not path or path == ":memory:" or path.startswith("file:"):
            return
        with suppress(OSError):  # what cannot be opened at all is told by the database
            os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
            os.chmod(path, 0o600)

    async def close(self) -> None:
        await self._engine.dispose()

    @asynccontextmanager
    async def _begin(self) -> AsyncIterator[AsyncConnection]:
        """A transaction. What was begun is finished, also when the one who asked for it has gone."""
        try:
            if self._turn is None:
                async with self._engine.begin() as connection:
                    yield connection
            else:
                async with self._turn, self._engine.begin() as connection:
                    yield connection
        except IntegrityError as error:
            raise Conflict(str(error.orig)) from error
        except SQLAlchemyError as error:
            raise StoreFailed(str(error)) from error

    async def add_match(
        self, row: MatchRow, places: Sequence[Seat], texts: Sequence[str] = (), keys: Sequence[KeyRow] = ()
    ) -> None:
        async with self._begin() as connection:
            await _add_match(connection, row, places, texts)
            await _put_keys(connection, row.id, keys)

    async def keys(self, match: str) -> list[KeyRow]:
        chosen = sql.select(keys.c.number, keys.c.chain, keys.c.anchor, keys.c.secret).where(keys.c.match == match)
        async with self._begin() as connection:
            return [KeyRow(*row) for row in await connection.execute(chosen)]

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
        return MatchRow(**{**row, "sitting": msgspec.json.decode(row["sitting"], type=Sitting)}), texts, why

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
        async with self._begin() as connection:
            await _write(connection, match, head, texts, sitting, answer)
            await _put_keys(connection, match, keys)
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
        async with self._begin() as connection:
            await _add_match(connection, row, places, ())
            await _put_keys(connection, row.id, keys)
            await _write(connection, old, head, (), sitting, answer)

    async def answer(self, match: str, seat: str, client_id: str) -> str | None:
        """The first answer to a message, if it was accepted before."""
        chosen = sql.select(answers.c.answer).where(
            answers.c.match == match, answers.c.seat == seat, answers.c.id == client_id
        )
        async with self._begin() as connection:
            return (await connection.execute(chosen)).scalar_one_or_none()

    async def seat(self, match: str, token: str) -> Seat | None:
        return await self._seat(seats.c.match == match, seats.c.token == hashed(token), seats.c.role != INVITES)

    async def invitation(self, token: str) -> Seat | None:
        return await self._seat(seats.c.token == hashed(token), seats.c.role == INVITES)

    async def _seat(self, *where: sql.ColumnElement[bool]) -> Seat | None:
        async with self._begin() as connection:
            row = (await connection.execute(sql.select(seats).where(*where))).mappings().first()
        return None if row is None else _seat_from(row)

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
            .where(seats.c.match == invitation.match, seats.c.token == invitation.token, sql.not_(seats.c.claimed))
            .values(claimed=True)
        )
        async with self._begin() as connection:
            if (await connection.execute(taking)).rowcount != 1:
                return False
            seat = Seat(invitation.match, hashed(token), PLAYS, invitation.side, True)
            await connection.execute(sql.insert(seats), [msgspec.structs.asdict(seat)])
            await _add_lines(connection, invitation.match, head, texts)
            await _put_keys(connection, invitation.match, keys)
            await _sit(connection, invitation.match, sitting)
        return True

    async def keep_terrain(self, terrain: str, text: str) -> None:
        if await self.terrain(terrain) is None:
            with suppress(Conflict):  # another server was first, with the same text
                async with self._begin() as connection:
                    await connection.execute(sql.insert(terrains).values(id=terrain, text=text))

    async def terrain(self, terrain: str) -> str | None:
        async with self._begin() as connection:
            chosen = await connection.execute(sql.select(terrains.c.text).where(terrains.c.id == terrain))
            return chosen.scalar_one_or_none()


async def _add_match(connection: AsyncConnection, row: MatchRow, places: Sequence[Seat], texts: Sequence[str]) -> None:
    values = msgspec.structs.asdict(row) | {"sitting": msgspec.json.encode(row.sitting).decode()}
    await connection.execute(sql.insert(matches).values(**values))
    if places:
        await connection.execute(sql.insert(seats), [msgspec.structs.asdict(seat) for seat in places])
    await _add_lines(connection, row.id, 0, texts)


async def _add_lines(connection: AsyncConnection, match: str, head: int, texts: Sequence[str]) -> None:
    rows = [{"match": match, "position": head + at, "text": text} for at, text in enumerate(texts)]
    if rows:
        await connection.execute(sql.insert(lines), rows)


async def _put_keys(connection: AsyncConnection, match: str, rows: Sequence[KeyRow]) -> None:
    for row in rows:
        same = (keys.c.match == match, keys.c.number == row.number, keys.c.chain == row.chain)
        await connection.execute(sql.delete(keys).where(*same))
        await connection.execute(sql.insert(keys).values(match=match, **msgspec.structs.asdict(row)))


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
