// The kinds of corrections: what each needs to know, and the edit that it makes of that.

import { get } from "./api.js";

/**
 * What is corrected: what the view knows about it.
 * @typedef {object} Target
 * @property {string} [template] the id of the template
 * @property {string} [name] what the template is called
 * @property {string} [table] what the table is called
 * @property {string} [column]
 * @property {string} [page] the id of the page
 * @property {string} [path] what the page is called
 * @property {string} [xpath] a place on it
 * @property {string} [text] what stands there
 * @property {boolean} [hidden] whether it is not shown now
 * @property {number} [tier]
 *
 * @typedef {{name: string, label: string, type: "text" | "select" | "checks", value?: string, hint?: string,
 *   optional?: boolean, options?: (target: Target) => Promise<{value: string, label: string}[]> | {value: string, label: string}[]}} Field
 * @typedef {Record<string, string | string[]>} Values
 * @typedef {{do: string, targets: string[], to?: string, separator?: string, type?: string, page?: string, xpath?: string, text?: string}} Edit
 * @typedef {{label: string, fits: (target: Target) => boolean, says: string, fields: Field[], make: (target: Target, values: Values) => Edit}} Kind
 */

const TYPES = ["text", "number", "price", "date", "url", "image", "boolean"];
const NAME_HINT = "small letters, digits and underscores";

/** @param {Values} values @param {string} name */
const text = (values, name) => String(values[name] ?? "").trim();
/** @param {Target} target */
const full = (target) => `${target.table}.${target.column}`;
/** @param {Target} target */
const isColumn = (target) => Boolean(target.table && target.column);
/** @param {Target} target */
const isShown = (target) => !target.hidden;

/** @param {Target} target */
async function otherColumns(target) {
  const answer = await get(`/templates/${encodeURIComponent(target.template ?? "")}`);
  return answer.columns
    .filter((/** @type {any} */ one) => one.table === target.table && one.shown && one.name !== target.column)
    .map((/** @type {any} */ one) => ({ value: one.name, label: one.name }));
}

/** @param {Target} target */
async function otherTemplates(target) {
  const answer = await get("/templates");
  const own = answer.templates.find((/** @type {any} */ one) => one.id === target.template);
  return answer.templates
    .filter((/** @type {any} */ one) => one.id !== target.template && (!own || one.site === own.site))
    .map((/** @type {any} */ one) => ({ value: one.name, label: `${one.name} (${one.pages} pages)` }));
}

/** @type {Record<string, Kind>} */
export const KINDS = {
  rename: {
    label: "Rename",
    says: "The column gets another name.",
    fits: (target) => isColumn(target) && isShown(target),
    fields: [{ name: "to", label: "New name", type: "text", hint: NAME_HINT }],
    make: (target, values) => ({ do: "rename", targets: [full(target), text(values, "to")] }),
  },
  retype: {
    label: "Change type",
    says: "Its values are read as another type.",
    fits: (target) => isColumn(target) && isShown(target),
    fields: [{ name: "to", label: "Read as", type: "select", options: () => TYPES.map((one) => ({ value: one, label: one })) }],
    make: (target, values) => ({ do: "retype", targets: [full(target), text(values, "to")] }),
  },
  hide: {
    label: "Hide",
    says: "It is not shown any more, neither here nor in exports.",
    fits: (target) => Boolean(target.table) && isShown(target) && !target.page,
    fields: [],
    make: (target) => ({ do: "hide", targets: [target.column ? full(target) : target.table ?? ""] }),
  },
  show: {
    label: "Show",
    says: "It is shown among the columns that a person would keep.",
    fits: (target) => Boolean(target.table) && (Boolean(target.hidden) || target.tier === 2),
    fields: [],
    make: (target) => ({ do: "show", targets: [target.column ? full(target) : target.table ?? ""] }),
  },
  join: {
    label: "Join",
    says: "Several columns become one.",
    fits: (target) => isColumn(target) && isShown(target) && Boolean(target.template),
    fields: [
      { name: "columns", label: "With", type: "checks", options: otherColumns },
      { name: "to", label: "Name of the new column", type: "text", hint: NAME_HINT },
      { name: "separator", label: "Between the values", type: "text", value: " ", optional: true },
    ],
    make: (target, values) => ({
      do: "join",
      targets: [full(target), ...[values.columns ?? []].flat()],
      to: text(values, "to"),
      separator: String(values.separator ?? " "),
    }),
  },
  column: {
    label: "New column",
    says: "What stands here becomes a column, on all pages of the template.",
    fits: (target) => Boolean(target.page && target.xpath && target.name),
    fields: [{ name: "to", label: "Name", type: "text", hint: NAME_HINT }],
    make: (target, values) => ({
      do: "column",
      targets: [target.name ?? "", text(values, "to")],
      page: target.page ?? "",
      xpath: target.xpath,
    }),
  },
  name: {
    label: "Rename table",
    says: "The table gets another name.",
    fits: (target) => Boolean(target.table) && !target.column && !target.page,
    fields: [{ name: "to", label: "New name", type: "text", hint: NAME_HINT }],
    make: (target, values) => ({ do: "name", targets: [target.table ?? "", text(values, "to")] }),
  },
  merge: {
    label: "Merge",
    says: "Several templates become one. It takes effect when edits are applied.",
    fits: (target) => Boolean(target.name) && target.name === target.table && !target.column && !target.page,
    fields: [{ name: "templates", label: "With", type: "checks", options: otherTemplates }],
    make: (target, values) => ({ do: "merge", targets: [target.name ?? "", ...[values.templates ?? []].flat()] }),
  },
  move: {
    label: "Move page",
    says: "The page belongs to another template. It takes effect when edits are applied.",
    fits: (target) => Boolean(target.page) && !target.xpath,
    fields: [
      {
        name: "to",
        label: "To",
        type: "select",
        options: async (target) => [...(await otherTemplates(target)), { value: "none", label: "no template" }],
      },
    ],
    make: (target, values) => ({ do: "move", targets: [target.page ?? "", text(values, "to")] }),
  },
  split: {
    label: "Split off",
    says: "The page and those chosen below become a template of their own; fewer than three pages make none. It takes effect when edits are applied.",
    fits: (target) => Boolean(target.page && target.name) && !target.xpath,
    fields: [
      { name: "pages", label: "Together with", type: "checks", optional: true, options: otherPages },
      { name: "to", label: "Name of the new template", type: "text", hint: NAME_HINT, optional: true },
    ],
    make: (target, values) => ({
      do: "split",
      targets: [target.name ?? "", target.page ?? "", ...[values.pages ?? []].flat()],
      ...(text(values, "to") ? { to: text(values, "to") } : {}),
    }),
  },
};

/** @param {Target} target */
async function otherPages(target) {
  const answer = await get(`/pages?limit=100&template=${encodeURIComponent(target.template ?? "")}`);
  return answer.pages
    .filter((/** @type {any} */ one) => one.id !== target.page)
    .map((/** @type {any} */ one) => ({ value: one.id, label: one.url || one.path }));
}

/**
 * @param {Target} target
 * @returns {[string, Kind][]} the kinds that can be done to it
 */
export function kindsFor(target) {
  return Object.entries(KINDS).filter(([, kind]) => kind.fits(target));
}
