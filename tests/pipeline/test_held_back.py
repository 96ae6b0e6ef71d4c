"""After a run, pages of kinds held back go to none, new pages of known kinds to theirs."""

from benchmarks.classify import measure_site


def test_kinds_held_back_go_to_none_and_known_ones_to_their_template() -> None:
    outcome = measure_site(seed=41, pages=100)
    assert outcome.known.right >= 0.99 * outcome.known.asked > 0
    assert outcome.held.right >= 0.95 * outcome.held.asked > 0
