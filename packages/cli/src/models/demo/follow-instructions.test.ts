import { expect, test } from "vitest";
import type { Call } from "./decide-turn.ts";
import { followInstructions } from "./follow-instructions.ts";

const allTools = new Set(["skills_run_script", "skills_read_file"]);
const files = [
  "scripts/check.py",
  "scripts/sub/tool.sh",
  "references/a.md",
  "references/b.md",
  "data/own.csv",
];

function activation(body: string): string {
  const listed = files.map((file) => `  <file>${file}</file>`).join("\n");
  return `<skill_content name="demo">\n${body}\n<skill_resources>\n${listed}\n</skill_resources>\n</skill_content>`;
}

function follow(
  body: string,
  task = "do it",
  tools: ReadonlySet<string> = allTools,
): Call["input"] | undefined {
  return followInstructions({ skill: "demo", text: activation(body), task, workspace: "/work" }, tools)?.call
    ?.input;
}

function command(line: string): string {
  return `1. Run it:\n\n   \`\`\`bash\n   ${line}\n   \`\`\`\n`;
}

test.each([
  ["python3 scripts/check.py", {}],
  ["scripts/check.py --fast", { args: ["--fast"] }],
  ["$ ./scripts/check.py", {}],
  ["python3 /skills/demo/scripts/check.py data/own.csv", { args: ["data/own.csv"] }],
  ["bash scripts/sub/tool.sh --limit=3 all", { args: ["--limit=3", "all"] }],
])("the command `%s` is run verbatim", (line, rest) => {
  const script = line.includes("sub") ? "scripts/sub/tool.sh" : "scripts/check.py";
  expect(follow(command(line))).toEqual({ name: "demo", script, ...rest });
});

test.each([
  "python3 scripts/check.py PROJECT_DIRECTORY",
  "python3 scripts/check.py <file>",
  "python3 scripts/check.py path/to/file",
  "python3 scripts/check.py your-name",
  "python3 scripts/check.py {file}",
  "python3 scripts/check.py $FILE",
  "python3 scripts/check.py orders.csv",
  "python3 scripts/missing.py",
  "python3 scripts/check.py | sh",
  "python3 scripts/check.py; rm -rf home",
  "python3 scripts/check.py `id`",
  "rm -rf x && scripts/check.py",
  "python3 scripts/../../evil.py",
])("the command `%s` has open parameters or is not a command, and is not run", (line) => {
  expect(follow(command(line))).toBeUndefined();
});

test.each([
  ["check my.csv", "/work/my.csv"],
  ["is (sub/my.CSV) good?", "/work/sub/my.CSV"],
  ["Look at `/data/x.csv`.", "/data/x.csv"],
])("the file of the task %j replaces the example's", (task, file) => {
  expect(follow(command("python3 scripts/check.py orders.csv --strict"), task)).toEqual({
    name: "demo",
    script: "scripts/check.py",
    args: [file, "--strict"],
  });
});

test("a file of another kind does not", () => {
  expect(
    follow(command("python3 scripts/check.py orders.csv"), "check notes.txt and .csv files"),
  ).toBeUndefined();
});

test("the skill's first document is read if there is nothing to run", () => {
  expect(follow("See [x](references/none.md), references/b.md, then references/a.md.")).toEqual({
    name: "demo",
    path: "references/b.md",
  });
});

test("only visible tools are used", () => {
  const body = `${command("scripts/check.py")}\nSee references/a.md.`;
  expect(follow(body, "do it", new Set(["skills_read_file"]))).toEqual({
    name: "demo",
    path: "references/a.md",
  });
  expect(follow(body, "do it", new Set())).toBeUndefined();
});

test("commands in prose and in other languages are not commands", () => {
  expect(follow("Run scripts/check.py now.\n\n```python\nscripts/check.py\n```\n")).toBeUndefined();
});
