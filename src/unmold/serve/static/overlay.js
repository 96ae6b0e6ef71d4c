// @ts-check
/**
 * Draws what a page says over the page.
 *
 * The page is in a frame without scripts; this module only reads rectangles from it and draws
 * everything in an SVG of the app's own document. A framed page may have elements whose names shadow
 * the properties of its document, so nothing is asked through these: all getters and methods are
 * those of this document's own prototypes.
 *
 * @typedef {object} Place
 * @property {number} id
 * @property {number} cell
 * @property {number} mark
 * @property {number} node
 * @property {number} start
 * @property {number} end
 * @property {string | null} attribute
 * @property {string} table
 * @property {number | null} row
 * @property {string} column
 * @property {string} field
 * @property {number} tier
 * @property {"value" | "again"} verdict
 * @property {string} value
 *
 * @typedef {{mark: number, table: string, row: number, tier: number}} Row
 * @typedef {{mark: number, node: number, start: number, end: number, verdict: string}} Text
 * @typedef {{places: Place[], rows: Row[], texts: Text[]}} Overlay
 * @typedef {{veil: boolean, rows: boolean, again: boolean, second: boolean, unread: boolean, fold: boolean}} Layers
 * @typedef {{x: number, y: number, width: number, height: number}} Box
 *
 * @typedef {object} Options
 * @property {HTMLIFrameElement} frame
 * @property {SVGSVGElement} svg
 * @property {Overlay} overlay
 * @property {((id: number | null) => void)=} onSelect
 * @property {((id: number | null) => void)=} onHover
 * @property {((unseen: number[]) => void)=} onMeasured
 *
 * @typedef {object} Handle
 * @property {Promise<void>} ready
 * @property {(id: number | null) => void} select
 * @property {(id: number | null) => void} hover
 * @property {(table: string | null, row: number | null) => void} hoverRow
 * @property {(layers: Partial<Layers>) => void} setLayers
 * @property {() => void} redraw
 * @property {() => number[]} unseen
 * @property {() => void} destroy
 */

const SVG = "http://www.w3.org/2000/svg";
const MARK = "data-unmold";
/** Pages grow to their content, but not beyond what a browser can paint. */
const LEAST_HEIGHT = 320;
const MOST_HEIGHT = 40_000;
const MOST_WIDTH = 4_000;
/** The window in which a page is laid out first: parts as high as the window must not feed on it. */
const WINDOW_HEIGHT = 900;
/** Boxes are found by the strip of the page that they are in. */
const STRIP = 64;
/** How labels are set, as overlay.css says it, and a letter's width where nothing can be measured. */
const FONT = "600 14px system-ui, sans-serif";
const LETTER = 8.8;
const LABEL_HEIGHT = 19;
/** Lines of a value that its name stands beside and others keep off. A guess. */
const MOST_LINES = 4;
const MOST_LETTERS = 28;

/**
 * @param {object} prototype
 * @param {string} name
 * @returns {(object: any) => any}
 */
function getter(prototype, name) {
  const found = Object.getOwnPropertyDescriptor(prototype, name)?.get;
  if (!found) throw new TypeError(`this browser has no ${name}`);
  return (object) => found.call(object);
}

const typeOf = getter(Node.prototype, "nodeType");
const parentOf = getter(Node.prototype, "parentNode");
const firstChild = getter(Node.prototype, "firstChild");
const nextSibling = getter(Node.prototype, "nextSibling");
const lengthOf = getter(CharacterData.prototype, "length");
const rootOf = getter(Document.prototype, "documentElement");
const stateOf = getter(Document.prototype, "readyState");
const scrollHeight = getter(Element.prototype, "scrollHeight");
const scrollWidth = getter(Element.prototype, "scrollWidth");
const listLength = getter(NodeList.prototype, "length");
const styleOf = getter(HTMLElement.prototype, "style");

/**
 * @param {Document} page
 * @returns {Map<number, Element>}
 */
function findMarked(page) {
  /** @type {Map<number, Element>} */
  const marked = new Map();
  const list = Document.prototype.querySelectorAll.call(page, `[${MARK}]`);
  const count = listLength(list);
  for (let at = 0; at < count; at += 1) {
    const element = /** @type {Element} */ (NodeList.prototype.item.call(list, at));
    const mark = Number(Element.prototype.getAttribute.call(element, MARK));
    if (!marked.has(mark)) marked.set(mark, element);
  }
  return marked;
}

