"""What the shots that are announced may make of a target, and what one more adds to that."""

from collections.abc import Iterator

from msgspec.structs import replace

from hulldown.outcome.core.harm import Health, harm
from hulldown.rulebooks.panzerstrike.core.events import Outcome
from hulldown.rulebooks.panzerstrike.core.shot import TRACKS, Facts, chances, facts_of
from hulldown.rulebooks.panzerstrike.core.state import State, Tracks, Unit

Fate = tuple[bool, Tracks, bool]  # what a target is after some shots: injured, tracks, lost
Fates = dict[Fate, float]  # the chance of each


def sound(target: Unit) -> Fates:
    return {(target.injured, target.tracks, False): 1.0}


def fates_of(state: State, target: int) -> Fates:
    """What the shots on the list may make of a target."""
    fates = sound(state.units.units[target])
    for shot in state.announced:
        if shot.target == target:
            facts = facts_of(state, shot)[0]
            after: Fates = {}
            for fate, chance in fates.items():
                for outcome, part in _outcomes(facts, fate):
                    hit = _after(fate, outcome)
                    after[hit] = after.get(hit, 0.0) + chance * part
            fates = after
    return fates


def _outcomes(facts: Facts, fate: Fate) -> Iterator[tuple[Outcome, float]]:
    """The chances of a shot at a target that is in such a state by then."""
    injured, tracks, lost = fate
    victim = facts.victims[0]
    assert victim is not None
    if lost:
        yield Outcome.LOST, 1.0
        return
    semi = victim.semi and tracks is Tracks.WHOLE
    if (victim.injured, victim.semi) != (injured, semi):
        facts = replace(facts, victims=(replace(victim, injured=injured, semi=semi), *facts.victims[1:]))
    for (at, outcome), part in chances(facts).items():
        yield (outcome if at == 0 else Outcome.MISSED), float(part)


def _after(fate: Fate, outcome: Outcome) -> Fate:
    injured, tracks, lost = fate
    if outcome is Outcome.DESTROYED:
        return False, Tracks.WHOLE, True
    return injured or outcome is Outcome.INJURED, max(tracks, TRACKS.get(outcome, tracks)), lost


def added(facts: Facts, fates: Fates) -> float:
    """What a shot adds to the harm that a target has to expect anyhow, as a part of its worth."""
    total = 0.0
    for fate, chance in fates.items():
        if not fate[2]:
            health = Health(fate[0], fate[1], False)
            total += chance * sum(part * harm(health, outcome) for outcome, part in _outcomes(facts, fate))
    return total
