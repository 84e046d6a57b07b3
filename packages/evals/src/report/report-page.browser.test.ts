import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { createNodeFileSystem } from "@skillwright/core/node";
import type { Locator, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { pageColors } from "./page-style.ts";
import { readWorkspace } from "./read-workspace.ts";
import { chromiumPath, createBrowserPages } from "./test-browser.ts";
import { serveTestReport, writeTestWorkspace } from "./test-served-report.ts";
import { type TestFiles, testTriggerFiles, testWorkspace } from "./test-workspace.ts";
import { toReportPage } from "./to-report-page.ts";

const everything: TestFiles = {
  ...testWorkspace({ iteration: 1, runs: 1 }),
  ...testWorkspace(),
  ...testTriggerFiles(),
};

/** The report as a standalone file. */
function writeReport(files: TestFiles = everything): string {
  const { folder } = writeTestWorkspace(files);
  const file = `${folder}/report.html`;
  writeFileSync(file, toReportPage(readWorkspace(createNodeFileSystem(), folder)));
  return pathToFileURL(file).href;
}

const firstBox = (page: Page): Locator => page.getByLabel("Feedback on “Fill a form” as a whole");
const statusOf = (page: Page): Locator => page.locator("#status");
const saved = "Saved in feedback.json";

describe.skipIf(chromiumPath === undefined)("the report in a browser", () => {
  const open = createBrowserPages();

  test("as a file it opens without an error and without a network", async () => {
    const { page, complaints, requests } = await open();
    const url = writeReport();
    await page.goto(url);
    expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe("pdf-forms");
    expect(await page.getByRole("heading", { name: "The skill helps" }).isVisible()).toBe(true);
    expect(complaints).toEqual([]);
    expect(requests).toEqual([url]);
  });

  test("when served, it contacts only its own server", async () => {
    const { url } = await serveTestReport();
    const { page, complaints, requests } = await open();
    await page.goto(url);
    await page.keyboard.press("End");
    await page.waitForLoadState("networkidle");
    expect(complaints).toEqual([]);
    expect(requests).toEqual([url]);
  });

  test("bars are as long as their numbers, and labeled", async () => {
    const { page } = await open();
    await page.goto(writeReport());
    const bars = page.locator("#charts ~ .charts .chart").first().locator("svg.bar");
    expect(await bars.count()).toBe(14);
    const widthOf = async (one: Locator): Promise<number> => (await one.boundingBox())?.width ?? 0;
    const track = await widthOf(bars.first().locator(".track"));
    expect(track).toBeGreaterThan(200);
    expect((await widthOf(bars.nth(1).locator(".fill"))) / track).toBeCloseTo(7 / 15, 2);
    expect(await bars.nth(1).getAttribute("aria-label")).toBe(
      "Fill a form, Without skill: 47 %; runs: 40 %, 60 %, 40 %",
    );
    expect(await page.locator(".chart").count()).toBe(6);
  });

  test("filters show only failures or only differences", async () => {
    const { page } = await open();
    await page.goto(writeReport());
    const shown = async (): Promise<readonly string[]> => page.locator(".eval:visible h3").allTextContents();
    expect(await shown()).toHaveLength(7);
    await page.getByText("Only failures").click();
    expect(await shown()).toEqual([
      "Fill a form",
      "Extract a table of invoices",
      "Rotate scanned pages",
      "Redact names before the document is sent to somebody outside",
    ]);
    expect(await page.locator("#filtered").textContent()).toBe("4 of 7 evals");
    await page.keyboard.press("ArrowRight");
    expect(await shown()).toHaveLength(6);
    expect(await shown()).not.toContain("Count the pages");
    await page.locator(".row-name a", { hasText: "Count the pages" }).first().click();
    // The page reacts to its new address in a later turn.
    await page.getByRole("heading", { name: "Count the pages" }).waitFor({ state: "visible" });
  });

  test("a run is selected on both sides at once", async () => {
    const { page } = await open();
    await page.goto(writeReport());
    const runs = page.locator("#eval-1 .run:visible");
    const numbers = (): Promise<unknown> =>
      page.evaluate(
        "[...document.querySelectorAll('#eval-1 .run:not([hidden])')].map((one) => one.dataset.run)",
      );
    expect(await numbers()).toEqual(["1", "1"]);
    await page.locator("#eval-1").getByLabel("3", { exact: true }).check({ force: true });
    expect(await numbers()).toEqual(["3", "3"]);
    expect(await runs.first().textContent()).toContain("4 of 5 passed");
  });

  test("typed text is saved at once, and finishing ends the command", async () => {
    const { url, workspace, ended } = await serveTestReport();
    const { page, complaints } = await open();
    await page.goto(url);
    await firstBox(page).fill("The date is in the wrong field.");
    await page.getByLabel("Feedback on run 1, Without skill").first().fill("too short");
    await statusOf(page).getByText(saved).waitFor();
    const read = (): unknown => JSON.parse(workspace.readText("iteration-2/feedback.json"));
    expect(read()).toMatchObject({
      reviews: [
        { run_id: "eval-fill-a-form-without_skill-run-1", feedback: "too short" },
        { run_id: "eval-fill-a-form", feedback: "The date is in the wrong field." },
      ],
      status: "in_progress",
    });
    await page.reload();
    expect(await firstBox(page).inputValue()).toBe("The date is in the wrong field.");
    await firstBox(page).fill("");
    await page.getByRole("button", { name: "Finish" }).click();
    await statusOf(page).getByText("You can close this page").waitFor();
    expect(await ended).toBe("finished");
    // Every eval was looked at, and nothing is wrong with this one any more.
    expect(read()).toMatchObject({ reviews: { length: 8 }, status: "complete" });
    expect(JSON.stringify(read())).not.toContain("wrong field");
    expect(complaints).toEqual([]);
  });

  test("a broken feedback.json is kept, and the reader is informed", async () => {
    const workspace = writeTestWorkspace({ ...testWorkspace({ runs: 1 }), "iteration-2/feedback.json": "{" });
    const { url } = await serveTestReport(workspace);
    const { page } = await open();
    await page.goto(url);
    await firstBox(page).fill("x");
    await page.getByRole("button", { name: "Save feedback.json" }).click();
    await statusOf(page).getByText("Not saved: ").waitFor();
    expect(workspace.readText("iteration-2/feedback.json")).toBe("{");
  });

  test("when the command has ended, feedback is downloaded instead", async () => {
    const { url, close } = await serveTestReport();
    const { page } = await open();
    await page.goto(url);
    await close();
    await firstBox(page).fill("late");
    await statusOf(page).getByText("has ended").waitFor();
    expect(await download(page)).toMatchObject({
      reviews: [{ run_id: "eval-fill-a-form", feedback: "late" }],
    });
  });

  async function download(page: Page): Promise<unknown> {
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Save feedback.json" }).click(),
    ]);
    expect(file.suggestedFilename()).toBe("feedback.json");
    return JSON.parse(readFileSync(await file.path(), "utf8"));
  }

  test("as a file it keeps drafts, and downloads feedback with the existing entries", async () => {
    const files = {
      ...testWorkspace({ dialect: "guide", runs: 1 }),
      "iteration-2/feedback.json": '{"eval-merge-two-files": "fine", "eval-gone": "kept"}',
    };
    const url = writeReport(files);
    const { page, complaints } = await open();
    await page.goto(url);
    await firstBox(page).fill("Line one\nline two");
    await page.reload();
    expect(await firstBox(page).inputValue()).toBe("Line one\nline two");
    expect(await statusOf(page).textContent()).toContain("Draft kept in this browser");
    expect(await download(page)).toEqual({
      "eval-merge-two-files": "fine",
      "eval-gone": "kept",
      "eval-fill-a-form": "Line one\nline two",
    });
    expect(await statusOf(page).textContent()).toBe("Downloaded. Put feedback.json beside benchmark.json.");
    expect(complaints).toEqual([]);
  });

  test("hostile outputs are shown as text everywhere", async () => {
    const url = writeReport(hostileFiles());
    const { page, complaints, requests } = await open();
    await page.goto(url);
    for (const summary of await page.locator("summary").all())
      if (await summary.isVisible()) await summary.click();
    expect(await page.evaluate("window.hacked")).toBeUndefined();
    expect(complaints).toEqual([]);
    expect(requests).toEqual([url]);
    expect(await page.locator("script").count()).toBe(2);
    expect(await page.locator("a:not([href^='#'])").count()).toBe(0);
    expect(await page.locator("iframe, object, embed, form, base, link:not([rel=icon])").count()).toBe(0);
    // The one picture is a drawing, which browsers show without its scripts.
    expect(await page.locator("img").count()).toBe(1);
    for (const payload of payloads)
      expect(await page.locator("pre").first().textContent()).toContain(payload);
    expect(await firstBox(page).inputValue()).toBe("");
  });

  test("the scheme of the system is followed", async () => {
    const { page } = await open({ colorScheme: "dark" });
    await page.goto(writeReport());
    const ground = (): Promise<unknown> => page.evaluate("getComputedStyle(document.body).backgroundColor");
    expect(await ground()).toBe(toRgb(pageColors.dark.paper));
    await page.emulateMedia({ colorScheme: "light" });
    expect(await ground()).toBe(toRgb(pageColors.light.paper));
  });

  test.each([360, 768, 1280])("at %i pixels nothing scrolls sideways", async (width) => {
    const long = "x".repeat(3000);
    const files = { ...everything, ...testWorkspace({ output: `${long}\n${"word ".repeat(500)}` }) };
    const { page } = await open({ viewport: { width, height: 800 } });
    await page.goto(
      writeReport({
        ...files,
        [`iteration-2/eval-fill-a-form/with_skill/run-1/outputs/${"n".repeat(200)}.txt`]: long,
      }),
    );
    await page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true");
    expect(await page.evaluate("document.documentElement.scrollWidth - innerWidth")).toBe(0);
  });

  test("every control and drawing has a name, ids are unique, headings skip no level", async () => {
    const { page } = await open();
    await page.goto(writeReport());
    expect(await page.evaluate(findNameless)).toEqual([]);
    expect(
      await page.evaluate(
        "(() => { const ids = [...document.querySelectorAll('[id]')].map((one) => one.id); return ids.filter((id, at) => ids.indexOf(id) !== at); })()",
      ),
    ).toEqual([]);
    const tags = "[...document.querySelectorAll('h1, h2, h3, h4')].map((one) => one.tagName[1]).join('')";
    const levels = Array.from(String(await page.evaluate(tags)), Number);
    expect(levels[0]).toBe(1);
    for (const [at, level] of levels.entries()) expect(level - (levels[at - 1] ?? 0)).toBeLessThanOrEqual(1);
    await page.keyboard.press("Tab");
    expect(await page.evaluate("document.activeElement.textContent")).toBe("Skip to the results");
  });

  test("without JavaScript everything is readable, and nothing pretends to save", async () => {
    const { page } = await open({ javaScriptEnabled: false });
    await page.goto(writeReport());
    expect(await page.locator("#eval-1 .run:visible").count()).toBe(6);
    expect(await page.locator(".filter:visible, .runs:visible, #save:visible").count()).toBe(0);
    expect(await firstBox(page).isEditable()).toBe(false);
    expect(await page.getByText("Feedback and filters need JavaScript").isVisible()).toBe(true);
  });

  test("on paper there are no controls, and the colors are those of paper", async () => {
    const { page } = await open({ colorScheme: "dark" });
    await page.goto(writeReport());
    await page.emulateMedia({ media: "print" });
    expect(await page.locator(".dock:visible, .filter:visible").count()).toBe(0);
    expect(await page.evaluate("getComputedStyle(document.body).backgroundColor")).toBe("rgb(255, 255, 255)");
  });
});