/**
 * The text at a position among those directly in an element.
 *
 * @param {Element} element
 * @param {number} position
 * @returns {Text | null}
 */
function textAt(element, position) {
  let left = position;
  for (let node = firstChild(element); node; node = nextSibling(node)) {
    if (typeOf(node) === 3 && left-- === 0) return node;
  }
  return null;
}

/**
 * @param {Iterable<DOMRect>} rectangles
 * @returns {Box[]}
 */
function boxesOf(rectangles) {
  const boxes = [];
  for (const { x, y, width, height } of rectangles) {
    if (width >= 1 && height >= 1 && x + width > 0 && y + height > 0) boxes.push({ x, y, width, height });
  }
  return boxes;
}

/**
 * @param {Element} element
 * @returns {boolean}
 */
function isVisible(element) {
  const check = Element.prototype.checkVisibility;
  return !check || check.call(element, { visibilityProperty: true, opacityProperty: true });
}

/**
 * @param {Document} page
 * @param {Map<number, Element>} marked
 * @param {{mark: number, node: number, start: number, end: number}} place
 * @returns {Box[]}
 */
function measure(page, marked, place) {
  const element = marked.get(place.mark);
  if (!element || !isVisible(element)) return [];
  if (place.node < 0) return boxesOf(Element.prototype.getClientRects.call(element));
  const text = textAt(element, place.node);
  if (!text) return [];
  const length = lengthOf(text);
  const range = Document.prototype.createRange.call(page);
  Range.prototype.setStart.call(range, /** @type {any} */ (text), Math.min(place.start, length));
  Range.prototype.setEnd.call(range, /** @type {any} */ (text), Math.min(place.end, length));
  return boxesOf(Range.prototype.getClientRects.call(range));
}

/**
 * @param {Box[]} boxes
 * @param {number} margin
 * @returns {string}
 */
function outline(boxes, margin) {
  const part = (/** @type {Box} */ box) =>
    `M${(box.x - margin).toFixed(1)} ${(box.y - margin).toFixed(1)}` +
    `h${(box.width + 2 * margin).toFixed(1)}v${(box.height + 2 * margin).toFixed(1)}` +
    `h${(-box.width - 2 * margin).toFixed(1)}z`;
  return boxes.map(part).join("");
}

/**
 * @param {Box[]} boxes
 * @returns {string}
 */
function underline(boxes) {
  return boxes.map((box) => `M${box.x.toFixed(1)} ${(box.y + box.height + 1).toFixed(1)}h${box.width.toFixed(1)}`).join("");
}

/**
 * @param {string} name
 * @param {Record<string, string | number>} attributes
 * @returns {SVGElement}
 */
function make(name, attributes) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  return /** @type {SVGElement} */ (element);
}

/**
 * @param {string} text
 * @param {number} most
 * @returns {string}
 */
function cut(text, most) {
  return text.length > most ? `${text.slice(0, most - 1)}…` : text;
}

const measuring = document.createElement("canvas").getContext("2d");

/**
 * How wide a label is.
 *
 * @param {string} words
 * @returns {number}
 */
function measureWords(words) {
  if (!measuring) return words.length * LETTER;
  measuring.font = FONT;
  return measuring.measureText(words).width;
}

/** Finds what is at a point, in the strip of the page that it is in. */
class Strips {
  constructor() {
    /** @type {Map<number, {box: Box, id: number}[]>} */
    this.strips = new Map();
  }

  /**
   * @param {Box} box
   * @param {number} id
   */
  add(box, id) {
    const last = Math.floor((box.y + box.height) / STRIP);
    for (let strip = Math.floor(box.y / STRIP); strip <= last; strip += 1) {
      const own = this.strips.get(strip);
      if (own) own.push({ box, id });
      else this.strips.set(strip, [{ box, id }]);
    }
  }

