"""The reference of each rulebook: rules by chapter, rulings, diagrams, words, and which code and tests keep them."""

from collections.abc import Iterator

from hulldown.cli.rules import GROUNDS
from hulldown.kernel.rule import Rule, Ruling
from hulldown.rulebooks import BOOKS
from hulldown.server.diagrams import FigureLine, figure_view
from hulldown.server.reading import Handbook, RuleRef, handbook, notes
from website.page import Page, between, table
from website.sources import Sources

RULINGS = "rulings"
KINDS = {
    "optional": "an option",
    "scenario": "for its scenarios",
    "advice": "advice, which binds nobody",
    "announced": "announced by the book, and not in it",
}


def picture_path(book: str, figure: str) -> str:
    """Where the picture of a diagram lies, drawn by the board of the client."""
    return f"rules/{book}/diagrams/{figure}.png"


class Reference:
    """The pages of one book."""

    def __init__(self, book: Handbook, sources: Sources, pictures: bool) -> None:
        self.book, self.sources, self.pictures = book, sources, pictures
        self.homes = {rule: chapter.place for chapter in book.chapters for rule in chapter.rules}
        self.homes |= {ruling.id: RULINGS for ruling in book.rulings}
        self.rows: dict[str, Rule] = {rule.id: rule for rule in (*book.rules, *book.rulings)}
        self.shown: set[str] = set()

    def path(self, place: str) -> str:
        return f"rules/{self.book.id}/{place}.md"

    def link(self, here: str, rule: str, words: str = "") -> str:
        return f"[{words or rule}]({between(here, self.path(self.homes[rule]))}#{rule})"

    def pages(self) -> Iterator[Page]:
        yield self._index()
        for chapter in self.book.chapters:
            yield self._page(chapter.place, chapter.title, [self.rows[rule] for rule in chapter.rules])
        yield self._page(RULINGS, "Rulings", list(self.book.rulings))
        yield self._words()
        yield self._kept()

    def _index(self) -> Page:
        book, here = self.book, self.path("index")
        chapters = [
            (f"[{one.title}]({one.place}.md)", f"{self.link(here, one.rules[0])} … {self.link(here, one.rules[-1])}")
            for one in book.chapters
        ]
        beside = [
            (
                f"[Rulings]({RULINGS}.md)",
                f"{len(book.rulings)} answers where the book is silent or can be read otherwise",
            ),
            ("[Words and figures](words.md)", "what is on cards, pieces and dice"),
            ("[Code and tests](kept.md)", "each rule, where it is coded and which tests guard it"),
            (f"[How it plays here]({between(here, f'rulebooks/{book.id}.md')})", "the page for players"),
        ]
        told = (
            f"The {len(book.rules)} rules of {book.title}, in our words, in the book's order. It is version "
            f"{book.version} of our reading. The game is its publisher's: this is for people who own it."
        )
        parts = [
            f"# {book.title}: rules",
            told,
            table(("chapter", "rules"), chapters),
            table(("beside them", ""), beside),
        ]
        return Page(here, "\n\n".join(parts))

    def _page(self, place: str, title: str, rules: list[Rule]) -> Page:
        here = self.path(place)
        return Page(here, f"# {self.book.name}: {title}\n\n" + "\n".join(self._rule(here, rule) for rule in rules))

    def _rule(self, here: str, rule: Rule) -> str:
        beside = notes(self.book.id, rule.id)
        parts = [f"## {rule.id} · {rule.title} {{#{rule.id}}}", self._kind(rule), rule.summary]
        if isinstance(rule, Ruling):
            parts += [f"*Why:* {rule.why}", f"*Explains* {', '.join(self.link(here, one) for one in rule.rules)}."]
        elif beside.also:
            parts.append("*See also* " + "; ".join(self._also(here, one) for one in beside.also) + ".")
        if beside.said is not None:
            parts.append(f"*The referee says:* “{beside.said.sentence}”")
        parts += [self._diagram(here, one) for one in self.book.figures if one.rules[0] == rule.id]
        if others := [one for one in self.book.figures if rule.id in one.rules[1:]]:
            parts.append("*Diagrams of it:* " + ", ".join(self._to_diagram(here, one) for one in others) + ".")
        if beside.kin:
            parts.append("*In the other books:* " + "; ".join(self._kin(here, one) for one in beside.kin) + ".")
        return "\n\n".join(part for part in parts if part) + "\n"

    def _kind(self, rule: Rule) -> str:
        if isinstance(rule, Ruling):
            options = ", ".join(f"`{option}`" for option in rule.options)
            return f"*{GROUNDS[rule.ground]}{f'; by {options}' if options else ''}*"
        return f"*{KINDS[rule.kind]}*" if rule.kind in KINDS else ""

    def _also(self, here: str, other: RuleRef) -> str:
        return self.link(here, other.rule, f"{other.rule} {other.title}")

    def _kin(self, here: str, other: RuleRef) -> str:
        chapter = next(one for one in handbook(other.book).chapters if other.rule in one.rules)
        there = between(here, f"rules/{other.book}/{chapter.place}.md")
        return f"[{other.name} {other.rule}]({there}#{other.rule}) {other.title}"

    def _to_diagram(self, here: str, figure: FigureLine) -> str:
        home = self.path(self.homes[figure.rules[0]])
        return f"[{figure.caption.rstrip('.')}]({between(here, home)}#diagram-{figure.id})"

    def _diagram(self, here: str, line: FigureLine) -> str:
        """The drawing, what the referee says to its orders, and the same position as text."""
        view = figure_view(self.book.id, line.id)
        picture = f"![{line.caption}]({between(here, picture_path(self.book.id, line.id))})" if self.pictures else ""
        orders = [
            (f"`{one.said}`", one.sentence + (f" {self.link(here, one.refusal.rule)}" if one.refusal else ""))
            for one in view.orders
        ]
        parts = [
            f"### {line.caption} {{#diagram-{line.id}}}",
            picture,
            table(("order", "the referee"), orders),
            f"```toml\n{view.position.strip()}\n```",
        ]
        return "\n\n".join(part for part in parts if part)

    def _words(self) -> Page:
        here = self.path("words")
        rows = [
            (
                f"{word.name}{f' ({word.sign})' if word.sign else ''}",
                word.says,
                ", ".join(self.link(here, rule) for rule in word.rules),
            )
            for word in self.book.words
        ]
        told = f"# {self.book.name}: words and figures\n\nWhat is met on cards, pieces and dice."
        return Page(here, f"{told}\n\n{table(('word', 'what it means', 'rules'), rows)}")

    def _kept(self) -> Page:
        here = self.path("kept")
        rows = [
            (
                self.link(here, rule.id),
                rule.title,
                "<br>".join(self.sources.link(here, place) for place in notes(self.book.id, rule.id).code) or "–",
                "<br>".join(self.sources.link(here, place) for place in notes(self.book.id, rule.id).tests) or "–",
            )
            for rule in self.rows.values()
        ]
        told = (
            f"# {self.book.name}: code and tests\n\nMade from docstrings that open with a rule's id and from marks on "
            "tests; `make check` fails when it is out of date."
        )
        return Page(here, f"{told}\n\n{table(('rule', '', 'code', 'tests'), rows)}")


def rule_pages(sources: Sources, pictures: bool) -> Iterator[Page]:
    yield _books()
    for book_id in BOOKS:
        yield from Reference(handbook(book_id), sources, pictures).pages()


def _books() -> Page:
    rows = [
        (
            f"[{book.title}]({book.id}/index.md)",
            book.table,
            str(len(book.rules)),
            str(len(book.rulings)),
            str(len(book.figures)),
        )
        for book in map(handbook, BOOKS)
    ]
    told = (
        "Every rule in our own words, what we decided where a book is silent, and diagrams that the referee has judged."
    )
    return Page(
        "rules/index.md", f"# The rules\n\n{told}\n\n{table(('book', 'table', 'rules', 'rulings', 'diagrams'), rows)}"
    )


def diagrams() -> Iterator[tuple[str, FigureLine]]:
    """All diagrams, each with its book."""
    for book_id in BOOKS:
        for line in handbook(book_id).figures:
            yield book_id, line
