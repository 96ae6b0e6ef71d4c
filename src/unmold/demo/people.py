"""Names of people, what they do, and what they say above their reviews."""

from unmold.demo.chance import Chance

FIRST_NAMES = (
    "Ada", "Bruno", "Célia", "Dara", "Emil", "Farah", "Greta", "Hugo", "Ines", "Jonas", "Kamala",
    "Liam", "Mireille", "Nikolai", "Oona", "Paweł", "Quentin", "Rosa", "Søren", "Tomás", "Ursula",
    "Violeta", "Wanda", "Xavier", "Yuki", "Zoë",
)  # fmt: skip
LAST_NAMES = (
    "Lindqvist", "Okafor", "Marchetti", "O'Neill", "Novák", "Haddad", "Sørensen", "Tanaka",
    "Carvalho", "Weiß", "Rao", "Byrne", "Castellanos", "Dvořák", "Ekström", "Fitzgerald", "Grüber",
    "Hughes-Lane", "Ivanova", "Jørgensen", "Kowalczyk", "Laurent", "McAllister", "Nakamura",
    "Öztürk", "Petrov",
)  # fmt: skip
ROLES = (
    "Editor", "Buyer for lamps", "Woodworker", "Gardener", "Head of repairs", "Guest writer",
    "Ceramicist", "Photographer", "Founder", "Bookbinder", "Weaver", "Apprentice",
)  # fmt: skip
TITLE_STARTS = (
    "Does what it should", "Lovely", "Not for me", "Better than the last one", "Fine",
    "A gift that stayed", "Worth the wait", "Came with a scratch", "Exactly as shown",
    "Smaller than I thought", "My second one", "Third time lucky", "Heavy, in a good way",
    "Would buy again", "Hmm", "Solid", "A bit loud", "Très joli", "Five stars & a cat",
)  # fmt: skip
TITLE_ENDS = (
    "", "", "", "!", " 😊", " – so far", ", but...", " after a year", " for the price",
    " (see photo)", ", mostly",
)  # fmt: skip


def invent_name(chance: Chance) -> str:
    """A person's name."""
    return f"{chance.pick(FIRST_NAMES)} {chance.pick(LAST_NAMES)}"


def invent_review_title(chance: Chance) -> str:
    """What is above a review."""
    return chance.pick(TITLE_STARTS) + chance.pick(TITLE_ENDS)
