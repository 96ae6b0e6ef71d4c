// The page view: the overlay on the left and the list on the right show the same places.

import { get } from "./api.js";
import { targetButton } from "./corrections.js";
import { all, make, one, readData } from "./dom.js";
import { showOverlay } from "./overlay.js";

/** @typedef {{id: number, cell: number, mark: number, column: string, field: string, table: string, row: number | null, value: string, type: string, stored: string | null, xpath: string, tier: number, verdict: string}} Place */
/** @typedef {ReturnType<typeof showOverlay>} Shown */

/** @param {HTMLElement} main */
export function start(main) {
  const overlay = readData("overlay-data");
  if (overlay) new PageView(main, overlay).start();
}

/**
 * Whether two places are of the same value, which may span several texts.
 * @param {Place} one
 * @param {Place} other
 */
const sameCell = (one, other) => one.cell === other.cell;

/**
 * Whether a place is the value that another one says again.
 * @param {Place} one
 * @param {Place} other
 */
const sameColumn = (one, other) =>
  other.verdict === "value" && one.tier === other.tier && one.table === other.table && one.row === other.row && one.column === other.column;

class PageView {
  /**
   * @param {HTMLElement} main
   * @param {any} overlay
   */
  constructor(main, overlay) {
    this.main = main;
    this.overlay = overlay;
    /** @type {Map<number, Place>} */
    this.places = new Map(overlay.places.map((/** @type {Place} */ place) => [place.id, place]));
    /** @type {Shown | null} */
    this.shown = null;
    /** By tier and part what tables are called.
     * @type {Record<string, string>} */
    this.tables = readData("tables-data") ?? {};
    this.canCorrect = document.body.dataset.readOnly === undefined;
  }

  start() {
    const frame = /** @type {HTMLIFrameElement | null} */ (one("iframe", this.main));
    const svg = /** @type {SVGSVGElement | null} */ (this.main.querySelector("svg.overlay-svg"));
    if (frame && svg) {
      this.shown = showOverlay({
        frame,
        svg,
        overlay: this.overlay,
        onSelect: (/** @type {number | null} */ id) => this.select(id, false),
        onHover: (/** @type {number | null} */ id) => this.light(id),
        onMeasured: (/** @type {number[]} */ unseen) => this.noteUnseen(unseen),
      });
    }
    for (const button of all("button[data-place]", this.main)) {
      const id = Number(button.dataset.place);
      button.addEventListener("pointerenter", () => this.shown?.hover(id));
      button.addEventListener("pointerleave", () => this.shown?.hover(null));
      button.addEventListener("focus", () => this.shown?.hover(id));
      button.addEventListener("blur", () => this.shown?.hover(null));
      button.addEventListener("click", () => this.select(button.getAttribute("aria-pressed") === "true" ? null : id, true));
    }
    const layers = all("input[data-layer]", this.main);
    const update = () => this.shown?.setLayers(Object.fromEntries(layers.map((box) => [box.dataset.layer ?? "", /** @type {HTMLInputElement} */ (box).checked])));
    for (const box of layers) box.addEventListener("change", update);
    update();
    one('input[data-layer="unread"]', this.main)?.addEventListener("change", (event) => this.listUnread(/** @type {HTMLInputElement} */ (event.target).checked));
  }

  /**
   * The button of the value that a place belongs to; a value may have several places.
   * @param {number} id
   */
  button(id) {
    const own = this.places.get(id);
    if (!own) return null;
    const isFirst = own.verdict === "again" ? sameColumn : sameCell;
    const first = this.overlay.places.find((/** @type {Place} */ place) => isFirst(own, place));
    return first ? one(`button[data-place="${first.id}"]`, this.main) : null;
  }

  /**
   * Says of values that the page's own style sheets hide why they are not outlined.
   * @param {number[]} unseen
   */
  noteUnseen(unseen) {
    const hidden = new Set(unseen);
    for (const button of all("button[data-place]", this.main)) {
      const note = one(".unseen-note", button);
      const isHidden = hidden.has(Number(button.dataset.place));
      if (isHidden && !note) button.append(make("span", { class: "note unseen-note" }, "hidden by the page's style"));
      if (!isHidden) note?.remove();
    }
  }

  /** @param {number | null} id */
  light(id) {
    for (const button of all("button.lit", this.main)) button.classList.remove("lit");
    if (id !== null) this.button(id)?.classList.add("lit");
  }

  /**
   * @param {number | null} id
   * @param {boolean} fromList
   */
  select(id, fromList) {
    for (const button of all('button[aria-pressed="true"]', this.main)) button.setAttribute("aria-pressed", "false");
    one(".about", this.main)?.remove();
    if (fromList) this.shown?.select(id);
    const place = id === null ? undefined : this.places.get(id);
    const button = id === null ? null : this.button(id);
    if (!place) return;
    const panel = this.describe(place);
    if (button) {
      button.setAttribute("aria-pressed", "true");
      button.after(panel);
    } else {
      // A value of the second tier is not in the list.
      panel.prepend(make("h3", {}, make("bdi", {}, place.column)), make("p", { dir: "auto" }, place.value));
      one(".says", this.main)?.prepend(panel);
    }
    if (!fromList) (button ?? panel).scrollIntoView({ block: "nearest" });
  }

