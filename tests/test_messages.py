"""Every message that a user can meet, in one list: `pytest tests/test_messages.py -s` prints it."""

import re

import pytest
from support.messages import Message, collect_messages

DIALECT = (
    r"\banew\b",
    r"\bdearer\b",
    r"\bhow alike\b",
    r"\bhow right\b",
    r"(?<!here) is no (folder|file|page of|URL|CSV|sitemap|edit)\b",
    r"\b(is|are) wanted\b",
    r"\bnobody\b",
    r"\bof before\b",
    r"\bso many\b",
    r"\bstands? (at|there|on|in)\b",
    r"\btold apart\b",
)
"""Turns of phrase that programmers do not use."""

INTERNAL = {"module {} has no attribute {}"}
"""What Python itself says, in its own words."""


@pytest.fixture(scope="module")
def messages() -> list[Message]:
    found = collect_messages()
    for message in found:
        print(message)
    return found


def test_the_list_has_errors_hints_problems_and_help(messages: list[Message]) -> None:
    assert {message.type for message in messages} == {
        "error",
        "hint",
        "problem",
        "help",
        "printed",
        "answer",
    }
    texts = {message.text for message in messages}
    assert "there is no workspace {}" in texts
    assert "`unmold run SOURCE -o WORKSPACE` makes one" in texts
    assert "no such file" in texts
    assert "Stop after N pages." in texts


def test_messages_are_plain_english(messages: list[Message]) -> None:
    odd = [str(one) for one in messages for word in DIALECT if re.search(word, one.text)]
    assert not odd, "\n".join(odd)


def test_errors_begin_small_and_end_without_a_full_stop(messages: list[Message]) -> None:
    """They follow `error: ` on a line; names and acronyms may begin large."""
    wrong = [
        str(one)
        for one in messages
        if one.type == "error"
        and one.text not in INTERNAL
        and (one.text.endswith(".") or re.match(r"(The|There|No|A|It|Cannot|This)\b", one.text))
    ]
    assert not [one for one in wrong if "No such command" not in one], "\n".join(wrong)
