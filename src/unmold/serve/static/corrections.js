// Corrections: a dialog that asks what to do, shows what it would change, and makes the edit.

import { get, post, ProblemError } from "./api.js";
import { make } from "./dom.js";
import { KINDS, kindsFor } from "./kinds.js";
import { say, sayProblem } from "./toast.js";
import { revisit } from "./visit.js";

/** @typedef {import("./kinds.js").Target} Target */
/** @typedef {import("./kinds.js").Kind} Kind */
/** @typedef {import("./kinds.js").Field} Field */
/** @typedef {import("./kinds.js").Values} Values */
/** @typedef {import("./kinds.js").Edit} Edit */

const PAUSE = 250; // Milliseconds without a key until a preview is asked for.

/** The button of whatever is to be corrected says what it is, as JSON. */
export function startCorrections() {
  document.addEventListener("click", (event) => {
    const button = /** @type {Element} */ (event.target).closest("[data-correct]");
    if (button instanceof HTMLElement) correct(JSON.parse(button.dataset.correct ?? "{}"));
  });
}

/**
 * @param {Target} target
 * @param {string} [label]
 * @param {boolean} [isLabelled] whether its label can be seen
 */
export function targetButton(target, label = "Correct", isLabelled = false) {
  const about = target.column ?? target.text ?? target.table ?? target.path ?? "it";
  return make(
    "button",
    { type: "button", class: "correct", "data-correct": JSON.stringify(target), "aria-label": `${label} ${about}`, title: `${label} (e)` },
    isLabelled ? `✎ ${label}` : "✎",
  );
}

/** @param {Target} target */
export function correct(target) {
  const kinds = kindsFor(target);
  if (kinds.length) new Correction(target, kinds).open();
}

class Correction {
  /**
   * @param {Target} target
   * @param {[string, Kind][]} kinds
   */
  constructor(target, kinds) {
    this.target = target;
    this.kinds = kinds;
    /** @type {AbortController | null} */
    this.asking = null;
    this.timer = 0;
    this.fill = make("div", { class: "values-to-fill" });
    this.preview = make("div", { class: "preview", role: "region", "aria-live": "polite", "aria-label": "What it would change", tabindex: "0" });
    this.submit = make("button", { class: "main-action", disabled: true }, "Correct it");
    this.form = make("form", { method: "dialog" });
    this.dialog = /** @type {HTMLDialogElement} */ (make("dialog", { "aria-labelledby": "correct-title" }, this.form));
  }

  open() {
    const { target } = this;
    const about = target.column ? `${target.table}.${target.column}` : target.xpath ? `“${(target.text ?? "").slice(0, 60)}”` : target.page ? target.path : target.table;
    const choices = this.kinds.map(([name, kind], at) =>
      make("label", {}, make("input", { type: "radio", name: "do", value: name, checked: at === 0 }), kind.label),
    );
    const cancel = make("button", { type: "button", onclick: () => this.dialog.close() }, "Cancel");
    this.form.append(
      make("h2", { id: "correct-title" }, "Correct ", make("bdi", {}, about ?? "")),
      make("fieldset", { class: "kinds" }, make("legend", {}, "What to do"), ...choices),
      this.fill,
      this.preview,
      make("div", { class: "actions" }, cancel, this.submit),
    );
    // Not `change`: that comes again when a field is left for the button, which must stay pressable.
    this.form.addEventListener("input", (event) => {
      if (/** @type {HTMLInputElement} */ (event.target).name === "do") this.showFields();
      else this.schedule();
    });
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      if (!this.submit.disabled) this.send();
    });
    this.dialog.addEventListener("close", () => {
      this.asking?.abort();
      clearTimeout(this.timer);
      this.dialog.remove();
    });
    document.body.append(this.dialog);
    this.dialog.showModal();
    this.showFields();
  }

  /** @returns {Kind} */
  get kind() {
    const chosen = new FormData(this.form).get("do");
    return KINDS[String(chosen)];
  }

  async showFields() {
    const { kind } = this;
    this.say(kind.says);
    this.submit.disabled = true;
    const fields = await Promise.all(kind.fields.map((field) => this.makeField(field)));
    if (this.kind !== kind) return;
    this.fill.replaceChildren(make("p", { class: "note" }, kind.says), ...fields);
    const first = /** @type {HTMLElement | null} */ (this.fill.querySelector("input, select"));
    first?.focus();
    this.schedule();
  }

  /** @param {Field} field */
  async makeField(field) {
    const label = make("span", {}, field.label, field.hint ? make("span", { class: "note" }, ` ${field.hint}`) : null);
    if (field.type === "text") {
      const input = make("input", { name: field.name, value: field.value ?? "", autocomplete: "off", spellcheck: "false", autocapitalize: "off" });
      return make("label", { class: "field" }, label, input);
    }
    const options = await this.options(field);
    if (field.type === "select") {
      return make("label", { class: "field" }, label, make("select", { name: field.name }, ...options.map((one) => make("option", { value: one.value }, one.label))));
    }
    const checks = options.map((one) => make("label", { class: "check" }, make("input", { type: "checkbox", name: field.name, value: one.value }), make("bdi", {}, one.label)));
    const none = make("p", { class: "note" }, "There is nothing else to choose from.");
    return make("fieldset", { class: "checks" }, make("legend", {}, field.label), ...(checks.length ? checks : [none]));
  }

  /** @param {Field} field */
  async options(field) {
    try {
      return (await field.options?.(this.target)) ?? [];
    } catch (error) {
      sayProblem(error);
      return [];
    }
  }

  /** @returns {Edit | null} the edit, once everything is filled in */
  read() {
    const data = new FormData(this.form);
    /** @type {Values} */
    const values = {};
    for (const field of this.kind.fields) {
      const given = data.getAll(field.name).map(String);
      if (!field.optional && !given.some((one) => one.trim())) return null;
      values[field.name] = field.type === "checks" ? given : given[0] ?? "";
    }
    return this.kind.make(this.target, values);
  }

  schedule() {
    clearTimeout(this.timer);
    this.asking?.abort();
    this.submit.disabled = true;
    this.timer = window.setTimeout(() => this.showPreview(), PAUSE);
  }

  async showPreview() {
    const edit = this.read();
    if (!edit) {
      this.say("What it would change is shown here.");
      return;
    }
    const asking = (this.asking = new AbortController());
    try {
      const found = await post("/edits/preview", edit, {}, asking.signal);
      if (asking.signal.aborted) return;
      this.preview.replaceChildren(...describePreview(found));
      this.submit.disabled = false;
    } catch (error) {
      if (asking.signal.aborted) return;
      this.refuse(error);
    }
  }

  /**
   * Say inside the dialog what went wrong: messages of the app stand behind it.
   * @param {unknown} error
   */
  refuse(error) {
    const { message, hint } = error instanceof ProblemError ? error : { message: "unmold failed", hint: "" };
    this.preview.replaceChildren(make("p", { class: "problem-text" }, message), make("p", { class: "note" }, hint));
  }

  /** @param {string} text */
  say(text) {
    this.preview.replaceChildren(make("p", { class: "note" }, text));
  }

  async send() {
    const edit = this.read();
    if (!edit) return;
    this.submit.disabled = true;
    try {
      const made = await post("/edits", edit, { "If-Match": quoteTag(document.body.dataset.edits ?? "") });
      this.dialog.close();
      await revisit();
      const waits = made.state === "pending";
      say(waits ? `Noted: ${made.what}. It waits to be applied.` : `Done: ${made.what}`, {
        label: waits ? "Apply…" : "Undo",
        run: waits ? () => location.assign("/edits") : () => undo(made.id),
      });
    } catch (error) {
      this.refuse(error);
      // Somebody else was faster: what is behind the dialog becomes what it is now.
      if (error instanceof ProblemError && error.status === 412) await revisit();
      this.submit.disabled = false;
    }
  }
}