  /**
   * The smallest box around a point.
   *
   * @param {number} x
   * @param {number} y
   * @returns {number | null}
   */
  find(x, y) {
    let best = null;
    let area = Infinity;
    for (const { box, id } of this.strips.get(Math.floor(y / STRIP)) ?? []) {
      const isInside = x >= box.x - 2 && x <= box.x + box.width + 2 && y >= box.y - 2 && y <= box.y + box.height + 2;
      const size = box.width * box.height;
      if (isInside && size < area) [best, area] = [id, size];
    }
    return best;
  }
}

/** One overlay on one page. */
class Drawing {
  /** @param {Options} options */
  constructor(options) {
    this.options = options;
    /** @type {Layers} */
    this.layers = { veil: true, rows: true, again: true, second: false, unread: false, fold: false };
    /** @type {Map<number, Box[]>} */
    this.boxes = new Map();
    /** @type {Map<number, SVGElement>} */
    this.shapes = new Map();
    /** @type {SVGElement[]} */
    this.rowShapes = [];
    /** @type {number[]} */
    this.order = [];
    /** @type {Element[]} */
    this.folded = [];
    /** @type {number | null} */
    this.selected = null;
    /** @type {number | null} */
    this.hovered = null;
    /** Table and number of the row whose places are lit. @type {string | null} */
    this.litRow = null;
    this.strips = new Strips();
    this.rowStrips = new Strips();
    this.width = 0;
    this.drawnWidth = 0;
    this.scheduled = 0;
    this.ended = new AbortController();
  }

  /** @returns {Promise<void>} */
  start() {
    const { frame, svg } = this.options;
    frame.tabIndex = -1;
    frame.style.pointerEvents = "none";
    svg.setAttribute("role", "listbox");
    svg.setAttribute("aria-label", "Values on the page");
    svg.tabIndex = 0;
    const { signal } = this.ended;
    svg.addEventListener("pointermove", (event) => this.point(event), { signal });
    svg.addEventListener("pointerleave", () => this.hover(null, true), { signal });
    svg.addEventListener("click", (event) => this.select(this.at(event), true), { signal });
    svg.addEventListener("keydown", (event) => this.press(event), { signal });
    this.observer = new ResizeObserver(() => this.schedule());
    return new Promise((resolve) => {
      const begin = () => {
        this.draw();
        this.observer?.observe(frame.parentElement ?? frame);
        resolve();
      };
      const page = frame.contentDocument;
      const isLoaded = page && stateOf(page) === "complete" && findMarked(page).size > 0;
      if (isLoaded) begin();
      else frame.addEventListener("load", begin, { signal, once: true });
    });
  }

  schedule() {
    const width = this.options.frame.parentElement?.clientWidth ?? 0;
    if (width === this.width || this.scheduled) return;
    this.scheduled = requestAnimationFrame(() => {
      this.scheduled = 0;
      this.draw();
    });
  }

  /** @returns {Document | null} */
  get page() {
    return this.options.frame.contentDocument;
  }

  /** Lays the frame out as high and wide as its page, so that page and drawing scroll as one. */
  fit() {
    const { frame, svg } = this.options;
    const page = this.page;
    if (!page) return;
    this.width = frame.parentElement?.clientWidth ?? 0;
    frame.style.width = "100%";
    frame.style.height = `${WINDOW_HEIGHT}px`;
    const root = rootOf(page);
    const height = Math.min(Math.max(scrollHeight(root), LEAST_HEIGHT), MOST_HEIGHT);
    const width = Math.min(Math.max(scrollWidth(root), frame.clientWidth), MOST_WIDTH);
    this.drawnWidth = width;
    frame.style.height = `${height}px`;
    if (width > frame.clientWidth) frame.style.width = `${width}px`;
    for (const [name, value] of [["width", width], ["height", height]]) svg.setAttribute(String(name), String(value));
    svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
  }

  draw() {
    const page = this.page;
    if (!page || !rootOf(page)) return;
    const marked = findMarked(page);
    this.fold(marked);
    this.fit();
    this.measureAll(page, marked);
    this.paint(page, marked);
    this.options.onMeasured?.(this.unseen());
  }

