"""The toy as a newcomer first has it: a book from elsewhere without tactics."""

from tests.toy import Toy


class Untaught(Toy):
    id = "untaught"


book = Untaught()
