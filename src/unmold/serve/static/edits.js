// The edits view: take edits back, see what waiting ones would change, and apply them.

import { get, post } from "./api.js";
import { describePreview, undo } from "./corrections.js";
import { all, make, one } from "./dom.js";
import { say, sayProblem } from "./toast.js";
import { revisit } from "./visit.js";

const PAUSE = 300; // Milliseconds between two looks at a job.

/** @param {HTMLElement} main */
export function start(main) {
  for (const button of all("button[data-undo]", main)) {
    button.addEventListener("click", () => undo(Number(button.dataset.undo)));
  }
  one("#preview-apply", main)?.addEventListener("click", () => apply(main, true).catch(sayProblem));
  one("#apply", main)?.addEventListener("click", () => apply(main, false).catch(sayProblem));
}

/**
 * @param {HTMLElement} main
 * @param {boolean} isDry
 */
async function apply(main, isDry) {
  const place = one("#apply-progress", main);
  if (!place) return;
  for (const button of all("#apply, #preview-apply", main)) /** @type {HTMLButtonElement} */ (button).disabled = true;
  const bar = /** @type {HTMLProgressElement} */ (make("progress", { max: 1, "aria-label": "How far the edits are applied" }));
  const words = make("p", { class: "note" }, "It starts…");
  place.replaceChildren(bar, words);
  try {
    const { job } = await post("/apply", { dry_run: isDry });
    const done = await follow(job, bar, words);
    if (done.state === "failed") throw new Error(done.message);
    if (isDry) {
      place.replaceChildren(...showResult(done.result));
      return;
    }
    await revisit();
    say("Applied: this is a new generation of the workspace");
  } catch (error) {
    place.replaceChildren(make("p", { class: "problem-text" }, error instanceof Error ? error.message : "unmold failed"));
  } finally {
    for (const button of all("#apply, #preview-apply")) /** @type {HTMLButtonElement} */ (button).disabled = false;
  }
}

/** @param {any} result */
function showResult(result) {
  const found = describePreview({ what: "What would change", ...(result ?? {}) });
  const isEmpty = found.length === 1;
  return isEmpty ? [make("p", {}, "No page and no column would change.")] : found;
}

/**
 * @param {string} job
 * @param {HTMLProgressElement} bar
 * @param {HTMLElement} words
 * @returns {Promise<any>}
 */
async function follow(job, bar, words) {
  for (;;) {
    const now = await get(`/jobs/${job}`);
    if (now.total) {
      bar.max = now.total;
      bar.value = now.done;
    }
    words.textContent = [now.stage, now.total ? `${now.done} of ${now.total}` : "", now.message].filter(Boolean).join(" · ") || "under way";
    if (now.state === "done" || now.state === "failed") return now;
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
  }
}