  /**
   * List what nothing reads, so that it can become a column.
   * @param {boolean} isShown
   */
  listUnread(isShown) {
    const section = one("#unread", this.main);
    const list = section && one("ul", section);
    const frame = /** @type {HTMLIFrameElement | null} */ (one("iframe", this.main));
    if (!section || !list || !frame) return;
    section.hidden = !isShown;
    if (!isShown || list.children.length) return;
    const { page } = this.overlay;
    for (const text of this.overlay.texts.filter((/** @type {any} */ one) => one.verdict === "unread").slice(0, 200)) {
      const said = readText(frame, text);
      if (!said) continue;
      const target = { template: page.template, name: page.name, page: page.id, xpath: text.xpath, text: said };
      list.append(make("li", { class: "unread" }, make("span", { class: "said", dir: "auto" }, said), this.canCorrect && page.template ? targetButton(target, "Make a column of") : null));
    }
  }

  /** @param {Place} place */
  describe(place) {
    const facts = make("dl", {});
    const panel = make("section", { class: "about", "aria-label": `About ${place.column}` }, facts);
    addFact(facts, "type", place.type);
    if (place.stored !== null) addFact(facts, "in the table", place.stored || `nothing, since it does not read as ${place.type}`);
    const found = make("dd", {}, "…");
    facts.append(make("dt", {}, "filled"), found);
    const frame = /** @type {HTMLIFrameElement | null} */ (one("iframe", this.main));
    const selector = frame ? writeSelector(frame, place.mark) : "";
    if (selector) addFact(facts, "selector", make("code", {}, selector));
    addFact(facts, "XPath", make("code", {}, place.xpath));
    const { template } = this.overlay.page;
    if (!template) return panel;
    get(`/templates/${encodeURIComponent(template)}/columns/${encodeURIComponent(place.field)}`).then(
      (column) => this.addColumn(panel, facts, found, place, column),
      (error) => { found.textContent = error.message; },
    );
    return panel;
  }

  /**
   * @param {HTMLElement} panel
   * @param {HTMLElement} facts
   * @param {HTMLElement} fill
   * @param {Place} place
   * @param {any} column
   */
  addColumn(panel, facts, fill, place, column) {
    fill.textContent = `${Math.round(column.fill * 100)}% of ${place.row === null ? "pages" : "rows"}`;
    if (column.found_by) addFact(facts, "found by", column.found_by);
    const values = (column.values ?? []).filter((/** @type {any} */ one) => one.page?.id !== this.overlay.page.id).slice(0, 6);
    if (values.length) {
      const rows = values.map((/** @type {any} */ one) => make("li", {}, make("a", { href: `/pages/${one.page.id}` }, make("bdi", {}, (Array.isArray(one.value) ? one.value.join(", ") : String(one.value)).slice(0, 120)))));
      addFact(facts, "on other pages", make("ul", {}, ...rows));
    }
    const table = this.tables[`${place.tier}:${place.table}`];
    if (this.canCorrect && table) {
      const target = { template: this.overlay.page.template, table, column: column.name, tier: place.tier };
      panel.append(make("div", { class: "actions" }, targetButton(target, "Correct", true)));
    }
  }
}

/** @param {string} name of a property of all nodes */
const getter = (name) => /** @type {() => any} */ (Object.getOwnPropertyDescriptor(Node.prototype, name)?.get);
const [childNodes, nodeType, nodeValue, parentElement] = ["childNodes", "nodeType", "nodeValue", "parentElement"].map(getter);
const localName = /** @type {() => any} */ (Object.getOwnPropertyDescriptor(Element.prototype, "localName")?.get);

/**
 * The element of the framed page with a mark.
 * @param {HTMLIFrameElement} frame
 * @param {number} mark
 * @returns {Element | null}
 */
function findMarked(frame, mark) {
  const framed = frame.contentDocument;
  return framed && Document.prototype.querySelector.call(framed, `[data-unmold~="${mark}"]`);
}

/**
 * A short CSS selector of an element of the framed page: as many steps as tell it from all others,
 * but no more than five.
 * @param {HTMLIFrameElement} frame
 * @param {number} mark
 */
function writeSelector(frame, mark) {
  const framed = frame.contentDocument;
  let element = findMarked(frame, mark);
  let selector = "";
  for (let steps = 0; framed && element && steps < 5; steps += 1) {
    const tag = String(localName.call(element));
    if (tag === "html" || tag === "body") break;
    const names = String(Element.prototype.getAttribute.call(element, "class") ?? "").split(/\s+/).filter(Boolean);
    const step = tag + names.slice(0, 2).map((name) => `.${CSS.escape(name)}`).join("");
    selector = selector ? `${step} > ${selector}` : step;
    if (Document.prototype.querySelectorAll.call(framed, selector).length === 1) break;
    element = parentElement.call(element);
  }
  return selector;
}

/**
 * What stands at a place of the framed page, which is asked through the app's own prototypes alone:
 * names in the page can shadow its properties.
 * @param {HTMLIFrameElement} frame
 * @param {{mark: number, node: number, start: number, end: number}} text
 */
function readText(frame, text) {
  const element = findMarked(frame, text.mark);
  if (!element) return "";
  const texts = [...childNodes.call(element)].filter((node) => nodeType.call(node) === Node.TEXT_NODE);
  return texts[text.node] ? String(nodeValue.call(texts[text.node])).slice(text.start, text.end).trim() : "";
}

/**
 * @param {HTMLElement} list
 * @param {string} name
 * @param {Node | string} what
 */
function addFact(list, name, what) {
  list.append(make("dt", {}, name), make("dd", {}, what));
}
