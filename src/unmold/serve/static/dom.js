// Makes and finds elements. Texts are always texts: nothing here reads HTML.

/**
 * @typedef {Node | string | null | undefined | false} Child
 * @typedef {{[name: string]: string | number | boolean | null | undefined | EventListener}} Attributes
 */

/**
 * An element with attributes, listeners (`onclick: …`) and children.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Attributes} [attributes]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...children.filter((child) => typeof child === "string" || child instanceof Node).map((child) => /** @type {string | Node} */ (child)));
  return element;
}

/**
 * @param {string} selector
 * @param {ParentNode} [root]
 * @returns {HTMLElement[]}
 */
export function all(selector, root = document) {
  return /** @type {HTMLElement[]} */ ([...root.querySelectorAll(selector)]);
}

/**
 * @param {string} selector
 * @param {ParentNode} [root]
 * @returns {HTMLElement | null}
 */
export function one(selector, root = document) {
  return root.querySelector(selector);
}

/**
 * The JSON that an element holds, as the server wrote it.
 * @param {string} id
 * @returns {any}
 */
export function readData(id) {
  const element = document.getElementById(id);
  return element ? JSON.parse(element.textContent ?? "null") : null;
}

/**
 * @param {HTMLElement} field
 * @returns {boolean} whether keys typed there are text
 */
export function isTyping(field) {
  return field.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(field.tagName);
}
