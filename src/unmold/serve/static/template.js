// The template view: a button for corrections beside every column of the report's tables.

import { targetButton } from "./corrections.js";
import { all, one } from "./dom.js";

/** @param {HTMLElement} main */
export function start(main) {
  if (document.body.dataset.readOnly !== undefined) return;
  const { template } = main.dataset;
  for (const table of all("table.columns, table.further", main)) {
    const isSecond = table.classList.contains("further");
    for (const head of all("tbody th", table)) {
      if (one("button", head)) continue;
      const column = head.textContent?.trim() ?? "";
      // A column of a repeated part of the second tier is shown with its whole table only.
      if (isSecond && column.includes(".")) continue;
      head.append(targetButton({ template, table: table.dataset.table, column, tier: isSecond ? 2 : 1 }));
    }
  }
}
