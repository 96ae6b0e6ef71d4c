// A short message at the foot of the window, read aloud, with at most one thing to do about it.

import { make, one } from "./dom.js";
import { ProblemError } from "./api.js";

const SECONDS = 12; // Long enough to read two lines and to press a button.
let timer = 0;

/**
 * @param {string} text
 * @param {{label: string, run: () => void} | null} [action]
 * @param {string} [hint]
 */
export function say(text, action = null, hint = "") {
  const place = one("#toast");
  if (!place) return;
  const said = make("p", {}, text, hint ? make("br") : null, hint || null);
  const close = make("button", { type: "button", class: "icon", "aria-label": "Close the message", onclick: hush }, "×");
  const button = action && make("button", { type: "button", onclick: () => { hush(); action.run(); } }, action.label);
  place.replaceChildren(make("div", { class: "toast" }, said, button, close));
  clearTimeout(timer);
  timer = window.setTimeout(hush, SECONDS * 1000);
}

export function hush() {
  one("#toast")?.replaceChildren();
}

/** @param {unknown} error */
export function sayProblem(error) {
  if (error instanceof DOMException && error.name === "AbortError") return;
  if (error instanceof ProblemError) say(`That did not work: ${error.message}`, null, error.hint);
  else {
    say("That did not work, which is a bug in unmold");
    throw error;
  }
}
