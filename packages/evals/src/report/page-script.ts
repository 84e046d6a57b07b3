import { feedbackScript } from "./page-script-feedback.ts";

/**
 * The script of the page, as text because it runs in browsers only. Its test checks it with TypeScript. It inserts
 * untrusted text only as text.
 */
export const pageScript: string = `
(() => {
"use strict";
/** @template {Element} Kind @param {string} selector @param {new () => Kind} kind @param {ParentNode} [where] */
const all = (selector, kind, where = document) =>
  [...where.querySelectorAll(selector)].flatMap((element) => (element instanceof kind ? [element] : []));
/** @param {string} id */
const byId = (id) => document.getElementById(id);

for (const element of all("[data-needs-script]", HTMLElement)) element.hidden = false;
for (const element of all("[data-without-script]", HTMLElement)) element.hidden = true;

const evals = all(".eval", HTMLElement);

/** @param {string} wanted */
function filter(wanted) {
  let shown = 0;
  for (const one of evals) {
    one.hidden = wanted !== "all" && !(one.dataset.marks ?? "").split(" ").includes(wanted);
    if (!one.hidden) shown++;
  }
  const told = byId("filtered");
  if (told) told.textContent = wanted === "all" ? "" : shown + " of " + evals.length + " evals";
}
for (const input of all("input[name=filter]", HTMLInputElement))
  input.addEventListener("change", () => filter(input.value));
// Browsers restore the chosen filter on reload.
filter(all("input[name=filter]:checked", HTMLInputElement)[0]?.value ?? "all");

/** @param {HTMLElement} one */
function chooseRun(one) {
  const chosen = all(".runs input:checked", HTMLInputElement, one)[0]?.value;
  for (const run of all(".run", HTMLElement, one)) run.hidden = chosen !== undefined && run.dataset.run !== chosen;
}
for (const one of evals) {
  chooseRun(one);
  for (const input of all(".runs input", HTMLInputElement, one))
    input.addEventListener("change", () => chooseRun(one));
}

// A link to a filtered-out eval resets the filter.
addEventListener("hashchange", () => {
  const target = byId(location.hash.slice(1));
  const first = all("input[name=filter]", HTMLInputElement)[0];
  if (!target?.hidden || !first) return;
  first.checked = true;
  filter("all");
  target.scrollIntoView();
});

// Expand everything for printing.
/** @type {HTMLDetailsElement[]} */
let opened = [];
addEventListener("beforeprint", () => {
  opened = all("details:not([open])", HTMLDetailsElement);
  for (const one of opened) one.open = true;
  for (const run of all(".run", HTMLElement)) run.hidden = false;
});
addEventListener("afterprint", () => {
  for (const one of opened) one.open = false;
  evals.forEach(chooseRun);
});
${feedbackScript}
})();
`;
