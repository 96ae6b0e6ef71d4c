// The records view: a filter offers what can be asked of a column of the chosen type.

import { one } from "./dom.js";

/** @param {HTMLElement} main */
export function start(main) {
  const column = /** @type {HTMLSelectElement | null} */ (one("#filter-column", main));
  const how = /** @type {HTMLSelectElement | null} */ (one("#filter-how", main));
  const value = /** @type {HTMLInputElement | null} */ (one("#filter-value", main));
  if (!column || !how || !value) return;
  const update = () => {
    const type = column.selectedOptions[0]?.dataset.type ?? "";
    for (const option of how.options) {
      const types = option.dataset.types;
      option.hidden = option.disabled = types !== undefined && !types.split(" ").includes(type);
    }
    if (how.selectedOptions[0]?.disabled) how.value = "eq";
    value.disabled = how.value === "empty" || how.value === "filled";
    value.inputMode = type === "number" || type === "price" ? "decimal" : "text";
    value.placeholder = type === "date" ? "2026-12-31" : type === "boolean" ? "true or false" : "value";
  };
  column.addEventListener("change", update);
  how.addEventListener("change", update);
  update();
}
