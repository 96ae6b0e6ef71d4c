// The keyboard: `/` searches, `j`/`k` and arrows move, `e` edits, `z` undoes, `?` lists all.

import { all, isTyping, one } from "./dom.js";

/** What can be moved through, in the order of the page. */
const ITEMS = "[data-item], main tbody th a";

/** @type {Record<string, () => void>} */
const actions = {};

/**
 * @param {string} key
 * @param {() => void} run
 */
export function onKey(key, run) {
  actions[key] = run;
}

export function startKeys() {
  onKey("/", () => {
    const field = /** @type {HTMLInputElement | null} */ (one("main input[type=search]") ?? one("header input[type=search]"));
    field?.focus();
    field?.select();
  });
  onKey("?", () => /** @type {HTMLDialogElement | null} */ (one("#help"))?.showModal());
  onKey("j", () => move(1));
  onKey("k", () => move(-1));
  onKey("e", editCurrent);
  document.addEventListener("keydown", press);
  one("#show-help")?.addEventListener("click", () => actions["?"]());
}

/** @param {KeyboardEvent} event */
function press(event) {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  const target = /** @type {HTMLElement} */ (event.target);
  if (event.key === "Escape") closeMenus(target);
  if (isTyping(target) || one("dialog[open]")) return;
  if (event.key.startsWith("Arrow")) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    // Elsewhere arrows scroll, as everybody expects.
    if (step && target.matches(ITEMS) && move(step)) event.preventDefault();
    return;
  }
  const run = actions[event.key];
  if (run) {
    event.preventDefault();
    run();
  }
}

/** @param {HTMLElement} target */
function closeMenus(target) {
  for (const menu of all("details.menu[open]")) {
    menu.removeAttribute("open");
    if (menu.contains(target)) one("summary", menu)?.focus();
  }
}

/**
 * @param {number} step
 * @returns {boolean} whether there was somewhere to go
 */
function move(step) {
  const items = all(ITEMS).filter((item) => item.checkVisibility());
  if (!items.length) return false;
  const here = items.indexOf(/** @type {HTMLElement} */ (document.activeElement));
  const next = here < 0 ? items[step > 0 ? 0 : items.length - 1] : items[here + step];
  next?.focus();
  next?.scrollIntoView({ block: "nearest" });
  return Boolean(next);
}

/** Correct what has the focus, or what the view is about. */
function editCurrent() {
  const here = document.activeElement?.closest("tr, li, .about, section");
  const button = (here && one("[data-correct]", here)) ?? one("main .about [data-correct]") ?? one("main [data-correct]");
  button?.click();
}

/** Close a menu when something outside it is pressed. */
export function startMenus() {
  document.addEventListener("click", (event) => {
    for (const menu of all("details.menu[open]")) {
      if (!menu.contains(/** @type {Node} */ (event.target))) menu.removeAttribute("open");
    }
  });
}
