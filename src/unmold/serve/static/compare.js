// The compare view: fields that suggest pages while their address is typed.

import { get } from "./api.js";
import { all, make } from "./dom.js";
import { sayProblem } from "./toast.js";

const PAUSE = 200; // Milliseconds without a key until pages are asked for.

/** @param {HTMLElement} main */
export function start(main) {
  for (const field of all("input[list]", main)) suggest(/** @type {HTMLInputElement} */ (field));
}

/** @param {HTMLInputElement} field */
function suggest(field) {
  let timer = 0;
  field.addEventListener("input", () => {
    clearTimeout(timer);
    timer = window.setTimeout(async () => {
      const list = document.getElementById(field.getAttribute("list") ?? "");
      if (!list || field.value.length < 2) return;
      try {
        const { pages } = await get(`/pages?limit=20&q=${encodeURIComponent(field.value)}`);
        list.replaceChildren(...pages.map((/** @type {any} */ one) => make("option", { value: one.url || one.path })));
      } catch (error) {
        sayProblem(error);
      }
    }, PAUSE);
  });
}
