// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are placeholders of skills.
import { expect, test } from "vitest";
import { type ArgumentOptions, expandArguments } from "./expand-arguments.ts";

function textOf(source: string, options: ArgumentOptions = {}): string {
  return expandArguments(source, options).text;
}

const given = { arguments: `one "two three" four` };

test.each([
  ["$ARGUMENTS", `one "two three" four`],
  ["$ARGUMENTS[0]", "one"],
  ["$ARGUMENTS[1]", "two three"],
  ["$0", "one"],
  ["$1", "two three"],
  ["$2.", "four."],
  ["($0,$2)", "(one,four)"],
  ["$0$1", "onetwo three"],
  ["a$0b", "aoneb"],
  ["`$0`", "`one`"],
  ["```sh\nrun $0\n```", "```sh\nrun one\n```"],
])("R3-7: %j becomes %j", (source, expected) => {
  expect(textOf(source, given)).toBe(expected);
});

test.each([
  "$3",
  "$10",
  "$ARGUMENTS[3]",
  "$",
  "$$",
  "$-1",
  "$ARGUMENTS_LIST",
  "$ARGUMENTSX",
  "$HOME",
  "$(id)",
  "${HOME}",
])("%j is left unchanged", (source) => {
  expect(textOf(source, given)).toBe(source);
});

test("numbers count from zero as in Claude Code, or from one as in a shell; an array always counts from zero", () => {
  const source = "$0 $1 $ARGUMENTS[0]";
  expect(textOf(source, { arguments: "a b" })).toBe("a b a");
  expect(textOf(source, { arguments: "a b", indexBase: "claude" })).toBe("a b a");
  expect(textOf(source, { arguments: "a b", indexBase: "posix" })).toBe("$0 a a");
});

test("without arguments, $ARGUMENTS is empty and numbers are kept, since they may be prices", () => {
  expect(textOf("Do $ARGUMENTS for $5 or $100.")).toBe("Do  for $5 or $100.");
});

test("names refer to arguments in order; a missing one is empty", () => {
  const options = { arguments: "7 main", argumentNames: ["issue", "branch", "reviewer"] };
  expect(textOf("Fix $issue on $branch-x for $reviewer.", options)).toBe("Fix 7 on main-x for .");
  expect(textOf("$issues $issue_id $Issue", options)).toBe("$issues $issue_id $Issue");
});

test("R3-7: variables are substituted; unknown ones are kept and reported once", () => {
  const variables = { SKILL_DIR: "/skills/pdf", SESSION_ID: "s1" };
  expect(expandArguments("${SKILL_DIR}/x ${SESSION_ID} ${DATE} ${DATE} $SKILL_DIR", { variables })).toEqual({
    text: "/skills/pdf/x s1 ${DATE} ${DATE} $SKILL_DIR",
    appendix: "",
    notes: [{ kind: "variable-unknown", name: "DATE" }],
  });
});

test("inherited object properties are not variables", () => {
  const source = "${constructor} ${__proto__} ${toString} $constructor";
  expect(textOf(source, { variables: {}, argumentNames: [] })).toBe(source);
});

test("a backslash escapes a placeholder and is literal elsewhere", () => {
  const options = { arguments: "a", argumentNames: ["name"], variables: { SKILL_DIR: "/x" } };
  expect(textOf("\\$0 \\$5 \\$ARGUMENTS \\$ARGUMENTS[0] \\$name \\${SKILL_DIR}", options)).toBe(
    "$0 $5 $ARGUMENTS $ARGUMENTS[0] $name ${SKILL_DIR}",
  );
  expect(textOf("\\$HOME \\${HOME} \\$(id) C:\\$x \\n", options)).toBe(
    "\\$HOME \\${HOME} \\$(id) C:\\$x \\n",
  );
});

test("R3-7: arguments without a placeholder are appended", () => {
  expect(expandArguments("Do it.", { arguments: " fast " }).appendix).toBe("ARGUMENTS: fast");
  expect(expandArguments("Costs $5 and \\$0.", { arguments: "fast" }).appendix).toBe("ARGUMENTS: fast");
  expect(
    expandArguments("${SKILL_DIR}", { arguments: "fast", variables: { SKILL_DIR: "/x" } }).appendix,
  ).toBe("ARGUMENTS: fast");
});

test.each(["$ARGUMENTS", "$ARGUMENTS[0]", "$0", "$name"])("%j is such a place", (source) => {
  expect(expandArguments(source, { arguments: "fast", argumentNames: ["name"] }).appendix).toBe("");
});

test("without arguments nothing is appended", () => {
  expect(expandArguments("Do it.").appendix).toBe("");
  expect(expandArguments("Do it.", { arguments: "  " }).appendix).toBe("");
});

test("commands are not run: they are kept and reported", () => {
  const source =
    "Log:\n!`git log $0`\n and !`date`, not wow!`x`\n\n```!\nls $0\npwd\n```\n\n```sh\nls $0\n```\n";
  expect(expandArguments(source, { arguments: "a" })).toEqual({
    text: source.replace("```sh\nls $0", "```sh\nls a"),
    appendix: "",
    notes: [
      { kind: "inline-shell", command: "git log $0" },
      { kind: "inline-shell", command: "date" },
      { kind: "inline-shell", command: "ls $0\npwd" },
    ],
  });
});

test("an unclosed block of commands extends to the end", () => {
  expect(expandArguments("```!\r\nls $0\r\nmore", { arguments: "a" })).toEqual({
    text: "```!\r\nls $0\r\nmore",
    appendix: "ARGUMENTS: a",
    notes: [{ kind: "inline-shell", command: "ls $0\r\nmore" }],
  });
});

test("a command's output replaces it, if there is one", () => {
  const source = "Log:\n!`git log` and !`date` and !`git log`\n\n```!\nls\npwd\n```\nEnd.";
  const commandOutputs = new Map([
    ["git log", "one\ntwo\n\n"],
    ["ls\npwd", "a b\n/work\n"],
    ["never written", "x"],
  ]);
  expect(expandArguments(source, { commandOutputs })).toEqual({
    text: "Log:\none\ntwo and !`date` and one\ntwo\n\na b\n/work\nEnd.",
    appendix: "",
    notes: [{ kind: "inline-shell", command: "date" }],
  });
});

test("outputs are substituted for the commands that were reported", () => {
  const source = "!`git log $0`\n   ```! sh\r\nls  \r\n```\r\n!` date `\n```!\nopen $ARGUMENTS";
  const commands = expandArguments(source).notes.flatMap((note) => ("command" in note ? [note.command] : []));
  const commandOutputs = new Map(commands.map((command, index) => [command, `(${index})`]));
  expect(expandArguments(source, { commandOutputs, arguments: "a" })).toEqual({
    text: "(0)\n(1)\n(2)\n(3)",
    appendix: "ARGUMENTS: a",
    notes: [],
  });
});

test("an empty output is substituted as empty text", () => {
  expect(textOf("a !`true` b", { commandOutputs: new Map([["true", ""]]) })).toBe("a  b");
});

test("only the exact command is replaced", () => {
  const commandOutputs = new Map([["git log", "x"]]);
  for (const source of ["!`git  log`", "!`git log -1`", "!` git log`", "```sh\ngit log\n```", "`git log`"])
    expect(textOf(source, { commandOutputs })).toBe(source);
});
