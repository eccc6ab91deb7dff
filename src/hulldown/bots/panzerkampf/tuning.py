"""The figures that Panzerkampf's player goes by: what each counts, in which unit, and where it comes from.

`docs/bots.md` and `docs/experiments/` tell of the games. "By hand": set when the player was written, and not measured.
"""

import msgspec

from hulldown.bots.tactics import Weights


class Tuning(msgspec.Struct, frozen=True, gc=False):
    """Points are those of the army lists; a chance or share goes from 0 to 1."""

    # Of a manoeuvre; ways of 1, 0.3 and 0.03 won 9 of 20, 15 of 30 and 13 of 20 games.
    weights: Weights = Weights(risk=1.0, hope=1.0, way=0.1, goal=1.0)
    greedy: Weights = Weights(risk=0.6, way=1.0, goal=1.0)  # of single orders; by hand
    evaluations: int = 4000  # of a veteran's turn, about a second's

    # What units are worth. By hand.
    won: float = 5000.0  # points for a game
    friend: float = 1.5  # how much more it counts to hit a friend
    leaving: float = 0.25  # of its points, what it costs a plane to leave the table
    dug: float = 0.06  # of its points, what a trench is worth to whoever has to hold out
    convoy: float = 8.0  # how much more than its points a support unit counts in an escort,
    pocket: float = 1.5  # and who is encircled

    # Shots and dangers. By hand.
    next_shot: float = 0.35  # what a shot of the next turn is worth against one now
    comes: float = 0.5  # chance that an enemy who has to come first shoots at a unit
    danger_share: float = 0.45  # of all enemies' shots that falls on one unit
    least_counter: float = 2.0  # points: a counter-attack for less is kept for later, and so is a command die
    supplied: float = 0.08  # what supplies add to a shot, as a share of it
    crate_cm: int = 5  # around a crate in which it supplies, about
    mined_cm: int = 40  # that an enemy may come to a mine field
    again: float = 0.9  # of what a shot takes, what another one takes after it
    shooters: int = 4  # units that are looked at for the next shot
    bridge: float = 5.0  # points for a bridge that leads over
    command_shares: dict[str, float] = msgspec.field(  # of a unit's shots, or of its dangers, that a command brings
        default_factory=lambda: {
            "aim": 0.35,
            "penetration": 0.4,
            "ammunition": 0.9,
            "camouflage": 0.3,
            "smoke": 0.15,
            "entrench": 0.15,
            "dummy": 0.25,
        }
    )
    advance: float = 0.5  # of a move, how much farther one goes that is commanded

    # The way. By hand.
    way: float = 0.012  # of a unit's points, for a centimetre towards the enemy
    patient_rounds: int = 4  # from then on the way counts more with each round,
    most_eager: float = 3.0  # up to so many times,
    cautious_rounds: int = 20  # and danger less, as if it were nothing after so many,
    least_caution: float = 0.4  # but never less than that
    last_rounds: int = 6  # before the limit, in which whoever is behind in points comes and who is ahead waits:
    storms: float = 12.0  # how much more the way is worth then, at the very end,
    dares: float = 0.6  # and how much less danger counts, or more to whoever is ahead
    hurry: float = 2.5  # how much more the way is worth to whoever has to be there before relief comes
    errand: float = 0.15  # of a unit's points, for a centimetre to the destination, or to where a bridge is to be laid
    near_share: float = 0.6  # of its reach, how near a unit comes to the enemy;
    closer: float = 0.3  # so much of the whole the rest of the way counts
    front: float = 0.02  # of a unit's points, for looking at the nearest enemy,
    plane_front: float = 0.06  # and of a plane's, which cannot turn far
    least_gain: float = 0.5  # points: a move that gains less is not made
    full_looks: int = 8  # ends of ways that are looked at fully
    shut_cost: int = 12  # of a cell that cannot be entered, so that there is a way to every enemy,
    ashore_cost: int = 3  # and the same for ships, which shoot at who is on land
    least_saved_cm: int = 20  # of way that a bridge has to save
    most_banks: int = 12  # places for a bridge that are tried out

    # Room to drive: games were lost in a pocket from which nobody comes out. The amounts by hand.
    stuck: float = 0.3  # of its points, what it costs a unit to have no way left,
    room_cm: int = 10  # and how much is enough of one

    # The exchange of fire.
    reloads: float = 0.5  # chance that a target is still there for a gun that must stand still to fire; by hand
    coming: float = 0.5  # chance of a shot for which its gun has to move first: 0.75 and 0.8 won 6 and 11 of 20
    behind: float = 1.7  # how much more artillery and who repairs count; a fit to 276 games says 2.2 ± 0.2 of howitzers
    long_salvo: int = 3  # shots of a salvo that are counted exactly; by hand

    # Plans. By hand; with a third, two thirds and twice of the ways they were no better.
    evaluations_a_way: int = 2  # that a unit is looked at on
    fans: tuple[tuple[int, int], ...] = ((30, 3), (15, 4))  # degrees between more ways, and how many ends are on each

    # Deployment as greedy judges places. By hand.
    behind_cm: float = 0.4  # points for a centimetre away from the middle, to guns and planes that stay behind
    slip: float = 40.0  # points that a beginner's error costs at the most
    alike: float = 1.0  # points by which places may differ and are drawn by lot
    aside_cm: int = 8  # beside slow ground, where a unit may be put as well
    slow_ground: float = 12.0  # points for each time that the ground is slower than open ground
    crowd_cm: int = 5  # around a unit in which another one
    crowded: int = 8  # costs points

    # Deployment by battles.
    deployment_turns: int = 2  # fought, or fought on, at a time; by hand
    evaluations_a_turn: int = 20  # take as long as a turn of a battle; about
    least_places: int = 20  # or greedy judges better: it had 76 % of 100 games where battles from seven had 62.5 %
    gone: float = 0.15  # who stands less likely than that is not looked at any more; by hand


TUNING = Tuning()
