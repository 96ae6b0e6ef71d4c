// Starts the app: what every view has, and the module of the view that is shown.

import { startCorrections, undoLast } from "./corrections.js";
import { one } from "./dom.js";
import { onKey, startKeys, startMenus } from "./keys.js";
import { startTheme } from "./theme.js";
import { startVisits } from "./visit.js";

/** @type {Record<string, () => Promise<{start: (main: HTMLElement) => void}>>} */
const VIEWS = {
  page: () => import("./page.js"),
  template: () => import("./template.js"),
  try: () => import("./try.js"),
  edits: () => import("./edits.js"),
  compare: () => import("./compare.js"),
  drift: () => import("./drift.js"),
  records: () => import("./records.js"),
};

/** @param {HTMLElement} main */
async function enhance(main) {
  for (const form of main.querySelectorAll("form[data-instant]")) {
    form.addEventListener("change", () => /** @type {HTMLFormElement} */ (form).requestSubmit());
  }
  const view = VIEWS[main.dataset.view ?? ""];
  if (view) (await view()).start(main);
  main.dataset.ready = "";
}

startTheme();
startKeys();
startMenus();
startVisits(enhance);
startCorrections();
onKey("z", undoLast);
const main = one("main");
if (main) enhance(main);
