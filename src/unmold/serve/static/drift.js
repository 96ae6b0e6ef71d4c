// The drift view: the pages of a new crawl, chosen as files, against what was learned.

import { ask } from "./api.js";
import { make, one } from "./dom.js";
import { sayProblem } from "./toast.js";

const HTML = /\.(x?html?|php|aspx?)$/i;

/** @typedef {{severity: string, says: string, template: string, templates: string[], fields: string[], pages: number, share: number, old: string, new: string, examples: string[]}} Finding */
/** @typedef {{template: string, pages_before: number, pages: number, share: number}} Fit */

/** @param {HTMLElement} main */
export function start(main) {
  const form = /** @type {HTMLFormElement | null} */ (one("#new-crawl", main));
  const place = one("#new-crawl-found", main);
  const files = /** @type {HTMLInputElement | null} */ (form?.querySelector("input[type=file]"));
  if (!form || !place || !files) return;
  form.hidden = false;
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const base = String(new FormData(form).get("base") ?? "");
    find([...(files.files ?? [])], base, place).catch(sayProblem);
  });
}

/**
 * @param {File[]} files
 * @param {string} base
 * @param {HTMLElement} place
 */
async function find(files, base, place) {
  const pages = files.filter((file) => HTML.test(file.name) || file.type === "text/html");
  if (!pages.length) {
    place.replaceChildren(make("p", { class: "problem-text" }, "None of these files is an HTML page."));
    return;
  }
  place.replaceChildren(make("p", { class: "note" }, `${pages.length} pages are compared…`));
  /** @type {BlobPart[]} */
  const lines = [];
  for (const file of pages) {
    // The folder that was chosen stands for the address of the site.
    const path = file.webkitRelativePath.split("/").slice(1).join("/") || file.name;
    const url = base ? new URL(path, base).href : undefined;
    lines.push(`${JSON.stringify({ html: await file.text(), url })}\n`);
  }
  const answer = await ask("/api/v1/drift", { method: "POST", headers: { "Content-Type": "application/x-ndjson" }, body: new Blob(lines) });
  const found = await answer.json();
  place.replaceChildren(...showFindings(found.findings), showFits(found.templates));
}

/** @param {Finding[]} findings */
function showFindings(findings) {
  if (!findings.length) return [make("p", {}, "Nothing changed.")];
  const rows = findings.map((one) => {
    const about = [one.templates.length ? `${one.templates.length} templates` : one.template, one.fields.slice(0, 6).join(", ")].filter(Boolean).join(": ");
    const change = one.old || one.new ? `${one.old || "–"} → ${one.new || "–"}` : one.examples.slice(0, 3).join(", ");
    return make(
      "tr",
      {},
      make("td", {}, make("span", { class: `state state-${one.severity === "breakage" ? "lost" : "pending"}` }, one.severity)),
      make("th", { scope: "row" }, one.says),
      make("td", { dir: "auto" }, about),
      make("td", { class: "number" }, `${one.pages} (${Math.round(one.share * 100)}%)`),
      make("td", { class: "examples", dir: "auto" }, change),
    );
  });
  return [table("Findings", ["how grave", "what", "where", "pages", "from, to"], rows)];
}

/** @param {Fit[]} fits */
function showFits(fits) {
  const rows = fits.map((one) =>
    make(
      "tr",
      {},
      make("th", { scope: "row" }, one.template),
      make("td", { class: "number" }, String(one.pages_before)),
      make("td", { class: "number" }, String(one.pages)),
      make("td", { class: "number" }, `${Math.round(one.share * 100)}%`),
    ),
  );
  return table("How pages fit", ["template", "pages before", "now", "fit"], rows);
}

/**
 * @param {string} label
 * @param {string[]} heads
 * @param {HTMLElement[]} rows
 */
function table(label, heads, rows) {
  const head = make("tr", {}, ...heads.map((name) => make("th", { scope: "col", class: name === "pages" || name === "now" || name === "fit" || name === "pages before" ? "number" : false }, name)));
  return make("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": label }, make("table", {}, make("thead", {}, head), make("tbody", {}, ...rows)));
}
