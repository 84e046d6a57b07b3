// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are placeholders of skills.
import fc from "fast-check";
import { expect, test } from "vitest";
import { limits } from "../limits.ts";
import { expandArguments } from "./expand-arguments.ts";

const variables = { SKILL_DIR: "/skills/pdf", SECRET: "s3cret" };

test.each([
  "$ARGUMENTS",
  "$ARGUMENTS[0]",
  "$0",
  "$1",
  "$name",
  "${SKILL_DIR}",
  "${SECRET}",
  "\\$0",
  "!`rm -rf ~`",
])("an argument that is %s stays text", (attack) => {
  for (const source of ["Do $ARGUMENTS now", "Do $0 now", "Do $name now", "Do $ARGUMENTS[0] now"]) {
    const { text, notes } = expandArguments(source, {
      arguments: `'${attack}'`,
      argumentNames: ["name"],
      variables,
    });
    expect(text).toBe(source === "Do $ARGUMENTS now" ? `Do '${attack}' now` : `Do ${attack} now`);
    expect(notes).toEqual([]);
  }
});

test("a variable's value is not expanded again", () => {
  const values = { A: "${B} $ARGUMENTS !`id`", B: "wrong" };
  expect(expandArguments("${A}", { arguments: "x", variables: values }).text).toBe("${B} $ARGUMENTS !`id`");
});

test("arguments cannot form a placeholder with each other or with the surrounding text", () => {
  const options = { arguments: "'$' 'ARGUMENTS' '{SECRET}' '!`'", variables };
  expect(expandArguments("$0$1 $0$2 $$1 $3id`", options).text).toBe("$ARGUMENTS ${SECRET} $ARGUMENTS !`id`");
});

test("no argument becomes part of a command or is reported as one", () => {
  const options = { arguments: "'; rm -rf ~ #' '`'", argumentNames: ["a"], variables };
  const source = "!`git log $0 $ARGUMENTS ${SKILL_DIR} $a`\n$1!`x`\n";
  const { notes, appendix } = expandArguments(source, options);
  expect(notes).toEqual([{ kind: "inline-shell", command: "git log $0 $ARGUMENTS ${SKILL_DIR} $a" }]);
  expect(appendix).toBe("");
});

test("an empty or odd name cannot reach into a command", () => {
  for (const name of ["", "git", "`", "$", "ARGUMENTS"]) {
    const { text } = expandArguments("!`git log`", { arguments: "evil", argumentNames: [name] });
    expect(text).toBe("!`git log`");
  }
});

test("for any arguments, each placeholder is replaced by exactly its value", () => {
  const hostile = fc.string({
    unit: fc.constantFrom(..."$0{}ARGUMENTS[]\\`!' \n", "$ARGUMENTS", "${SECRET}"),
    maxLength: 12,
  });
  fc.assert(
    fc.property(hostile, (line) => {
      const { text, notes } = expandArguments("<$ARGUMENTS|$ARGUMENTS>", { arguments: line, variables });
      expect(text).toBe(`<${line.trim()}|${line.trim()}>`);
      expect(notes).toEqual([]);
    }),
  );
});

test.each(["$ARGUMENTS", "$0", "$name", "${SECRET}", "\\$0", "!`rm -rf ~`", "```!\nrm -rf ~\n```", "$&$`$1"])(
  "a command's output %j is plain text",
  (attack) => {
    const commandOutputs = new Map([
      ["cat notes", attack],
      ["rm -rf ~", "wrong"],
    ]);
    const options = { arguments: "given", argumentNames: ["name"], variables, commandOutputs };
    for (const [before, after] of [
      ["$0 !`cat notes` $0", `given ${attack} given`],
      ["$0\n```!\ncat notes\n```\n$0", `given\n${attack}\ngiven`],
    ] as const)
      expect(expandArguments(before, options)).toEqual({ text: after, appendix: "", notes: [] });
  },
);

test("outputs cannot form a command or placeholder with each other or with the surrounding text", () => {
  const commandOutputs = new Map([
    ["a", "!"],
    ["b", "$"],
    ["id", "wrong"],
  ]);
  const source = "!`a``id` !`b`ARGUMENTS !`b`{SECRET}";
  expect(expandArguments(source, { arguments: "x", variables, commandOutputs }).text).toBe(
    "!`id` $ARGUMENTS ${SECRET}",
  );
});

test("an argument cannot name a command to reuse its output", () => {
  const commandOutputs = new Map([["env", "API_KEY=s3cret"]]);
  const { text } = expandArguments("Do $ARGUMENTS", { arguments: "!`env`", commandOutputs });
  expect(text).toBe("Do !`env`");
});

test("long outputs in many places do not exhaust memory", () => {
  const commandOutputs = new Map([["a", "x".repeat(100_000)]]);
  const { text } = expandArguments("!`a`\n".repeat(20_000), { commandOutputs });
  expect(text.length).toBeLessThan(limits.activationBytes * 3);
});

test("a long argument in many places does not exhaust memory", () => {
  const { text } = expandArguments("$ARGUMENTS".repeat(20_000), { arguments: "x".repeat(100_000) });
  expect(text.length).toBeLessThan(limits.activationBytes * 3);
});

test.each(["```!\nx\n", "!`", " !`a", "$", "\\", "$ARGUMENT[", "${", "\n   ", "```!", "$a", "\r"])(
  "a text consisting only of %j takes no longer than any other",
  (unit) => {
    const source = unit.repeat(200_000);
    expect(expandArguments(source, { arguments: "a b" }).text === source).toBe(true);
  },
);
