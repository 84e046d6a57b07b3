import { describe, expect, test } from "vitest";
import { trialOf } from "../trials/test-trial.ts";
import { judgingLimits } from "./limits.ts";
import { readJudgment } from "./read-judgment.ts";
import { toMaterial } from "./to-material.ts";

const statements = ["The total is given.", "A report is written."];
const material = toMaterial(
  trialOf({
    answer: "I summed it up.\n\nOne moment…\n\n**Total:** 42 €\n42",
    events: [{ type: "said", text: "I summed it up." }],
    files: {
      created: ["report.md"],
      modified: [],
      deleted: [],
      unchanged: [],
      texts: [{ path: "report.md", text: "# “Quarterly” report\nIt’s 42 – not 41.\n", isCut: false }],
    },
  }),
);

const judge = (answer: string, asked: readonly string[] = statements) =>
  readJudgment(answer, { statements: asked, material });
const oneGrade = (grade: object): string => JSON.stringify({ grades: [{ statement: 1, ...grade }] });
const judgeOne = (grade: object) => {
  const read = judge(oneGrade(grade), ["S"]);
  return read.ok ? read.grades[0] : read;
};

const whole = {
  grades: [
    { statement: 1, reason: "It is there.", quotes: ["Total: 42 €"], passed: true },
    { statement: 2, reason: "It has no rows.", quotes: ["created: report.md"], passed: false },
  ],
};

describe("a whole answer", () => {
  test("grades each statement, with quotes and reason as evidence", () => {
    expect(judge(JSON.stringify(whole))).toEqual({
      ok: true,
      grades: [
        { text: "The total is given.", passed: true, evidence: '"Total: 42 €" – It is there.' },
        { text: "A report is written.", passed: false, evidence: '"created: report.md" – It has no rows.' },
      ],
      claims: [],
    });
  });

  test("can come in any order", () => {
    const read = judge(JSON.stringify({ grades: whole.grades.toReversed() }));
    expect(read.ok && read.grades.map(({ passed }) => passed)).toEqual([true, false]);
  });

  const text = JSON.stringify(whole, null, 2);
  test.each([
    ["in a fence", `\`\`\`json\n${text}\n\`\`\``],
    ["with prose around it", `Here is my {judgment}:\n\n${text}\n\nLet me know if you need more.`],
    ["after thoughts", `<think>Perhaps {"grades": [{"statement": 1, "passed": false}]}?</think>\n${text}`],
    ["with commas too many", text.replaceAll(/\n(\s*)([}\]])/g, ",\n$1$2")],
    ["with line breaks in a text", text.replace("It is there.", "It is\nthere.")],
    ["twice the same", `${text}\n\n${JSON.stringify(whole)}`],
    ["with words for yes and no", text.replace("true", '"Pass"').replace("false", '"failed"')],
    ["with numbers as texts", text.replace('"statement": 1', '"statement": "Statement 1"')],
    ["with one quote that is not a list", text.replace(/\[\s*"Total: 42 €"\s*\]/, '"Total: 42 €"')],
    ["with nothing instead of an empty list", text.replaceAll(/"passed"/g, '"absent": null, "passed"')],
    ["with a byte order mark", `\ufeff${text}`],
  ])("is read %s", (_, answer) => {
    const read = judge(answer);
    expect(read.ok && read.grades.map(({ passed }) => passed)).toEqual([true, false]);
  });
});

describe("an ambiguous answer is refused, and the reason states what to fix", () => {
  const { grades } = whole;
  const [first, second] = grades;
  test.each([
    ["no JSON", "Both pass.", 'It has no JSON object with "grades".'],
    ["nothing", "", 'It has no JSON object with "grades".'],
    ["something else", '{"verdict": true}', 'It has no JSON object with "grades".'],
    ["the wrong thing", '{"grades": {"1": true}}', '"grades" is not a list.'],
    ["texts", '{"grades": ["pass", "fail"]}', 'An item of "grades" is not an object.'],
    ["one missing", JSON.stringify({ grades: [first] }), "There is no verdict on statement 2."],
    ["all missing", '{"grades": []}', "There is no verdict on statement 1, 2."],
    ["one twice", JSON.stringify({ grades: [first, first, second] }), "Statement 1 is judged twice."],
    [
      "counted from 0",
      JSON.stringify({ grades: grades.map((grade, statement) => ({ ...grade, statement })) }),
      "There is no statement 0: they are numbered from 1 to 2.",
    ],
    [
      "one too many",
      JSON.stringify({ grades: [...grades, { ...first, statement: 3 }] }),
      "There is no statement 3: they are numbered from 1 to 2.",
    ],
    ["no number", '{"grades": [{"passed": true}]}', 'A grade has no number in "statement".'],
    ["half a number", oneGrade({ statement: 1.5 }), 'A grade has no number in "statement".'],
    ["a minus", oneGrade({ statement: "-1" }), 'A grade has no number in "statement".'],
    ["no verdict", oneGrade({}), '"passed" of statement 1 is neither true nor false.'],
    ["perhaps", oneGrade({ passed: "partially" }), '"passed" of statement 1 is neither true nor false.'],
    ["one", oneGrade({ passed: 1 }), '"passed" of statement 1 is neither true nor false.'],
    [
      "quotes that are not strings",
      oneGrade({ passed: true, quotes: [{ text: "Total: 42" }] }),
      '"quotes" or "absent" of statement 1 cannot be read.',
    ],
    [
      "absent from nowhere",
      oneGrade({ passed: true, absent: [{ text: "x", from: "task" }] }),
      '"quotes" or "absent" of statement 1 cannot be read.',
    ],
    [
      "a verdict twice",
      '{"grades": [{"statement": 1, "passed": false, "passed": true}]}',
      'Its JSON has "passed" twice in one object.',
    ],
    [
      "two judgments",
      `${JSON.stringify(whole)} No: ${JSON.stringify(whole).replace("false", "true")}`,
      'It has several JSON objects with "grades", and they differ.',
    ],
    ["cut off in a list", JSON.stringify(whole).slice(0, -2), "Its JSON ends too early."],
    ["cut off in a text", JSON.stringify(whole).slice(0, 60), "Its JSON ends too early."],
    ["single quotes", "{\"grades\": [{'statement': 1}]}", "It stops being JSON at \"'statement': 1}]}\"."],
    ["brackets that do not fit", '{"grades": [}]', "Its JSON has misplaced brackets or commas."],
  ])("%s", (_, answer, reason) => {
    expect(judge(answer)).toEqual({ ok: false, reason });
  });
});

