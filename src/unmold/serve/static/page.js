// The page view: the overlay on the left and the list on the right show the same places.

import { get } from "./api.js";
import { targetButton } from "./corrections.js";
import { all, make, one, readData } from "./dom.js";
import { showOverlay } from "./overlay.js";

/** @typedef {{id: number, column: string, field: string, table: string, row: number | null, value: string, type: string, xpath: string, tier: number, verdict: string}} Place */
/** @typedef {{select(id: number | null): void, hover(id: number | null): void, setLayers(layers: Record<string, boolean>): void, redraw(): void, destroy(): void}} Shown */

/** @param {HTMLElement} main */
export function start(main) {
  const overlay = readData("overlay-data");
  if (overlay) new PageView(main, overlay).start();
}

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
    this.canCorrect = document.body.dataset.readOnly === undefined;
  }

  start() {
    const frame = /** @type {HTMLIFrameElement | null} */ (one("iframe", this.main));
    const svg = /** @type {SVGSVGElement | null} */ (this.main.querySelector("svg.overlay"));
    if (frame && svg) {
      this.shown = showOverlay({
        frame,
        svg,
        overlay: this.overlay,
        onSelect: (/** @type {number | null} */ id) => this.select(id, false),
        onHover: (/** @type {number | null} */ id) => this.light(id),
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
  }

  /** @param {number} id */
  button(id) {
    return one(`button[data-place="${id}"]`, this.main);
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
    if (!place || !button) return;
    button.setAttribute("aria-pressed", "true");
    const panel = this.describe(place);
    button.after(panel);
    if (!fromList) button.scrollIntoView({ block: "nearest" });
  }

  /** @param {Place} place */
  describe(place) {
    const facts = make("dl", {});
    const panel = make("section", { class: "about", "aria-label": `About ${place.column}` }, facts);
    addFact(facts, "type", place.type);
    const found = make("dd", {}, "…");
    facts.append(make("dt", {}, "filled"), found);
    addFact(facts, "XPath", make("code", {}, place.xpath));
    const { template } = this.overlay.page;
    if (!template) return panel;
    get(`/templates/${encodeURIComponent(template)}/columns/${encodeURIComponent(place.field)}?${new URLSearchParams({ part: place.table, tier: String(place.tier) })}`).then(
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
    fill.textContent = `${Math.round(column.fill * 100)}% of pages`;
    if (column.selector) addFact(facts, "selector", make("code", {}, column.selector));
    const values = (column.values ?? []).filter((/** @type {any} */ one) => one.page?.id !== this.overlay.page.id).slice(0, 6);
    if (values.length) {
      const rows = values.map((/** @type {any} */ one) => make("li", {}, make("a", { href: `/pages/${one.page.id}` }, make("bdi", {}, String(one.value).slice(0, 120)))));
      addFact(facts, "on other pages", make("ul", {}, ...rows));
    }
    if (this.canCorrect && column.table) {
      const target = { template: this.overlay.page.template, table: column.table, column: column.name, tier: place.tier };
      panel.append(make("div", { class: "actions" }, targetButton(target)));
    }
  }
}

/**
 * @param {HTMLElement} list
 * @param {string} name
 * @param {Node | string} what
 */
function addFact(list, name, what) {
  list.append(make("dt", {}, name), make("dd", {}, what));
}
