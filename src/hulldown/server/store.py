"""Where matches are kept: one small class over SQLAlchemy Core, on SQLite or any database that it speaks to.

What is written here is written for good: SQLite runs with a write-ahead log and waits for the disk at every commit.
Tokens are kept as hashes only; seeds and dice keys are in the vault, apart from the matches.
"""

import logging
import secrets
import zlib
from base64 import urlsafe_b64encode
from collections.abc import Collection, Mapping, Sequence
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
from hulldown.server import clock, migrations
from hulldown.server.database import Conflict, Database
from hulldown.server.news import news_on
from hulldown.server.protocol import Bots, Names, Offer, Standing, Wrong
from hulldown.server.vault import KeyRow, Vault

LOST = (
    "the secrets of these matches are not here (%s is new): dice fall again once new keys were agreed on, and matches "
    "with dice of a seed can only be watched"
)
Reasons = dict[int, tuple[str, ...]]  # by lines, why a bot gave the order, in sentences
metadata = sql.MetaData()
versions = sql.Table("versions", metadata, sql.Column("number", sql.Integer, primary_key=True, autoincrement=False))
"""Told programs what they could open, until `migrations` did."""
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
    sql.Column("opened", sql.Integer),
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

parcels = sql.Table(
    "parcels",
    metadata,
    sql.Column("id", sql.String(40), primary_key=True),
    sql.Column("text", sql.Text, nullable=False),
    sql.Column("since", sql.Integer, nullable=False),
)

analyses = sql.Table(
    "analyses",
    metadata,
    sql.Column("record", sql.String(64), primary_key=True),
    sql.Column("model", sql.String(16), primary_key=True),
    sql.Column("text", sql.Text, nullable=False),
    sql.Column("since", sql.Integer, nullable=False),
)

archive = sql.Table(
    "archive",
    metadata,
    sql.Column("match", sql.String(40), sql.ForeignKey("matches.id"), primary_key=True),
    sql.Column("since", sql.Integer, nullable=False),
    sql.Column("packed", sql.LargeBinary, nullable=False),
)

pulse = sql.Table(
    "pulse",
    metadata,
    sql.Column("id", sql.String(40), primary_key=True),
    sql.Column("weight", sql.LargeBinary, nullable=False),
)

WEIGHT = 16 << 10  # bytes that there has to be room for
logger = logging.getLogger("hulldown.server")
WENT_ON, INVITED, HURRY, HERE = "on", "invited", "hurry", "here"  # what servers tell each other of a match
PLAYS, BOTH, WATCHES, INVITES, WITHDRAWN = "play", "both", "watch", "invitation", "withdrawn"


