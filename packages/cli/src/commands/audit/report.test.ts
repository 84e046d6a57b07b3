import { readFileSync } from "node:fs";
import { type AuditEvent, chainStart, linkEvent, toEventText } from "@skillwright/core/audit";
import { nodeSha256 } from "@skillwright/core/node";
import { Ajv2020 } from "ajv/dist/2020.js";
import { afterAll, expect, test } from "vitest";
import { createTestMachine, removeTestMachines } from "../../test-io.ts";

afterAll(removeTestMachines);

/** As the clock of the test machine. */
const today = 0;
const ago = (hours: number): string => new Date(today - hours * 3_600_000).toISOString();

type Advised = { readonly hours: number; readonly tool?: string; readonly input?: object };

function allowed({ hours, tool = "Bash", input = { command: "ls" } }: Advised): AuditEvent {
  const call = { call: "c", tool, skills: [{ name: "deploy", digest: "d" }], input };
  const rule = { layer: "default", rule: "otherwise", reason: "by-default" } as const;
  return { time: ago(hours), session: "s", event: "tool-call-allowed", ...call, ...rule };
}

function advised(told: Advised & { readonly skill: string; readonly detail: string }): AuditEvent {
  const layer = `skill ${told.skill}`;
  const wouldDeny = { layer, rule: "only", reason: "not-on-the-list", detail: told.detail } as const;
  return { ...allowed(told), wouldDeny } as AuditEvent;
}

function textOf(events: readonly AuditEvent[]): string {
  let end = chainStart;
  const lines = events.map((event) => {
    const linked = linkEvent(toEventText(event), end, nodeSha256);
    end = linked.end;
    return `${linked.line}\n`;
  });
  return lines.join("");
}

const curl = { skill: "deploy (/a/deploy, 1a2b3c4d)", detail: "curl https://example.com" };
const events: readonly AuditEvent[] = [
  advised({ ...curl, hours: 24 * 9, input: { command: "curl https://example.com" } }),
  allowed({ hours: 50 }),
  advised({ ...curl, hours: 48, input: { command: "ls; curl https://example.com" } }),
  advised({ skill: "deploy", detail: "curl x", hours: 2, input: { command: "curl x" } }),
  advised({ skill: "pdf", detail: "out.txt", hours: 1, tool: "Write", input: { file_path: "out.txt" } }),
];

function report(words: readonly string[] = [], text = textOf(events)) {
  return createTestMachine({ "data/audit.jsonl": text }).run(["audit", "report", ...words]);
}

test("the report groups the calls of the last days by skill, tool and program", async () => {
  const minute = (hours: number): string => ago(hours).slice(0, 16).replace("T", " ");
  expect(await report()).toMatchObject({
    code: 0,
    err: "",
    out: `In the last 7 days, 3 of 4 recorded calls would have been refused:

deploy: Bash curl
  2 calls, ${minute(48)} to ${minute(2)}
  ls; curl https://example.com

pdf: Write
  1 call, ${minute(1)}
  out.txt

Add what a skill needs to its allowed-tools, then enforce the lists with
\`skillwright guard install --agent NAME --mode restrict\`.
`,
  });
  expect((await report(["--days", "1"])).out).toContain("In the last day, 2 of 2 recorded calls");
  expect((await report(["--days", "30"])).out).toContain("4 of 5 recorded calls");
  expect((await report(["--skill", "other"])).out).toBe("In the last 7 days, no calls were recorded.\n");
});

test("machine-readable output has the published shape", async () => {
  const { out } = await report(["--json"]);
  const file = new URL("../../../schemas/audit-report.schema.json", import.meta.url);
  const validate = new Ajv2020({ allErrors: true }).compile(JSON.parse(readFileSync(file, "utf8")));
  const value = JSON.parse(out);
  expect([validate(value), validate.errors]).toEqual([true, null]);
  expect(value).toMatchObject({
    days: 7,
    calls: 4,
    wouldDeny: 3,
    groups: [
      {
        skill: "deploy",
        tool: "Bash",
        program: "curl",
        rule: "only",
        calls: 2,
        first: ago(48),
        last: ago(2),
      },
      { skill: "pdf", tool: "Write", program: null, calls: 1, example: "out.txt" },
    ],
    moreCalls: 0,
    damaged: 0,
  });
});

test("without such calls, or without any, it says so", async () => {
  expect((await report([], textOf([allowed({ hours: 1 })]))).out).toBe(
    "In the last 7 days, none of 1 recorded call would have been refused.\n",
  );
  const empty = await createTestMachine({}).run(["audit", "report"]);
  expect(empty).toMatchObject({ code: 0, err: "", out: "In the last 7 days, no calls were recorded.\n" });
});

test("a damaged line is counted, and the rest still reported", async () => {
  const { out, err } = await report([], `{"broken\n${textOf(events)}`);
  expect(out).toContain("3 of 4 recorded calls");
  expect(err).toBe("skillwright audit: 1 line is damaged. Run `skillwright audit verify` for details.\n");
});

test("a skill's text cannot write to the terminal, and long text fits the lines", async () => {
  const detail = `\u001b[31m${"x".repeat(300)}`;
  const { out } = await report(
    [],
    textOf([advised({ skill: "evil\u001b]0;t", detail, hours: 1, input: { command: detail } })]),
  );
  expect(out).not.toContain("\u001b");
  for (const line of out.split("\n")) expect(line.length).toBeLessThanOrEqual(80);
});

test.each([
  ["--days", "0"],
  ["--days", "soon"],
])("%s %s is a mistake in the call", async (...words) => {
  expect(await report(words)).toMatchObject({
    code: 2,
    err: expect.stringContaining("--days expects a number"),
  });
});
