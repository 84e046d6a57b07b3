/**
 * The part of the page's script that saves feedback: through the serving command, or, for a page opened as a file, as
 * drafts in the browser and as a download.
 */
const feedbackScript: string = String.raw`
/** @typedef {{about: string, text: string, timestamp?: string}} Review */
/** @type {{dialect: string, key: string, server?: string, feedback: {reviews: Review[], status?: string}}} */
const report = JSON.parse(byId("report-data")?.textContent ?? "");
const boxes = all("textarea[data-about]", HTMLTextAreaElement);
const draftKey = "skillwright-eval-report-" + report.key;
const kept = new Map(report.feedback.reviews.map((review) => [review.about, review]));
let server = report.server;
let isSaving = false;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

/** @param {string} text @param {string} [tone] */
function tell(text, tone = "") {
  const status = byId("status");
  if (!status) return;
  status.textContent = text;
  status.className = tone;
}

/** @param {HTMLTextAreaElement} box */
const aboutOf = (box) => box.dataset.about ?? "";
/** @param {HTMLTextAreaElement} box */
const isChanged = (box) => box.value !== (kept.get(aboutOf(box))?.text ?? "");
const changed = () => boxes.filter(isChanged).map((box) => ({ about: aboutOf(box), text: box.value }));

/** @param {Review[]} reviews */
function keep(reviews) {
  const timestamp = new Date().toISOString();
  for (const { about, text } of reviews) kept.set(about, { about, text, timestamp });
}

function readDrafts() {
  try {
    return JSON.parse(localStorage.getItem(draftKey) ?? "{}");
  } catch {
    return {};
  }
}
function writeDrafts() {
  try {
    const drafts = changed().map(({ about, text }) => [about, text]);
    if (drafts.length === 0) localStorage.removeItem(draftKey);
    else localStorage.setItem(draftKey, JSON.stringify(Object.fromEntries(drafts)));
    return true;
  } catch {
    // Some browsers have no storage for file: URLs.
    return false;
  }
}

/** @param {string} what @param {object} body */
async function send(what, body) {
  const response = await fetch(server + what, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const answer = await response.json().catch(() => ({}));
  return response.ok ? undefined : String(answer.error?.message ?? "the answer was " + response.status);
}

async function saveThere() {
  clearTimeout(timer);
  if (isSaving) return schedule();
  const reviews = changed();
  if (reviews.length === 0) return tell("Saved in feedback.json", "saved");
  isSaving = true;
  tell("Saving …");
  try {
    const fault = await send("feedback", { reviews, status: "in_progress" });
    if (fault === undefined) keep(reviews);
    tell(fault === undefined ? "Saved in feedback.json" : "Not saved: " + fault, fault === undefined ? "saved" : "failed");
  } catch {
    lose();
  } finally {
    isSaving = false;
  }
}

/** The command has ended: unsaved feedback stays in the browser and can be downloaded. */
function lose() {
  server = undefined;
  byId("finish")?.remove();
  writeDrafts();
  tell("The command that served this page has ended. “Save feedback.json” downloads the file instead.", "failed");
}

function download() {
  keep(changed());
  const reviews = [...kept.values()];
  const value =
    report.dialect === "guide"
      ? Object.fromEntries(reviews.map(({ about, text }) => [about, text]))
      : { reviews: reviews.map(({ about, text, timestamp }) => ({ run_id: about, feedback: text, timestamp })), status: "complete" };
  const url = URL.createObjectURL(new Blob([JSON.stringify(value, null, 2) + "\n"], { type: "application/json" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = "feedback.json";
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10000);
  writeDrafts();
  tell("Downloaded. Put feedback.json beside benchmark.json.", "saved");
}

async function finish() {
  clearTimeout(timer);
  const reviews = boxes.filter((box) => isChanged(box) || !box.closest(".run")).map((box) => ({ about: aboutOf(box), text: box.value }));
  try {
    const fault = await send("finish", { reviews, status: "complete" });
    if (fault !== undefined) return tell("Not saved: " + fault, "failed");
    keep(reviews);
    server = undefined;
    for (const box of boxes) box.readOnly = true;
    for (const button of all(".buttons button", HTMLButtonElement)) button.disabled = true;
    tell("Saved in feedback.json. You can close this page.", "saved");
  } catch {
    lose();
  }
}

function schedule() {
  clearTimeout(timer);
  timer = setTimeout(saveThere, 700);
}

function typed() {
  if (server !== undefined) {
    tell("Not saved yet");
    return schedule();
  }
  tell(writeDrafts() ? "Draft kept in this browser, not in feedback.json yet" : "Not saved yet");
}

const drafts = readDrafts();
for (const box of boxes) {
  box.readOnly = false;
  const draft = drafts[aboutOf(box)];
  if (typeof draft === "string") box.value = draft;
  box.addEventListener("input", typed);
}
byId("save")?.addEventListener("click", () => (server === undefined ? download() : saveThere()));
byId("finish")?.addEventListener("click", finish);
addEventListener("beforeunload", (event) => {
  if (changed().length > 0 && (server !== undefined || !writeDrafts())) event.preventDefault();
});

// Report activity, so that the command does not time out on someone who only reads.
let touched = 0;
for (const name of ["pointerdown", "keydown", "wheel"])
  addEventListener(name, ({ timeStamp }) => {
    if (server === undefined || timeStamp - touched < 60000) return;
    touched = timeStamp;
    send("alive", {}).catch(lose);
  }, { passive: true });

if (changed().length > 0) typed();
else if (server !== undefined) tell("What you type is saved at once");
else tell("What you type stays in this browser until you save it");
`;

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