class Sitting(msgspec.Struct, frozen=True):
    """Who sits at a table and what lies on it beside the game.

    `began` is when the match was made, and `since` when the last line was stored or a seat taken, in seconds since
    1970. `seed_hash` promises the seed of a match that has one; `end` is the last line of a record as it was given, or
    the one that told a seed. `dice` are the anchors in the set-up line of a match with sealed dice, or say that
    people roll; `asked` is how often each side has asked for new keys. `lesson` is the id and the hash of the lesson.
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
    lesson: str = ""


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
        self.news = news_on(self._database.url)

    async def open(self) -> None:
        """Makes it ready, and says what cannot be done without its secrets; raises `Fault`."""
        await self.prepare()
        if await self._vault.is_empty() and await self._has_matches():
            logger.warning(LOST, self._vault.path or "their place")

    async def prepare(self) -> None:
        """Makes what is lacking and brings up to date what is old; raises `Fault` on a newer Hulldown's database."""
        self._database.close_to_others()
        async with self._database.alone() as connection:
            await self._database.check(connection)
            revision = await connection.run_sync(migrations.found)
            if not revision:
                await connection.run_sync(metadata.create_all)
                await connection.execute(sql.insert(versions).values(number=migrations.TAKEN_OVER))
                await connection.run_sync(migrations.stamp)
        await self._vault.open()
        if revision and revision != migrations.HEAD:
            await self._bring_up_to_date(revision)

    async def _bring_up_to_date(self, revision: str) -> None:
        if revision < "0003":
            await self._put_secrets_away()
        async with self._database.alone() as connection:
            if await connection.run_sync(migrations.found) != migrations.HEAD:  # another server may have been first
                await connection.run_sync(migrations.upgrade)
        logger.info("the database was brought from version %s to %s", int(revision), int(migrations.HEAD))

    async def _has_matches(self) -> bool:
        chosen = sql.select(matches.c.id).where(matches.c.kind != "record").limit(1)
        async with self._begin() as connection:
            return (await connection.execute(chosen)).first() is not None

    async def _put_secrets_away(self) -> None:
        """Up to version 2 seeds and keys were kept with the matches, from where they are erased once they are safe."""
        async with self._begin() as connection:
            names = await connection.run_sync(lambda found: sql.inspect(found).get_table_names())
            rows = (await connection.execute(sql.text("SELECT id, seed FROM matches"))).all()
            drawn = sql.text("SELECT match, anchor, secret FROM keys WHERE secret IS NOT NULL")
            kept = (await connection.execute(drawn)).all() if "keys" in names else []
        for row in rows:
            own = [KeyRow(anchor, secret) for match, anchor, secret in kept if match == row.id]
            await self._vault.put(row.id, own, row.seed)

    async def close(self) -> None:
        await self.news.close()
        await self._vault.close()
        await self._database.close()

    async def beat(self, server: str) -> None:
        """Writes a little and takes it away again, as each server does that is asked whether it can."""
        async with self._begin() as connection:
            await connection.execute(sql.insert(pulse).values(id=server, weight=bytes(WEIGHT)))
        async with self._begin() as connection:
            await connection.execute(sql.delete(pulse).where(pulse.c.id == server))

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
                await self.news.tell(connection, match, WENT_ON)

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
        async with self._begin() as connection:
            return await _head(connection, match)

    async def match(self, match: str) -> tuple[MatchRow, list[str], Reasons] | None:
        """A match, the lines of its log, and the reasons for them."""
        async with self._begin() as connection:
            row = (await connection.execute(sql.select(matches).where(matches.c.id == match))).mappings().first()
            if row is None:
                return None
            chosen = sql.select(lines.c.text).where(lines.c.match == match).order_by(lines.c.position)
            texts = list((await connection.execute(chosen)).scalars())
            if not texts and await unpack(connection, match):
                texts = list((await connection.execute(chosen)).scalars())
            if len(texts) < await _acknowledged(connection, match):
                raise Fault(f"match {match}", "lines that were acknowledged are lost; the database is damaged")
            told = sql.select(reasons.c.position, reasons.c.text).where(reasons.c.match == match)
            why = {
                place: msgspec.json.decode(text, type=tuple[str, ...]) for place, text in await connection.execute(told)
            }
        sitting = msgspec.json.decode(row["sitting"], type=Sitting)
        known = {name: row[name] for name in MatchRow.__struct_fields__ if name in row}
        return MatchRow(**{**known, "sitting": sitting, "seed": await self._vault.seed(match)}), texts, why

    async def write(
        self,
        match: str,
        head: int,
        texts: Sequence[str],
        sitting: Sitting,
        answer: tuple[str, str, str] | None = None,
        why: Reasons | None = None,
        keys: Sequence[KeyRow] = (),
        before: Sitting | None = None,
    ) -> None:
        """Lines from the position `head` on, the table beside them, the answer (seat, id, text): all or nothing.

        So are the reasons for these lines, which no record has, and the keys that they tell of. Where another server
        has changed what was `before`, it is a `Conflict`.
        """
        await self._vault.put(match, keys)
        async with self._begin() as connection:
            await self._unchanged(connection, match, head, before)
            await _write(connection, match, head, texts, sitting, answer)
            await self.news.tell(connection, match, WENT_ON)
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
            await self.news.tell(connection, old, WENT_ON)

    async def _unchanged(self, connection: AsyncConnection, match: str, head: int, before: Sitting | None) -> None:
        """Raises `Conflict` where other servers write to the same matches, and one has; others wait for this one."""
        if not self.news.shared or before is None:
            return
        locked = sql.select(matches.c.sitting).where(matches.c.id == match).with_for_update()
        found = msgspec.json.decode((await connection.execute(locked)).scalar_one(), type=Sitting)
        if found != before or await _head(connection, match) != head:
            raise Conflict("another server has written to this match")

    async def since(self, match: str, head: int) -> tuple[Sitting, list[str], Reasons]:
        """What other servers have written to a match: its table, the lines from a position on, the reasons."""
        async with self._begin() as connection:
            table = await connection.execute(sql.select(matches.c.sitting).where(matches.c.id == match))
            sitting = msgspec.json.decode(table.scalar_one(), type=Sitting)
            chosen = sql.select(lines.c.text).where(lines.c.match == match, lines.c.position >= head)
            texts = list((await connection.execute(chosen.order_by(lines.c.position))).scalars())
            told = sql.select(reasons.c.position, reasons.c.text)
            rows = await connection.execute(told.where(reasons.c.match == match, reasons.c.position >= head))
            why = {place: msgspec.json.decode(text, type=tuple[str, ...]) for place, text in rows}
        return sitting, texts, why

    async def mark(self, match: str) -> tuple[int, Sitting]:
        """How many lines of a match are stored, and its table."""
        async with self._begin() as connection:
            table = await connection.execute(sql.select(matches.c.sitting).where(matches.c.id == match))
            head = await _head(connection, match)
            if not head and await unpack(connection, match):
                head = await _head(connection, match)
            return head, msgspec.json.decode(table.scalar_one(), type=Sitting)

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
        before: Sitting | None = None,
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
            await self._unchanged(connection, invitation.match, head, before)
            await _add_lines(connection, invitation.match, head, texts)
            await _sit(connection, invitation.match, sitting)
            await self.news.tell(connection, invitation.match, WENT_ON)
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
            await self.news.tell(connection, match, INVITED)
        return True

    async def keep_opened(self, invitation: Seat, when: int) -> None:
        chosen = seats.c.match == invitation.match, seats.c.token == invitation.token
        async with self._begin() as connection:
            await connection.execute(sql.update(seats).where(*chosen).values(opened=when))
            await self.news.tell(connection, invitation.match, INVITED)

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

    async def keep_parcel(self, parcel: str, text: str, since: int, before: int, most: int) -> None:
        """Keeps a shelf that is on its way, and lets go of those that nobody fetched; raises `Wrong` on too many."""
        async with self._begin() as connection:
            await connection.execute(sql.delete(parcels).where(parcels.c.since < before))
            if (await connection.execute(sql.select(sql.func.count()).select_from(parcels))).scalar_one() >= most:
                told = f"{most} shelves are on their way here, which is all that this server keeps; try again later."
                raise Wrong("parcel/full", told, 507)
            await connection.execute(sql.insert(parcels).values(id=parcel, text=text, since=since))

    async def take_parcel(self, parcel: str, before: int) -> str | None:
        """What was put here under this name since then, for the first who asks."""
        chosen = parcels.c.id == parcel, parcels.c.since >= before
        async with self._begin() as connection:
            text = (await connection.execute(sql.select(parcels.c.text).where(*chosen))).scalar_one_or_none()
            gone = await connection.execute(sql.delete(parcels).where(*chosen))
        return text if gone.rowcount else None

    async def touch(self, match: str, sitting: Sitting) -> None:
        """Keeps what lies beside the game, though nothing was played."""
        async with self._begin() as connection:
            await _sit(connection, match, sitting)

    async def keep_visited(self, match: str, when: int) -> None:
        """That somebody has opened a match."""
        async with self._begin() as connection:
            await connection.execute(sql.update(matches).where(matches.c.id == match).values(opened=when))

    async def archive(self, before: int, but: Collection[str] = (), most: int = 20) -> int:
        """Packs some matches that nobody has opened since then; how many there were."""
        played = sql.select(lines.c.match).where(lines.c.match == matches.c.id).exists()
        old = sql.select(matches.c.id).where(matches.c.opened < before, matches.c.id.not_in(but), played)
        async with self._begin() as connection:
            found = await connection.execute(old.limit(most).with_for_update(skip_locked=True))
            chosen = list(found.scalars())
            for match in chosen:
                await pack(connection, match, before)
        return len(chosen)

    async def forget(self, kind: str, before: int) -> list[str]:
        """Removes the matches of a kind that nobody has opened since then; their ids."""
        async with self._begin() as connection:
            chosen = sql.select(matches.c.id, matches.c.sitting).where(matches.c.kind == kind)
            rows = (await connection.execute(chosen)).all()
            old = [row.id for row in rows if msgspec.json.decode(row.sitting, type=Sitting).since < before]
            for table in (links, reasons, answers, lines, archive, seats) if old else ():
                await connection.execute(sql.delete(table).where(table.c.match.in_(old)))
            await connection.execute(sql.delete(matches).where(matches.c.id.in_(old)))
        return old

    async def analysis(self, record: str, model: str) -> str | None:
        """The analysis of a record by a model, as it was kept."""
        chosen = sql.select(analyses.c.text).where(analyses.c.record == record, analyses.c.model == model)
        async with self._begin() as connection:
            return (await connection.execute(chosen)).scalar_one_or_none()

    async def keep_analysis(self, record: str, model: str, text: str, since: int) -> None:
        """Keeps an analysis; those of the same record by older models go."""
        row = {"record": record, "model": model, "text": text, "since": since}
        async with self._begin() as connection:
            await connection.execute(sql.delete(analyses).where(analyses.c.record == record))
            await connection.execute(sql.insert(analyses).values(row))

    async def terrain(self, terrain: str) -> str | None:
        async with self._begin() as connection:
            chosen = await connection.execute(sql.select(terrains.c.text).where(terrains.c.id == terrain))
            return chosen.scalar_one_or_none()


