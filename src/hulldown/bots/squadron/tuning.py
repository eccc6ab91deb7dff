"""The figures that Panzer Squadron's player goes by: what each counts, in which unit, and where it comes from.

`docs/bots.md` and `docs/experiments/` tell of the games. "By hand": set when the player was written, and not measured.
"""

import msgspec

from hulldown.bots.tactics import Weights


class Tuning(msgspec.Struct, frozen=True, gc=False):
    """Points are those on the cards; a chance or share goes from 0 to 1."""

    weights: Weights = Weights(risk=1.0, hope=1.0, way=1.0, goal=1.0)  # way: −0.3 to 6 tried in 40 games each
    evaluations: int = 7000  # of a veteran's activation, a second's; 2,800 took a third of one

    # A tank's own judgement. By hand; twelve other settings scored 41 – 52 % against these in village.
    fires_this_turn: float = 0.7  # chance that an enemy fires at a tank it sees while it is still to be activated,
    fires_next_turn: float = 0.4  # and if it has been
    reacts: float = 0.6  # chance that it fires as a reaction to a movement
    lays: float = 0.25  # chance that a fixed cannon that is a corner off is turned and fired: a D4 must show 4
    pending: float = 0.3  # share that an enemy is worth more while it has not been activated
    next_shot: float = 0.5  # what a shot in the next turn is worth against one now
    rolling: float = 0.8  # chance that a tank in movement can fire in its next turn
    moves: float = 0.5  # chance that an enemy moves that need not, and so gives an ambush its shot
    lurking_hexes: int = 2  # around an enemy in which it is expected then
    way: float = 1.5  # points that a hex nearer to the enemy is worth
    ahead_way: float = 0.5  # how much the way counts to whoever is ahead in points;
    late_way: float = 2.0  # how much more to the other at the end of the game,
    late_danger: float = 0.5  # and by how much danger counts less to him
    momentum_hexes: float = 2.5  # that the second movement die brings
    front: float = 1.0  # points that a corner's turn away from the nearest enemy costs
    shut_cost: int = 12  # of a hex that nobody can enter, so that there is a way to every enemy

    # Single orders. By hand.
    tile_rows: dict[str, int] = msgspec.field(  # rows from one's own border
        default_factory=lambda: {"hedge": 2, "ruin": 4, "small_house": 3, "large_house": 5, "crater": 10}
    )
    off_row: int = 2  # points that a tile costs for each row it lies off that
    cover: int = 2  # points that a hex of cover before a tank is worth when it is deployed,
    crowded: int = 3  # that a tank beside it costs, half as much two hexes away,
    one_way: float = 1.0  # of its points, the chance of an enemy to destroy it whom it cannot fire at
    looked_round: int = 36  # places, facings and cards that are thought of for the next tank; by hand
    inside: float = 0.5  # and that a hex from the end of the row is worth
    stays: float = 0.6  # what a shot in one's own activation at the tank that moves now is worth against one now,
    may_move: float = 0.7  # and at any other enemy, who may move before;
    must_move: float = 0.6  # once more if the firer is in movement and has to move first
    slip: float = 10.0  # points that a beginner's error costs at the most
    alike: float = 1.0  # points by which places for a tile may differ and are drawn by lot
    waits: float = 0.05  # how much the tanks hurry that only want to lie in ambush
    tidy: float = 0.01  # points for swinging a turret back for nothing

    # The value of a position. By hand, in eight variants of 40 to 80 games; a fit to 150 games says 0.6 and 0.4 – 0.5
    # of the shots of this turn and the next, as far apart as they are here.
    won: float = 1000.0  # points for a game
    driven_shot: float = 0.6  # how far a shot after driving counts against one from where a tank stands
    shots_now: float = 0.8  # how far the shots of this turn count: the enemy may go away,
    shots_soon: float = 0.6  # and those of the next one
    farthest_drive: int = 5  # hexes that a tank can drive and still fire
    least_near: float = 0.01  # of a value, from which on it counts how the game will end; by hand, as are
    told_turns: int = 2  # before the last one, in which a player says how it stands,
    foremost: float = 10.0  # the points of a row by which one's foremost tank is nearer to the enemy's border,
    unsure: float = 80.0  # and the points by which two sides may differ at the end that are as good as level now

    # Plans. By hand.
    evaluations_an_end: int = 12  # of a way that is looked at: for as many tanks and dice
    lurks: float = 0.5  # how far what an ambush may bring counts
    series: int = 32  # of battles, so that tanks are not always deployed alike
    least_for_battles: int = 640  # evaluations: with fewer no rows are rehearsed and no deployment is answered

    # Deployment by battles.
    deployment_turns: int = 2  # that battles are fought: by games of 1, 2 and 3, of which 3 were no better
    answered_hexes: int = 4  # before a tank is deployed; by hand,
    answering_tanks: int = 5  # to each: +21 ± 6 points where three tanks bring +11 ± 6

    # Rows rehearsed in battles.
    turns_ahead: int = 1  # after this one: with two 56 of 100 games where one has 59
    rehearsed_rows: int = 20  # by hand,
    rehearsed_share: float = 0.4  # of the evaluations, too
    windows_a_turn: int = 4  # that share the battles of one; by hand
    rehearsed_weight: int = 9  # of battles against the value: measured at 84 positions against greedy's playouts

    # Drivers in a battle.
    least_shot: float = (
        12.0  # points that a shot brings on average, or its tank rather drives: others near it were as good,
    )
    least_reaction: float = 10.0  # and the same for a reaction; by hand
    hasty_poses: int = 8  # that a hasty driver thinks of: 24 and 64 were no better in games
    hasty_rolls_on: float = 0.5  # chance that it stays in movement; by hand


TUNING = Tuning()
