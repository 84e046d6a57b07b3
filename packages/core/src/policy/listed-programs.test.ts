import { expect, test } from "vitest";
import { tokenizeTools } from "../parse/tool-list.ts";
import { listedPrograms } from "./listed-programs.ts";
import { skillLayer } from "./policy-layer.ts";

function programs(...lists: readonly string[]): readonly string[] | undefined {
  return listedPrograms(
    lists.map((text, index) => skillLayer({ name: `s${index}`, requestedTools: tokenizeTools(text) })),
  );
}

test.each([
  ["Read Bash(git:*) Bash(jq *)", ["git", "jq"]],
  ["Bash(git status) Bash(git log:*)", ["git"]],
  ["Bash(gh:*,jq:*)", ["gh", "jq"]],
  ["Bash(LC_ALL=C sort:*)", ["sort"]],
  ["Bash(pdf*:*)", ["pdf*"]],
  ["Bash(git fetch && git log *)", ["git"]],
  ["Bash(/usr/bin/git:*)", ["/usr/bin/git"]],
  ["Bash(git:*) PowerShell(Get-Item:*)", ["git"]],
  ["Read", []],
  ["", []],
])("%s names programs", (text, names) => {
  expect(programs(text)).toEqual(names);
});

test.each([
  "Bash",
  "Bash(*)",
  "Bash(:*)",
  "Bash Bash(git:*)",
  "Bash(* --version)",
  "Bash(git:*) Bash(make:*)",
  "Bash(python3 scripts/x.py:*)",
  "Bash(python3.12:*)",
  "Bash(npx tsc:*)",
  "Bash(bash:*)",
  "Bash(timeout 5 git:*)",
  "Bash(./scripts/run.sh:*)",
  "Bash(source .env && git log:*)",
])("%s may start any program", (text) => {
  expect(programs(text)).toBeUndefined();
});

test("without an allowlist any program may start, and a deny rule does not list any", () => {
  expect(listedPrograms([])).toBeUndefined();
  const deny = tokenizeTools("Bash(rm:*)");
  expect(listedPrograms([{ kind: "user", name: "user", deny, otherwise: "allow" }])).toBeUndefined();
});

test("several lists have in common what all of them name", () => {
  expect(programs("Bash(git:*) Bash(jq:*)", "Bash(git log:*) Bash(rg:*)")).toEqual(["git"]);
  expect(programs("Bash(git:*) Bash(make:*)", "Bash(git:*)")).toEqual(["git"]);
  expect(programs("Bash(pdf*:*)", "Bash(pdftotext:*) Bash(git:*)")).toEqual(["pdftotext"]);
  expect(programs("Bash(pdf*:*)", "Bash(pdf*:*)")).toEqual(["pdf*"]);
  expect(programs("Bash(pdf*:*)", "Bash(p*:*)")).toEqual([]);
  expect(programs("Bash(/usr/*:*)", "Bash(/usr/bin/git:*)")).toEqual([]);
  expect(programs("Bash", "Bash(git:*)")).toEqual(["git"]);
  expect(programs("Bash(git:*)", "Bash(jq:*)")).toEqual([]);
});