const payloads: readonly string[] = [
  "</script><script>window.hacked=1</script>",
  "</pre></textarea></style></title><img src=x onerror=window.hacked=1>",
  "<!--<script>",
  "<a href='javascript:window.hacked=1'>here</a>",
  `"><svg onload=window.hacked=1>`,
  "<iframe srcdoc='<script>parent.hacked=1</script>'></iframe>",
  "<link rel=stylesheet href=http://127.0.0.1:9/x><base href=//127.0.0.1:9/>",
];

/** Hostile model output, in every place where a report shows it. */
function hostileFiles(): TestFiles {
  const hostile = payloads.join("\n");
  const [line = ""] = payloads;
  const place = "iteration-1/eval-fill-a-form/with_skill";
  const grades = [{ text: line, passed: false, evidence: hostile }];
  return {
    "iteration-1/benchmark.json": JSON.stringify({
      metadata: { skill_name: line, executor_model: hostile, timestamp: line },
      runs: [],
      run_summary: { with_skill: { pass_rate: { mean: 0, stddev: 0 } } },
      notes: [hostile],
    }),
    "iteration-1/eval-fill-a-form/eval_metadata.json": JSON.stringify({
      eval_id: line,
      eval_name: "Fill a form",
      prompt: hostile,
      assertions: [line],
    }),
    [`${place}/grading.json`]: JSON.stringify({
      expectations: grades,
      claims: [{ claim: hostile, evidence: hostile }],
    }),
    [`${place}/transcript.md`]: hostile,
    [`${place}/outputs/a.html`]: hostile,
    [`${place}/outputs/b.svg`]: `<svg xmlns="http://www.w3.org/2000/svg" onload="parent.hacked=1"><script>parent.hacked=1</script></svg>`,
    [`${place}/outputs/${'c"><img src=x onerror=hacked=1>.md'.replaceAll("/", "")}`]: "x",
    "iteration-1/feedback.json": JSON.stringify({
      reviews: [{ run_id: "eval-y", feedback: hostile }],
      status: line,
    }),
    "triggers/trigger_results.json": JSON.stringify([
      { query: hostile, should_trigger: true, triggers: 1, runs: 3 },
    ]),
  };
}

function toRgb(color: string): string {
  return `rgb(${[1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16)).join(", ")})`;
}

/** Runs in the page: everything that a reader of a screen would meet without a name. */
const findNameless = `[...document.querySelectorAll("a, button, input, textarea, select, summary, img, [role=img], [role=region], [role=group]")]
  .filter((one) => !one.closest("[hidden]"))
  .filter((one) => {
    const labelled = (one.getAttribute("aria-labelledby") ?? "").split(" ").map((id) => document.getElementById(id)?.textContent ?? "").join("");
    const labels = [...(one.labels ?? [])].map((label) => label.textContent).join("");
    const own = ["A", "BUTTON", "SUMMARY"].includes(one.tagName) ? one.textContent : "";
    return [one.getAttribute("aria-label"), one.getAttribute("alt"), labelled, labels, own].every((name) => (name ?? "").trim() === "");
  })
  .map((one) => one.outerHTML.slice(0, 200))`;
