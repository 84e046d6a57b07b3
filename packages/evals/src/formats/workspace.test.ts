import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { formatsLimits } from "./limits.ts";
import { evalIdOf, findRuns, iterationNumber, toEvalFolders, toSlug, workspaceOf } from "./workspace.ts";

test("the workspace is next to the skill", () => {
  expect(workspaceOf("skills/csv-check/")).toBe("skills/csv-check-workspace");
});

test("an eval without metadata is identified by its folder", () => {
  expect(["eval-3", "eval-0", "eval-03", "eval-top-3", "eval-eval-1"].map(evalIdOf)).toEqual([
    3,
    0,
    "03",
    "top-3",
    "eval-1",
  ]);
});

test("an iteration is identified by its number, and other folders are ignored", () => {
  const names = [
    "iteration-2",
    "iteration-10",
    "iteration-0",
    "iteration-01",
    "iteration-x",
    "my-iteration-1",
  ];
  expect(names.map(iterationNumber)).toEqual([2, 10, 0, undefined, undefined, undefined]);
});

describe("finding runs", () => {
  test("files of one folder are one run", () => {
    expect(
      findRuns([
        "iteration-1/eval-a/old_skill/outputs/chart.png",
        "iteration-1/eval-a/old_skill/timing.json",
        "iteration-1/eval-a/with_skill/grading.json",
        "iteration-1/eval-a/with_skill/timing.json",
        "iteration-1/eval-a/eval_metadata.json",
        "iteration-1/benchmark.json",
        "skill-snapshot/SKILL.md",
      ]),
    ).toEqual([
      {
        iteration: 1,
        evalFolder: "eval-a",
        configuration: "old_skill",
        run: 1,
        folder: "iteration-1/eval-a/old_skill",
        hasGrading: false,
        hasTiming: true,
      },
      {
        iteration: 1,
        evalFolder: "eval-a",
        configuration: "with_skill",
        run: 1,
        folder: "iteration-1/eval-a/with_skill",
        hasGrading: true,
        hasTiming: true,
      },
    ]);
  });

  test("inside an iteration there is no number of it", () => {
    expect(findRuns(["eval-a/with_skill/run-1/grading.json"])).toEqual([
      {
        evalFolder: "eval-a",
        configuration: "with_skill",
        run: 1,
        folder: "eval-a/with_skill/run-1",
        hasGrading: true,
        hasTiming: false,
      },
    ]);
  });

  test("next to numbered runs, the configuration's own files are not a run", () => {
    const runs = findRuns(["eval-a/with_skill/grading.json", "eval-a/with_skill/run-2/grading.json"]);
    expect(runs.map(({ folder }) => folder)).toEqual(["eval-a/with_skill/run-2"]);
  });

  test("a file that a run created is not mistaken for a run", () => {
    const runs = findRuns([
      "eval-a/with_skill/outputs/eval-b/with_skill/grading.json",
      "eval-a/outputs/grading.json",
      "other/eval-c/with_skill/grading.json",
      "eval-a/with_skill/notes/grading.json",
    ]);
    expect(runs.map(({ folder }) => folder)).toEqual(["eval-a/with_skill"]);
  });

  test("written runs are found, with the level and without", () => {
    const slug = fc.stringMatching(/^[a-z0-9]{1,8}(?:-[a-z0-9]{1,8}){0,2}$/);
    const places = fc.record(
      {
        iteration: fc.integer({ min: 1, max: 999 }),
        evalFolder: slug.map((text) => `eval-${text}`),
        configuration: fc.constantFrom("with_skill", "without_skill", "old_skill"),
        run: fc.integer({ min: 1, max: 99 }),
      },
      { requiredKeys: ["iteration", "evalFolder", "configuration"] },
    );
    fc.assert(
      fc.property(places, (one) => {
        const { iteration, evalFolder, configuration, run } = one;
        const level = run === undefined ? "" : `/run-${run}`;
        const folder = `iteration-${iteration}/${evalFolder}/${configuration}${level}`;
        expect(findRuns([`${folder}/grading.json`])).toEqual([
          { run: 1, ...one, folder, hasGrading: true, hasTiming: false },
        ]);
      }),
    );
  });
});

describe("slugs", () => {
  test.each([
    ["Find the top 3 months & draw a chart!", "find-the-top-3-months-draw-a-chart"],
    ["Größe prüfen: Ärger im Büro", "grosse-prufen-arger-im-buro".replace("grosse", "gro-e")],
    ["../../etc/passwd", "etc-passwd"],
    ["查找前三个月", ""],
    ["", ""],
    [`${"x".repeat(50)} tail`, "x".repeat(40)],
    ["one two three four five six seven eight nine ten", "one-two-three-four-five-six-seven-eight"],
  ])("%j becomes %j", (text, slug) => {
    expect(toSlug(text)).toBe(slug);
  });

  test("are safe in a path, short, and their own slug", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 200 }), (text) => {
        const slug = toSlug(text);
        expect(slug).toMatch(/^(?:[a-z0-9]+(?:-[a-z0-9]+)*)?$/);
        expect(slug.length).toBeLessThanOrEqual(formatsLimits.evalSlugCharacters);
        expect(toSlug(slug)).toBe(slug);
      }),
    );
  });
});

describe("folders of evals", () => {
  test("come from the name, else the prompt, else the id", () => {
    expect(
      toEvalFolders([
        { id: 1, name: "Top months", prompt: "p" },
        { id: 2, prompt: "Clean it up" },
        { id: 3, prompt: "三" },
        { id: "三", prompt: "三" },
      ]),
    ).toEqual(
      new Map<number | string, string>([
        [1, "eval-top-months"],
        [2, "eval-clean-it-up"],
        [3, "eval-3"],
        ["三", "eval-unnamed"],
      ]),
    );
  });

  test("are never the same for two evals", () => {
    const evals = fc.uniqueArray(
      fc.record({
        id: fc.oneof(fc.nat(20), fc.constantFrom("a", "b", "?", "!")),
        prompt: fc.constantFrom("a", "a 1", "a 2", "?"),
      }),
      { selector: ({ id }) => String(id), maxLength: 20 },
    );
    fc.assert(
      fc.property(evals, (list) => {
        const folders = toEvalFolders(list);
        expect(folders.size).toBe(list.length);
        expect(new Set(folders.values()).size).toBe(list.length);
      }),
    );
  });
});