PACKED = {"lines": lines, "answers": answers, "reasons": reasons, "links": links}


async def pack(connection: AsyncConnection, match: str, when: int) -> None:
    """Puts what was played of a match into one row, which is a fraction as large."""
    rows: dict[str, list[list[Any]]] = {}
    for name, table in PACKED.items():
        found = await connection.execute(sql.select(*table.c).where(table.c.match == match))
        rows[name] = [list(row) for row in found]
        await connection.execute(sql.delete(table).where(table.c.match == match))
    packed = zlib.compress(msgspec.json.encode(rows), 9)
    await connection.execute(sql.insert(archive).values(match=match, since=when, packed=packed))


async def unpack(connection: AsyncConnection, match: str) -> bool:
    """Takes what was played of a match out of the archive; whether it was there."""
    chosen = sql.select(archive.c.packed).where(archive.c.match == match).with_for_update()
    packed = await connection.scalar(chosen)
    if packed is None:
        return False
    rows: dict[str, list[list[Any]]] = msgspec.json.decode(zlib.decompress(packed))
    for name, table in PACKED.items():
        if rows[name]:
            keys = [column.key for column in table.c]
            found = [dict(zip(keys, row, strict=True)) for row in rows[name]]
            await connection.execute(sql.insert(table), found)
    await connection.execute(sql.delete(archive).where(archive.c.match == match))
    return True


async def _head(connection: AsyncConnection, match: str) -> int:
    chosen = sql.select(sql.func.count()).select_from(lines).where(lines.c.match == match)
    return int((await connection.execute(chosen)).scalar_one())


class _Acknowledged(msgspec.Struct):
    """How far a match was when a message was accepted."""

    head: int


async def _acknowledged(connection: AsyncConnection, match: str) -> int:
    """How many lines somebody was told of; a file may be damaged so that the last ones are not found, and no error."""
    chosen = sql.select(answers.c.answer).where(answers.c.match == match)
    texts = (await connection.execute(chosen)).scalars()
    return max((msgspec.json.decode(text, type=_Acknowledged).head for text in texts), default=0)


async def _add_match(connection: AsyncConnection, row: MatchRow, places: Sequence[Seat], texts: Sequence[str]) -> None:
    values = msgspec.structs.asdict(row) | {"sitting": msgspec.json.encode(row.sitting).decode()}
    del values["seed"]  # it is in the vault
    values["opened"] = clock.now()
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
