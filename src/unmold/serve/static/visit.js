// Follows links and forms without loading the whole document: the server renders the next state,
// and its <main> takes the place of this one's. The address is the state, so back, reload and
// sharing work; without this module the same links do the same.

import { ask } from "./api.js";
import { one } from "./dom.js";
import { sayProblem } from "./toast.js";

/** @type {(main: HTMLElement) => unknown} */
let enhance = () => undefined;
/** @type {AbortController | null} */
let underway = null;

/** @param {(main: HTMLElement) => unknown} prepare is called with every new <main> */
export function startVisits(prepare) {
  enhance = prepare;
  document.addEventListener("click", followLink);
  document.addEventListener("submit", sendForm);
  let shown = location.pathname + location.search;
  addEventListener("popstate", () => {
    const now = location.pathname + location.search;
    if (now !== shown) visit(location.href, { push: false }).catch(sayProblem);
    shown = now;
  });
  document.addEventListener("visited", () => { shown = location.pathname + location.search; });
}

/** @param {MouseEvent} event */
function followLink(event) {
  const link = /** @type {Element} */ (event.target).closest("a");
  if (!link || event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  if (!link.closest("[data-swap]") || link.origin !== location.origin || link.target || link.hasAttribute("download")) return;
  if (link.pathname !== location.pathname) return;
  event.preventDefault();
  visit(link.href).catch(sayProblem);
}

/** @param {SubmitEvent} event */
function sendForm(event) {
  const form = /** @type {HTMLFormElement} */ (event.target);
  if (event.defaultPrevented || !form.closest("[data-swap]") || form.method !== "get") return;
  if (new URL(form.action).pathname !== location.pathname) return;
  event.preventDefault();
  const data = new FormData(form, event.submitter);
  const address = new URL(form.action);
  // Empty fields say nothing and would only make the address longer.
  const filled = [...data].filter(([, value]) => typeof value === "string" && value !== "");
  address.search = new URLSearchParams(/** @type {[string, string][]} */ (filled)).toString();
  visit(address.href).catch(sayProblem);
}

/**
 * @param {string} address
 * @param {{push?: boolean, body?: Blob}} [how]
 */
export async function visit(address, { push = true, body } = {}) {
  underway?.abort();
  const mine = (underway = new AbortController());
  const answer = await ask(address, { signal: mine.signal, headers: { Accept: "text/html" }, ...(body ? { method: "POST", body } : {}) });
  const text = await answer.text();
  if (mine.signal.aborted) return;
  if (push && !body) history.pushState(null, "", answer.url);
  replaceMain(new DOMParser().parseFromString(text, "text/html"));
  document.dispatchEvent(new Event("visited"));
}

/** Show the same address as it is now. */
export function revisit() {
  return visit(location.href, { push: false });
}

/** @param {Document} fresh */
function replaceMain(fresh) {
  const [old, main] = [one("main"), one("main", fresh)];
  if (!old || !main) return;
  const focused = document.activeElement?.id;
  const scrolled = one("[data-keep-scroll]", old)?.scrollLeft ?? 0;
  document.title = fresh.title;
  Object.assign(document.body.dataset, fresh.body.dataset);
  const waits = one("#waiting", fresh);
  if (waits) one("#waiting")?.replaceWith(document.adoptNode(waits));
  old.replaceWith(document.adoptNode(main));
  const table = one("[data-keep-scroll]", main);
  if (table) table.scrollLeft = scrolled;
  enhance(main);
  const again = focused ? document.getElementById(focused) : null;
  if (again) again.focus({ preventScroll: true });
  else if (!document.activeElement || document.activeElement === document.body) main.focus({ preventScroll: true });
}
