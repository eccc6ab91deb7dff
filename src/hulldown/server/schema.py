"""The wire as a JSON schema: every struct of the protocol by its name.

python -m hulldown.server.schema
"""

import json
import sys
from collections.abc import Iterable
from fractions import Fraction
from typing import Any

import msgspec

from hulldown import bots
from hulldown.geometry.hexes import sight as hex_sight
from hulldown.geometry.plane import sight as table_sight
from hulldown.geometry.squares import cover, sight
from hulldown.kernel import (
    bearings,
    duels,
    fairness,
    files,
    forecast,
    fortunes,
    handbook,
    library,
    odds,
    option,
    picture,
    proof,
    prospect,
    question,
    rule,
    rulebook,
)
from hulldown.kernel.camera import Camera
from hulldown.kernel.position import terms
from hulldown.rulebooks import asking, charting, differing, fills, sentence, works
from hulldown.server import diagrams, languages, protocol, reading

MODULES = (
    protocol,
    rulebook,
    forecast,
    library,
    option,
    rule,
    picture,
    prospect,
    bearings,
    odds,
    duels,
    sight,
    cover,
    hex_sight,
    table_sight,
    proof,
    fairness,
    fortunes,
    fills,
    sentence,
    fairness,
    files,
    works,
    charting,
    differing,
    handbook,
    reading,
    languages,
    diagrams,
    asking,
    question,
    terms,
    bots,
)
STREAM = protocol.LineMessage | protocol.Heartbeat | protocol.Notice | protocol.StreamError
NAMED = {
    "ActName": protocol.ActName,
    "Camera": Camera,
    "SetupPart": library.SetupPart,
    "Status": protocol.Status,
    "StreamMessage": STREAM,
    "Stroke": picture.Stroke,
}
"""What has a name without being a struct."""
WIRE = (
    protocol.ErrorBody,
    protocol.BookLine,
    protocol.Book,
    reading.Handbook,
    languages.LanguageLine,
    reading.RuleNotes,
    diagrams.FigureView,
    protocol.Cited,
    protocol.NewMatch,
    protocol.SetupAnswer,
    protocol.AskBody,
    asking.PositionReply,
    protocol.ProspectBody,
    prospect.GroundReply,
    protocol.ShotBody,
    protocol.ShotAnswer,
    protocol.FillsBody,
    fills.Fill,
    protocol.Created,
    protocol.Watched,
    protocol.MatchView,
    protocol.Ending,
    protocol.OrdersBody,
    protocol.ActBody,
    protocol.StandingBody,
    protocol.KeysBody,
    protocol.Answer,
    protocol.PlacingAnswer,
    protocol.SurveyAnswer,
    protocol.TableText,
    protocol.WorkBody,
    protocol.WorkView,
    protocol.Parcel,
    protocol.ParcelSent,
    protocol.WorkVerdict,
    protocol.DifferBody,
    differing.Differing,
    charting.ChartForm,
    protocol.WorkPicture,
    protocol.PreviewBody,
    protocol.RehearsalBody,
    protocol.Rehearsal,
    protocol.ForkBody,
    proof.Proof,
    protocol.AnalysisView,
    protocol.BattlesView,
    protocol.AnotherBody,
    protocol.AnotherView,
    protocol.FairnessBody,
    protocol.FairnessStop,
    protocol.FairnessView,
    protocol.OddsBody,
    protocol.OddsAnswer,
    protocol.CompareBody,
    protocol.CompareAnswer,
    protocol.InvitingBody,
    protocol.Invited,
    protocol.InvitationView,
    protocol.ClaimBody,
    protocol.Claimed,
    protocol.Hello,
    protocol.LessonRow,
    protocol.LessonView,
    protocol.LessonBody,
    STREAM,
    sight.Trace,
    cover.CoverTrace,
    hex_sight.LinesTrace,
    table_sight.TableTrace,
)


def fraction(kind: type) -> dict[str, Any]:
    if kind is Fraction:
        return {"$ref": "#/$defs/Fraction"}
    raise NotImplementedError


def sent(name: str, fields: Iterable[str]) -> list[str]:
    """The fields that are always on the wire: not of what people send, nor those that are left out by default."""
    kind = next(vars(module)[name] for module in MODULES if name in vars(module))
    config = kind.__struct_config__
    if config.omit_defaults or config.forbid_unknown_fields:
        return []
    unset = {field.encode_name for field in msgspec.structs.fields(kind) if field.default is msgspec.UNSET}
    return [field for field in fields if field not in unset]


def schema() -> dict[str, Any]:
    """Every struct of the protocol by its name, and what else has one."""
    kinds = (*WIRE, *NAMED.values())
    found, components = msgspec.json.schema_components(kinds, schema_hook=fraction, ref_template="#/$defs/{name}")
    for name, component in components.items():
        if "properties" in component and (fields := sent(name, component["properties"])):
            component["required"] = fields
    components["Fraction"] = {"type": "string", "description": 'A chance as two whole numbers: "5/8", "1", "0".'}
    components |= zip(NAMED, found[len(WIRE) :], strict=True)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Hulldown's protocol",
        "$defs": dict(sorted(components.items())),
    }


if __name__ == "__main__":
    sys.stdout.write(json.dumps(schema(), indent=2) + "\n")
