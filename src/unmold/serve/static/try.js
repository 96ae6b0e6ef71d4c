// The try view: HTML can be dropped anywhere on the form, or pasted into it.

import { one } from "./dom.js";
import { start as startPage } from "./page.js";
import { sayProblem } from "./toast.js";
import { visit } from "./visit.js";

/** @param {HTMLElement} main */
export function start(main) {
  startPage(main);
  const form = /** @type {HTMLFormElement | null} */ (one("form.drop", main));
  const area = /** @type {HTMLTextAreaElement | null} */ (form?.querySelector("textarea"));
  if (!form || !area) return;
  const send = (/** @type {Blob} */ page) => {
    const url = String(new FormData(form).get("url") ?? "");
    visit(`/try?${new URLSearchParams({ url })}`, { body: page }).catch(sayProblem);
  };
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    send(new Blob([area.value], { type: "text/html;charset=utf-8" }));
  });
  for (const name of ["dragover", "dragenter"]) {
    form.addEventListener(name, (event) => {
      event.preventDefault();
      form.classList.add("over");
    });
  }
  form.addEventListener("dragleave", () => form.classList.remove("over"));
  form.addEventListener("drop", (event) => {
    event.preventDefault();
    form.classList.remove("over");
    const given = event.dataTransfer;
    const file = given?.files[0];
    // A file is sent as it is: its bytes may say in which encoding they are.
    if (file) send(new Blob([file], { type: "text/html" }));
    else area.value = given?.getData("text/html") || given?.getData("text/plain") || "";
  });
  const input = /** @type {HTMLInputElement | null} */ (form.querySelector("input[type=file]"));
  input?.addEventListener("change", () => {
    if (input.files?.[0]) send(new Blob([input.files[0]], { type: "text/html" }));
  });
}