  /**
   * @param {Document} page
   * @param {Map<number, Element>} marked
   */
  measureAll(page, marked) {
    this.boxes.clear();
    this.strips = new Strips();
    for (const place of this.options.overlay.places) {
      const boxes = measure(page, marked, place);
      this.boxes.set(place.id, boxes);
      if (this.isShown(place)) for (const box of boxes) this.strips.add(box, place.id);
    }
    const seen = this.options.overlay.places.filter((place) => this.isShown(place) && this.boxes.get(place.id)?.length);
    const first = (/** @type {Place} */ place) => /** @type {Box[]} */ (this.boxes.get(place.id))[0];
    seen.sort((one, other) => first(one).y - first(other).y || first(one).x - first(other).x || one.id - other.id);
    const cells = new Set();
    this.order = [];
    for (const place of seen) {
      if (!cells.has(place.cell)) this.order.push(place.id);
      cells.add(place.cell);
    }
  }

  /**
   * @param {Place} place
   * @returns {boolean}
   */
  isShown(place) {
    if (place.verdict === "again") return this.layers.again;
    return place.tier === 1 || this.layers.second;
  }

  /**
   * @param {Document} page
   * @param {Map<number, Element>} marked
   */
  paint(page, marked) {
    const { svg } = this.options;
    const parts = document.createDocumentFragment();
    if (this.layers.veil) this.paintVeil(parts);
    if (this.layers.unread) this.paintUnread(parts, page, marked);
    this.paintRows(parts, page, marked);
    this.paintPlaces(parts);
    this.paintLabels(parts);
    svg.replaceChildren(parts);
    this.light();
  }

  /** @param {DocumentFragment} parts */
  paintVeil(parts) {
    const holes = [];
    for (const place of this.options.overlay.places) {
      if (this.isShown(place)) holes.push(outline(this.boxes.get(place.id) ?? [], 2));
    }
    const mask = make("mask", { id: "overlay-holes", maskUnits: "userSpaceOnUse", x: 0, y: 0, width: "100%", height: "100%" });
    mask.append(make("rect", { width: "100%", height: "100%", fill: "white" }), make("path", { d: holes.join(""), fill: "black" }));
    parts.append(mask, make("rect", { class: "overlay-veil", width: "100%", height: "100%", mask: "url(#overlay-holes)" }));
  }

  /**
   * @param {DocumentFragment} parts
   * @param {Document} page
   * @param {Map<number, Element>} marked
   */
  paintUnread(parts, page, marked) {
    const unread = this.options.overlay.texts.filter((text) => text.verdict === "unread");
    const boxes = unread.flatMap((text) => measure(page, marked, text));
    parts.append(make("path", { class: "overlay-unread", d: outline(boxes, 1) }));
    parts.append(make("path", { class: "overlay-unread-line", d: underline(boxes) }));
  }

  /**
   * @param {DocumentFragment} parts
   * @param {Document} page
   * @param {Map<number, Element>} marked
   */
  paintRows(parts, page, marked) {
    this.rowStrips = new Strips();
    this.rowShapes = [];
    if (!this.layers.rows) return;
    this.options.overlay.rows.forEach((row, number) => {
      const boxes = measure(page, marked, { mark: row.mark, node: -1, start: 0, end: 0 });
      const shape = make("path", { class: "overlay-row", d: outline(boxes, 3) });
      for (const box of boxes) this.rowStrips.add(box, number);
      this.rowShapes.push(shape);
      parts.append(shape);
    });
  }

  /** @param {DocumentFragment} parts */
  paintPlaces(parts) {
    this.shapes.clear();
    for (const place of this.options.overlay.places) {
      const boxes = this.boxes.get(place.id) ?? [];
      if (!this.isShown(place) || boxes.length === 0) continue;
      const isAgain = place.verdict === "again";
      const kind = isAgain ? "overlay-again" : place.tier === 2 ? "overlay-second" : place.row === null ? "overlay-value" : "overlay-cell";
      const shape = make("path", {
        class: `overlay-place ${kind}`,
        d: isAgain ? underline(boxes) : outline(boxes, 2),
        id: `overlay-place-${place.id}`,
        role: "option",
        "aria-selected": "false",
        "aria-label": cut(`${place.column}: ${place.value}`, 120),
      });
      this.shapes.set(place.id, shape);
      parts.append(shape);
    }
  }

