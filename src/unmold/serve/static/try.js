// The try view: HTML can be dropped anywhere on the form, or pasted into it.

import { all, one } from "./dom.js";
import { start as startPage } from "./page.js";

/** @param {HTMLElement} main */
export function start(main) {
  startPage(main);
  const form = /** @type {HTMLFormElement | null} */ (one("form.drop", main));
  const area = /** @type {HTMLTextAreaElement | null} */ (form?.querySelector("textarea"));
  if (!form || !area) return;
  const stop = (/** @type {Event} */ event) => event.preventDefault();
  for (const name of ["dragover", "dragenter"]) {
    form.addEventListener(name, (event) => {
      stop(event);
      form.classList.add("over");
    });
  }
  form.addEventListener("dragleave", () => form.classList.remove("over"));
  form.addEventListener("drop", async (event) => {
    stop(event);
    form.classList.remove("over");
    const file = event.dataTransfer?.files[0];
    area.value = file ? await file.text() : event.dataTransfer?.getData("text/html") || event.dataTransfer?.getData("text/plain") || "";
    if (area.value) form.requestSubmit();
  });
  const input = /** @type {HTMLInputElement | null} */ (all("input[type=file]", form)[0] ?? null);
  input?.addEventListener("change", async () => {
    const file = input.files?.[0];
    if (!file) return;
    area.value = await file.text();
    input.value = "";
    form.requestSubmit();
  });
}
