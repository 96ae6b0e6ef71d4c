"""Renders what `benchmarks.ablation` measured for the document that shows it."""

from typing import Any

from unmold.bench.measuring import Measured


def render_ablation(content: Any) -> str:
    """All tables as Markdown."""
    tables = [_render_steps(content["corpora"]), _render_costs(content["costs"])]
    measured = Measured(**{name: content[name] for name in ("date", "code", "machine")})
    return "\n\n".join([*tables, _render_worst(content["worst"]), f"({measured.origin})"])


def _render_steps(corpora: list[dict[str, Any]]) -> str:
    head = ["what", *(f"{one['corpus']} ({one['sites']})" for one in corpora)]
    whole = [
        "**ARI / pair F1 of `auto`**",
        *(f"{one['ari']:.3f} / {one['f1']:.3f}" for one in corpora),
    ]
    rows = [
        [f"without {step}", *(_show_gain(one["steps"][step]) for one in corpora)]
        for step in corpora[0]["steps"]
    ]
    text = (
        "**What each step adds.** Means over sites (their number in brackets); below, by how much "
        "pair F1 is lower without a step, ± the standard error over sites; 0 where no site changes."
    )
    return f"{text}\n\n{_table(head, [whole, *rows])}"


def _show_gain(step: dict[str, list[float]]) -> str:
    gain, error = step["f1"]
    return "0" if gain == error == 0 else f"{-gain:+.3f} ± {error:.3f}"


def _render_costs(costs: list[dict[str, float]]) -> str:
    rows = [
        [
            f"{one['pages']:,}",
            f"{one['seconds']:.2f}",
            f"{1000 * one['seconds'] / one['pages']:.2f}",
        ]
        for one in costs
    ]
    text = (
        "**What it costs.** Pages of openjdk17, spread over the site; processor time from features."
    )
    return f"{text}\n\n{_table(['pages', 'seconds', 'ms a page'], rows)}"


def _render_worst(sites: list[dict[str, Any]]) -> str:
    rows = [
        [one["corpus"], one["site"], f"{one['ari']:.2f}", f"{one['f1']:.3f}", one["reason"]]
        for one in sites
    ]
    text = "**The ten worst sites**, by pair F1, with their largest mistakes."
    return f"{text}\n\n{_table(['corpus', 'site', 'ARI', 'F1', 'mistakes'], rows)}"


def _table(head: list[str], rows: list[list[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)
