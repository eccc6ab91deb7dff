"""The figures that the players of the family go by: what they share, and which of its own each book gives.

Points are those of the charts, in which a medium tank has 2; Core's prices are brought to them. A figure that names no
games was set by hand; those that do are told of in docs/bots.md.
"""

import msgspec


class Shared(msgspec.Struct, frozen=True):
    """What all three books go by."""

    # How boldly to play
    caution: float = 0.55  # points that a point at risk weighs, against points that can be won
    boldest: float = 0.2  # the same, however long nothing has happened
    bolder: float = 0.25  # less caution for whoever is ahead, or sees nothing happen
    calm: float = 0.05  # less caution for each quiet round more
    lull: int = 2  # rounds in which nothing happens, before anybody is bolder for it
    longest_lull: int = 4  # rounds in which nothing happens, after which the way counts no more than it does

    # How a game ends. By hand.
    last_rounds: int = 5  # before the end, in which it counts more and more whom it favours
    storms: float = 4.0  # how much more the way is worth to whoever must come, at the very end,
    dares: float = 0.6  # and how much less danger counts, or more to whoever may wait
    level: float = 1.0  # points by which two sides may differ that are as good as level

    # What a target is worth
    half: float = 0.5  # of a piece, for damaging it
    prize: float = 8.0  # points of the SPAA that decides a basic scenario, beside its price,
    early: float = 1.0  # and of one before it; both: 62 ± 4 % of 120 games of Dynamic against 16 and 8
    few: int = 6  # enemies left, from which on none may be shut in by wrecks
    shut: float = 0.1  # of a shot that would do so

    # What a place is worth
    way: float = 0.04  # points for a square towards the goal, for each two points of the piece
    face: float = 0.02  # points for the front to the nearest enemy, where no shot decides
    next: float = 0.4  # of a shot, if it is fired in the next turn
    crowd: float = 0.3  # points that standing too near to an enemy for a shot costs
    together: int = 3  # squares by which one may be ahead of the middle of its side, and be paid for the way
    shut_in: float = 0.25  # of a piece, that it costs to stand where only one square leads out
    worthwhile: float = 0.05  # points that turning on the spot must win, or it is not ordered
    held: float = 0.25  # of the way, for a side with too few vehicles that fight to come
    slip: float = 0.6  # that a beginner's error costs at the most
    fair: float = 0.15  # points of a shot that is looked for when nothing happens; less where no enemy is worth one

    # How far players look
    looked_at: int = 6  # squares whose facings are looked at, of those a piece can reach
    pushes: int = 3  # squares that a wreck may have to be pushed to be out of the way
    saved: int = 10  # the most steps that a wreck out of the way can count for one vehicle
    errands: int = 30  # steps to where a vehicle is wanted, beyond which they are not counted
    won: float = 100.0  # points of a whole game


SHARED = Shared()


class Posts(msgspec.Struct, frozen=True):
    """Where units are posted before the battle: what each of these is worth, in ranks."""

    seen: float = 0.3  # that a square of the enemy's zone sees them costs
    crowd: float = 1.5  # that a neighbour costs
    near: float = 4.0  # squares from the middle of those who stand already, within which a unit belongs to them,
    apart: float = 0.5  # and that a square beyond that costs; by hand
    alike: float = 0.5  # by which places may differ and are drawn by lot


class GunPosts(Posts, frozen=True):
    """The same with howitzers, fixed guns and a command tank."""

    field: float = 0.0  # a square in a fixed gun's field of fire,
    gun_crowd: float = 3.0  # that a neighbour of the gun costs,
    before: float = 2.0  # and that somebody before its muzzle does,
    muzzle: int = 3  # within so many squares
    walled: float = 5.0  # that a building before a howitzer costs
    front: float = 0.1  # a point of front armour, to whoever commands,
    watched: float = 1.0  # and that a square of the enemy's zone sees it costs


class Support(msgspec.Struct, frozen=True, kw_only=True):
    """What the books go by in which vehicles spot, repair, push and decide a scenario, each with figures of its own."""

    mend: float  # of a vehicle's worth, for its repair
    errand: float  # points for a square towards those whom a vehicle that does not fight serves
    patience: int  # rounds in which nothing happens, until nobody waits for spotters any more
    aim: float  # points for the nearest enemy ahead of a gun that bears only ahead, where no shot decides
    clear: float  # of pushing a wreck, for standing ready to do so
    hold: float  # of the enemy's mobile points: with fewer a side lets him come
    least: float  # points that a drive must win over the free step to be taken
    guard: float  # points more of an enemy who sees a friendly SPAA, as a target
    command: float  # points of a command tank beside the tank
    prospect: float  # of a target in the range of a howitzer, while nobody sees it
    good: float  # of the best chance there is: howitzers do not look for places with less when nothing happens
    posts: GunPosts
