// Light or dark: as the system says, or as chosen here. The choice is a cookie, so that the server
// can say it in the document and nothing flashes.

import { one } from "./dom.js";

const YEAR = 31_536_000;
const NAMES = ["system", "light", "dark"];

export function startTheme() {
  const button = one("#theme");
  if (!button) return;
  button.hidden = false;
  show(button, document.documentElement.dataset.theme ?? "system");
  button.addEventListener("click", () => {
    const now = document.documentElement.dataset.theme ?? "system";
    const next = NAMES[(NAMES.indexOf(now) + 1) % NAMES.length];
    document.cookie = `unmold_theme=${next}; path=/; max-age=${YEAR}; samesite=strict`;
    if (next === "system") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = next;
    show(button, next);
  });
}

/**
 * @param {HTMLElement} button
 * @param {string} name
 */
function show(button, name) {
  const words = name === "system" ? "as the system says" : name;
  button.title = `Colours: ${words}`;
  button.setAttribute("aria-label", `Colours: ${words}. Change`);
  button.dataset.shows = name;
}