  /** Names each column at its first place. @param {DocumentFragment} parts */
  paintLabels(parts) {
    const named = new Set();
    /** @type {Box[]} */
    const taken = [];
    // A name that covers another value is better than none, and worse than one beside it.
    const values = this.order.flatMap((id) => this.boxes.get(id)?.slice(0, MOST_LINES) ?? []);
    for (const id of this.order) {
      const place = this.options.overlay.places[id];
      const key = `${place.table}.${place.column}`;
      if (named.has(key) || place.verdict === "again") continue;
      named.add(key);
      const words = cut(place.column, MOST_LETTERS);
      const lines = /** @type {Box[]} */ (this.boxes.get(id)).slice(0, MOST_LINES);
      const width = measureWords(words) + 10;
      const plate = this.findRoom(lines, width, [...taken, ...values]) ?? this.findRoom(lines, width, taken);
      if (!plate) continue;
      taken.push(plate);
      const label = make("g", { class: place.row === null ? "overlay-label" : "overlay-label overlay-label-cell", "aria-hidden": "true" });
      const text = make("text", { x: plate.x + 5, y: plate.y + 14 });
      text.textContent = words;
      label.append(make("rect", { x: plate.x, y: plate.y, width: plate.width, height: plate.height, rx: 3 }), text);
      parts.append(label);
    }
  }

  /**
   * Room for a label above, beside or below a place, on no other label.
   *
   * @param {Box[]} lines
   * @param {number} width
   * @param {Box[]} taken
   * @returns {Box | null}
   */
  findRoom(lines, width, taken) {
    const height = LABEL_HEIGHT;
    const [box, last] = [lines[0], lines[lines.length - 1]];
    const places = [
      [box.x - 2, box.y - height - 3],
      [box.x + box.width + 5, box.y],
      [last.x + last.width + 5, last.y],
      [last.x - 2, last.y + last.height + 3],
      [box.x - width - 5, box.y],
    ];
    for (const [x, y] of places) {
      const meets = (/** @type {Box} */ other) =>
        x < other.x + other.width && other.x < x + width && y < other.y + other.height && other.y < y + height;
      if (x >= 0 && y >= 0 && x + width <= this.drawnWidth && !taken.some(meets)) return { x, y, width, height };
    }
    return null;
  }

  /**
   * Hides what holds no value, so that a page without its style sheets reads well.
   *
   * @param {Map<number, Element>} marked
   */
  fold(marked) {
    for (const element of this.folded) styleOf(element).removeProperty("display");
    this.folded = [];
    if (!this.layers.fold) return;
    const kept = new Set();
    const keep = (/** @type {Element | undefined} */ element) => {
      for (let node = element; node && !kept.has(node); node = parentOf(node)) kept.add(node);
    };
    for (const place of this.options.overlay.places) if (this.isShown(place)) keep(marked.get(place.mark));
    for (const row of this.options.overlay.rows) keep(marked.get(row.mark));
    if (kept.size === 0) return;
    for (const element of marked.values()) {
      if (kept.has(element) || !kept.has(parentOf(element)) || !isHtml(element)) continue;
      styleOf(element).setProperty("display", "none", "important");
      this.folded.push(element);
    }
  }

  /** @returns {number[]} */
  unseen() {
    return this.options.overlay.places
      .filter((place) => place.tier === 1 && place.verdict === "value" && !this.boxes.get(place.id)?.length)
      .map((place) => place.id);
  }

  /**
   * @param {MouseEvent} event
   * @returns {[number, number]}
   */
  pointOf(event) {
    const box = this.options.svg.getBoundingClientRect();
    return [event.clientX - box.x, event.clientY - box.y];
  }

  /**
   * @param {MouseEvent} event
   * @returns {number | null}
   */
  at(event) {
    return this.strips.find(...this.pointOf(event));
  }

  /** @param {MouseEvent} event */
  point(event) {
    const found = this.at(event);
    this.hover(found, true);
    if (found !== null) return;
    const row = this.rowStrips.find(...this.pointOf(event));
    const own = row === null ? null : this.options.overlay.rows[row];
    this.hoverRow(own ? own.table : null, own ? own.row : null);
  }