describe("a pass needs proof", () => {
  test.each([
    ["as it is written", "I summed it up."],
    ["without the marks of Markdown", "Total: 42 €"],
    ["with other white space", "I  summed\nit up."],
    ["with other quotation marks and dashes", '"Quarterly" report It\'s 42 - not 41.'],
    ["with letters that look the same", "One moment..."],
    ["a file that was made", "created: report.md"],
    ["a short one that is a whole line of the answer", "42"],
  ])("a quote counts %s", (_, quote) => {
    expect(judgeOne({ passed: true, quotes: [quote] })).toMatchObject({ passed: true });
  });

  test.each([
    ["that is invented", "The total is 42 euros", 'the quote "The total is 42 euros" is not in the material'],
    ["with something left out", "I summed ... up.", 'the quote "I summed ... up." is not in the material'],
    ["in other letters", "i SUMMED it up.", 'the quote "i SUMMED it up." is not in the material'],
    ["that is empty", "", 'the quote "" has no words'],
    ["of white space and marks", " ** \n", 'the quote "**" has no words'],
    ["of one letter", "I", 'the quote "I" is too short to prove anything'],
    ["of a few letters", "not 41", 'the quote "not 41" is too short to prove anything'],
    ["from one part into the next", "42 [material: files] created", "is not in the material"],
    ["from one part into the next, without the line between them", "42 created: report.md", "is not in"],
    ["of a line between parts", "[material: transcript]", "is not in the material"],
  ])("a quote %s does not", (_, quote, fault) => {
    const grade = judgeOne({ passed: true, quotes: [quote] });
    expect(grade).toMatchObject({ passed: false, evidence: expect.stringContaining(fault) });
  });

  test("one wrong quote among right ones spoils it: a part of the statement is unproved", () => {
    const grade = judgeOne({ passed: true, reason: "R.", quotes: ["I summed it up.", "and checked it"] });
    expect(grade).toEqual({
      text: "S",
      passed: false,
      evidence:
        'Passed by the judge, but not proved: the quote "and checked it" is not in the material. It said: "I summed it up." – R.',
    });
  });

  test("the judge learns which passes are unproved, for a second try", () => {
    const read = judge(
      JSON.stringify({
        grades: [
          { statement: 1, passed: true, quotes: [] },
          { statement: 2, passed: true, quotes: ["invented words"] },
        ],
      }),
    );
    expect(read).toMatchObject({
      ok: true,
      unproven:
        'Statement 1 was passed without proof: there is no quote. Statement 2 was passed without proof: the quote "invented words" is not in the material.',
    });
  });

  test("a failed grade needs none", () => {
    expect(judgeOne({ passed: false })).toEqual({
      text: "S",
      passed: false,
      evidence: "The judge gave no reason.",
    });
    expect(judgeOne({ passed: false, quotes: ["invented words"], reason: "R." })).toMatchObject({
      passed: false,
      evidence: "R.",
    });
  });

  test("few characters of a dense script are a quote", () => {
    const read = (quote: string) =>
      readJudgment(oneGrade({ passed: true, quotes: [quote] }), {
        statements: ["S"],
        material: toMaterial(trialOf({ answer: "合計は四十二です。\n以上" })),
      });
    expect(read("四十二")).toMatchObject({ grades: [{ passed: true }] });
    expect(read("四")).toMatchObject({ grades: [{ passed: false }] });
  });
});

