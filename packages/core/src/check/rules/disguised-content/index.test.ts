import { expect, test } from "vitest";
import { bytesOf, concat, png, utf16, zip } from "../../../scan/open/test-containers.ts";
import { findingsOf } from "../../findings-of.ts";

const skill = (body: string): Readonly<Record<string, string>> => ({
  "pdf/SKILL.md": `---\nname: pdf\ndescription: Reads PDF files.\n---\n${body}\n`,
});
const script = '#!/bin/bash\necho "hello"\n';

test.each<[string, string | Uint8Array, string, string | undefined]>([
  ["assets/logo.png", script, "high", "medium"],
  ["notes.txt", script, "medium", undefined],
  ["example.sh.txt", script, "none", undefined],
  ["scripts/run.sh", utf16(script), "high", "medium"],
  ["scripts/run.ps1", utf16("param ($a)\nWrite-Host $a\n"), "none", undefined],
  ["tools.zip", zip({ "run.sh": script }), "low", undefined],
  ["logo.png", concat(png(), bytesOf(script)), "high", "high"],
  ["node_modules/a/run.sh", script, "high", "medium"],
  ["scripts/run.sh", `#!/bin/sh\n${"\n".repeat(400)}echo hello\n`, "medium", "medium"],
  ["scripts/run.sh", script, "none", undefined],
  ["tests/fixtures/logo.png", zip({ "a.md": "Hello." }), "none", undefined],
])("%s with %j is %s if the skill names it, and %s if not", (...[path, content, named, unnamed]) => {
  const levelWith = (body: string): string | undefined =>
    findingsOf("disguised-content", { ...skill(body), [`pdf/${path}`]: content })[0]?.level;
  expect(levelWith(`Run \`bash ${path}\`.`) ?? "none").toBe(named);
  expect(levelWith("Hello.")).toBe(unnamed);
});

test("many programs in one folder of packages are one finding", () => {
  const files = Object.fromEntries(
    Array.from({ length: 20 }, (_, index) => [`pdf/node_modules/a/${index}.js`, "let a = 1;\n"]),
  );
  expect(findingsOf("disguised-content", { ...skill("Hello."), ...files })).toMatchObject([
    { file: "pdf/node_modules/a/0.js", message: "skipped-folder" },
  ]);
});