  /**
   * @param {number | null} id
   * @param {boolean} isOwn
   */
  hover(id, isOwn) {
    if (id === this.hovered) return;
    this.hovered = id;
    this.litRow = null;
    this.light();
    if (isOwn) this.options.onHover?.(id);
  }

  /**
   * @param {string | null} table
   * @param {number | null} row
   */
  hoverRow(table, row) {
    const key = table === null || row === null ? null : `${table} ${row}`;
    if (key === this.litRow) return;
    this.litRow = key;
    this.light();
  }

  /**
   * @param {number | null} id
   * @param {boolean} isOwn
   */
  select(id, isOwn) {
    this.selected = id;
    this.light();
    const shape = id === null ? undefined : this.shapes.get(id);
    shape?.scrollIntoView({ block: "nearest", inline: "nearest" });
    if (isOwn) this.options.onSelect?.(id);
  }

  /** Shows what is hovered, what is selected, and the places of the row that is meant. */
  light() {
    const { places, rows } = this.options.overlay;
    const cellOf = (/** @type {number | null} */ id) => (id === null ? null : places[id]?.cell);
    const [hovered, selected] = [cellOf(this.hovered), cellOf(this.selected)];
    const place = this.hovered === null ? null : places[this.hovered];
    const lit = place && place.row !== null ? `${place.table} ${place.row}` : this.litRow;
    for (const [id, shape] of this.shapes) {
      const one = places[id];
      shape.classList.toggle("is-hovered", one.cell === hovered);
      shape.classList.toggle("is-selected", one.cell === selected);
      shape.classList.toggle("is-lit", lit !== null && `${one.table} ${one.row}` === lit);
      shape.setAttribute("aria-selected", String(one.cell === selected));
    }
    this.rowShapes.forEach((shape, number) => {
      shape.classList.toggle("is-lit", lit !== null && lit === `${rows[number].table} ${rows[number].row}`);
    });
    const { svg } = this.options;
    const active = this.selected !== null && this.shapes.has(this.selected) ? this.selected : this.hovered;
    if (active === null) svg.removeAttribute("aria-activedescendant");
    else svg.setAttribute("aria-activedescendant", `overlay-place-${active}`);
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const steps = { ArrowDown: 1, ArrowRight: 1, j: 1, ArrowUp: -1, ArrowLeft: -1, k: -1 };
    const step = steps[/** @type {keyof typeof steps} */ (event.key)];
    if (step) this.move(step);
    else if (event.key === "Home") this.select(this.order[0] ?? null, true);
    else if (event.key === "End") this.select(this.order.at(-1) ?? null, true);
    else if (event.key === "Escape") this.select(null, true);
    else if (event.key === "Enter" || event.key === " ") this.select(this.selected ?? this.hovered ?? this.order[0] ?? null, true);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** @param {number} step */
  move(step) {
    if (this.order.length === 0) return;
    const cell = this.selected === null ? null : this.options.overlay.places[this.selected]?.cell;
    const at = this.order.findIndex((id) => this.options.overlay.places[id].cell === cell);
    const next = at < 0 ? (step > 0 ? 0 : this.order.length - 1) : at + step;
    this.select(this.order[Math.min(Math.max(next, 0), this.order.length - 1)], true);
  }

  destroy() {
    this.ended.abort();
    this.observer?.disconnect();
    cancelAnimationFrame(this.scheduled);
    this.options.svg.replaceChildren();
  }
}

/**
 * Elements of the frame are of another realm: they have their own prototypes.
 *
 * @param {Element} element
 * @returns {boolean}
 */
function isHtml(element) {
  return getter(Element.prototype, "namespaceURI")(element) === "http://www.w3.org/1999/xhtml";
}

/**
 * Lays an overlay over a framed page.
 *
 * @param {Options} options
 * @returns {Handle}
 */
export function showOverlay(options) {
  const drawing = new Drawing(options);
  return {
    ready: drawing.start(),
    select: (id) => drawing.select(id, false),
    hover: (id) => drawing.hover(id, false),
    hoverRow: (table, row) => drawing.hoverRow(table, row),
    setLayers: (layers) => {
      Object.assign(drawing.layers, layers);
      drawing.draw();
    },
    redraw: () => drawing.draw(),
    unseen: () => drawing.unseen(),
    destroy: () => drawing.destroy(),
  };
}