describe("absence is proof if it is verified", () => {
  test.each([
    [[{ text: "sorry", from: "answer" }], true, '"sorry" is not in the answer'],
    ["sorry", true, '"sorry" is not in the material'],
    [["!"], true, '"!" is not in the material'],
    [[{ text: "QUARTERLY", from: "answer" }], true, "is not in the answer"],
    [[{ text: "QUARTERLY", from: "files" }], false, '"QUARTERLY" is in the files'],
    [[{ text: "quarterly" }], false, '"quarterly" is in the material'],
    [["sorry", "total"], false, '"total" is in the material'],
    [[" "], false, "proves nothing"],
    [["x".repeat(judgingLimits.absentCharacters + 1)], false, "proves nothing"],
  ])("%j: %j", (absent, passed, evidence) => {
    expect(judgeOne({ passed: true, quotes: ["I summed it up."], absent })).toMatchObject({
      passed,
      evidence: expect.stringContaining(evidence),
    });
  });

  test.each([
    ["The answer does not say sorry.", "sorry", true],
    ['There is no "!" in it.', "!", true],
    ["Nobody is told off.", "told off", true],
    ["It is good work.", "zzzzqq", false],
    ["It is good work.", "ood wor", false],
    ["It is good work.", "goo", false],
  ])("%s: %j by itself: %s", (statement, absent, passed) => {
    expect(judge(oneGrade({ passed: true, absent }), [statement])).toMatchObject({ grades: [{ passed }] });
  });

  test("absent text does not make up for a missing quote", () => {
    const grade = judgeOne({ passed: true, quotes: ["invented words"], absent: ["zzzzqq"] });
    expect(grade).toMatchObject({ passed: false, evidence: expect.stringContaining("proves nothing") });
  });

  const absentFrom = (from: string, seen: string) =>
    readJudgment(oneGrade({ passed: true, absent: [{ text: "TODO", from }] }), {
      statements: ["No TODO is left."],
      material: seen,
    });

  test("not in an answer that was never given", () => {
    expect(absentFrom("answer", toMaterial(trialOf()))).toMatchObject({ grades: [{ passed: false }] });
  });

  test("not where text was omitted", () => {
    const answer = "word ".repeat(judgingLimits.judgedAnswerCharacters);
    const seen = toMaterial(trialOf({ answer }));
    expect(absentFrom("answer", seen)).toMatchObject({
      grades: [
        { passed: false, evidence: expect.stringContaining("in the part of the answer that was left out") },
      ],
    });
    expect(absentFrom("files", seen)).toMatchObject({ grades: [{ passed: true }] });
  });

  test("not in files with unknown contents", () => {
    const files = { created: ["a.bin"], modified: [], deleted: [], unchanged: [], texts: [] };
    const seen = toMaterial(trialOf({ answer: "Done.", files }));
    expect(absentFrom("files", seen)).toMatchObject({ grades: [{ passed: false }] });
    expect(absentFrom("answer", seen)).toMatchObject({ grades: [{ passed: true }] });
  });
});

describe("the judge's remarks beyond the statements", () => {
  const beyond = (more: object) => {
    const read = judge(JSON.stringify({ grades: [{ statement: 1, passed: false, reason: "R." }], ...more }), [
      "S",
    ]);
    return read.ok ? read : undefined;
  };

  test("claims count as verified only with quotes that exist", () => {
    const claims = [
      { claim: "It is 42.", type: "factual", quotes: ["It’s 42 – not 41."], verified: true },
      { claim: "I checked.", type: "process", quotes: ["checked twice"], verified: true },
      { claim: "Good.", type: "splendid", verified: false, reason: "Nothing shows it." },
    ];
    expect(beyond({ claims })?.claims).toEqual([
      { claim: "It is 42.", type: "factual", verified: true, evidence: '"It’s 42 – not 41."' },
      {
        claim: "I checked.",
        type: "process",
        verified: false,
        evidence: 'Passed by the judge, but not proved: the quote "checked twice" is not in the material.',
      },
      { claim: "Good.", type: "factual", verified: false, evidence: "Nothing shows it." },
    ]);
  });

  test.each(["evalFeedback", "eval_feedback"])("%s names statements by their text", (key) => {
    const suggestions = [{ statement: 1, reason: "Too weak." }, { reason: "Rows are unchecked." }];
    expect(beyond({ [key]: { suggestions, overall: "Fair." } })?.evalFeedback).toEqual({
      suggestions: [{ assertion: "S", reason: "Too weak." }, { reason: "Rows are unchecked." }],
      overall: "Fair.",
    });
  });

  test.each([
    { claims: "none", evalFeedback: "none" },
    { claims: [1, null, {}], evalFeedback: { suggestions: [{}], overall: 3 } },
    { claims: {}, evalFeedback: [] },
  ])("%j is ignored, and spoils nothing", (more) => {
    expect(beyond(more)).toEqual({
      ok: true,
      grades: [{ text: "S", passed: false, evidence: "R." }],
      claims: [],
    });
  });
});