/** @param {string} tag */
export function quoteTag(tag) {
  return tag.startsWith('"') ? tag : `"${tag}"`;
}

/**
 * @param {any} found what the server says that edits would change
 * @returns {Node[]}
 */
export function describePreview(found) {
  /** @type {Node[]} */
  const parts = [make("h3", {}, found.what ?? "")];
  if (found.immediate === false) parts.push(make("p", { class: "note" }, "It takes effect when edits are applied."));
  if (found.fill) parts.push(make("p", {}, `${Math.round(found.fill * 100)}% of the pages that were looked at have it.`));
  for (const page of found.pages ?? []) {
    const way = [page.before, page.after ?? "no template"].filter(Boolean).join(" → ");
    parts.push(make("p", {}, `${page.pages} page${page.pages === 1 ? "" : "s"}: ${way}`, make("br"), make("span", { class: "note" }, (page.examples ?? []).slice(0, 3).join(", "))));
  }
  if (found.columns?.length) parts.push(changedColumns(found.columns));
  if (found.samples?.length) parts.push(changedValues(found.samples));
  for (const [number, why] of Object.entries(found.waiting ?? {})) parts.push(make("p", { class: "problem-text" }, `edit ${number} waits: ${why}`));
  return parts;
}

/** @param {any[]} columns that come, go or change */
function changedColumns(columns) {
  const rows = columns.map((one) => {
    const name = [one.template, one.part, one.column].filter(Boolean).join(".");
    const how = one.before && one.after ? `${one.before} → ${one.after}` : (one.examples ?? []).slice(0, 3).map(showValue).join("; ");
    return make("tr", {}, make("td", {}, `${one.column ? "column" : "table"} ${one.change}`), make("th", { scope: "row" }, name), make("td", {}, how));
  });
  return make("table", {}, make("tbody", {}, ...rows));
}

/** @param {{before: unknown, after: unknown}[]} samples */
function changedValues(samples) {
  const head = make("thead", {}, make("tr", {}, make("th", { scope: "col" }, "now"), make("th", { scope: "col" }, "then")));
  const rows = samples.slice(0, 5).map((one) => make("tr", {}, make("td", {}, showValue(one.before)), make("td", {}, showValue(one.after))));
  return make("table", {}, head, make("tbody", {}, ...rows));
}

/** @param {unknown} value */
function showValue(value) {
  const text = value === null || value === undefined ? "–" : Array.isArray(value) ? value.join(", ") : String(value);
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
}

/**
 * Take an edit back, or the last one.
 * @param {number} [number]
 */
export async function undo(number) {
  try {
    const targets = number === undefined ? [] : [String(number)];
    const { etag } = await get("/edits");
    const made = await post("/edits", { do: "undo", targets }, { "If-Match": quoteTag(etag) });
    await revisit();
    const { edits } = await get("/edits");
    const taken = edits.find((/** @type {any} */ one) => one.id === made.detail.edit);
    // What a run has made can be taken back by another one only.
    say(`Undone: ${taken.what}${taken.why ? ` (${taken.why})` : ""}`, { label: "Redo", run: () => undo(made.id) });
  } catch (error) {
    sayProblem(error);
  }
}

export function undoLast() {
  if (document.body.dataset.readOnly === undefined) undo();
}
