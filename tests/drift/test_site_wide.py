"""What several templates share is said once, and what is merely a state is not said."""

import pytest

from unmold.drift.detect import join_templates
from unmold.drift.element_paths import Step, is_state_change
from unmold.drift.findings import Finding, Severity

PAGES = {"a": 10, "b": 30}


def wrapped(template, severity=Severity.NOTICE, new="body > div"):
    return Finding("wrapped", severity, template, ("x",), "body", new, pages=PAGES[template])


def test_the_same_change_of_several_templates_is_one_finding():
    vanished = Finding("field-vanished", Severity.BREAKAGE, "a", ("y",), pages=10)
    other, joined = join_templates([wrapped("a"), vanished, wrapped("b")], PAGES)
    assert other is vanished
    assert (joined.template, joined.templates) == ("", ("a", "b"))
    assert (joined.pages, joined.share, joined.fields) == (40, 1.0, ("a.x", "b.x"))


def test_what_breaks_one_template_breaks_the_site():
    (joined,) = join_templates([wrapped("a"), wrapped("b", Severity.BREAKAGE)], PAGES)
    assert joined.severity is Severity.BREAKAGE


def test_different_changes_stay_apart():
    findings = [wrapped("a"), wrapped("b", new="body > main")]
    assert list(join_templates(findings, PAGES)) == findings


@pytest.mark.parametrize(
    ("old", "new", "is_state"),
    [
        (("card",), ("card", "sale"), True),
        (("card", "sale"), ("card",), True),
        (("card",), ("tile",), False),
        (("card", "sale"), ("card", "new-sale"), False),
        (("card",), (), False),
        (("card",), ("card",), False),
    ],
)
def test_classes_beside_others_are_a_state(old, new, is_state):
    body = Step("body")
    assert is_state_change((body, Step("p", "", old)), (body, Step("p", "", new))) == is_state
