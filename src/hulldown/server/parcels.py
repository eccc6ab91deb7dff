"""A shelf on its way to another device: kept for an hour, and handed out once. Its name is a secret, kept as a hash."""

import secrets

from hulldown.server import clock
from hulldown.server.protocol import Parcel, ParcelSent, Wrong
from hulldown.server.store import Store, hashed

KEPT_SECONDS = 3600
MOST_KEPT = 200
GONE = "There is no shelf under this link. Such a link opens once, and for an hour; ask the other device for a new one."


async def send(store: Store, parcel: Parcel) -> ParcelSent:
    """Keeps a shelf, and says under which name it is fetched."""
    name, now = secrets.token_urlsafe(16), clock.now()
    await store.keep_parcel(hashed(name), parcel.text, now, now - KEPT_SECONDS, MOST_KEPT)
    return ParcelSent(name, now + KEPT_SECONDS)


async def fetch(store: Store, name: str) -> Parcel:
    """A shelf for the first who asks for it."""
    text = await store.take_parcel(hashed(name), clock.now() - KEPT_SECONDS)
    if text is None:
        raise Wrong("parcel/unknown", GONE, 404)
    return Parcel(text)
