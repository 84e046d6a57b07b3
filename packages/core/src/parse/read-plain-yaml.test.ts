import fc from "fast-check";
import { expect, test } from "vitest";
import { parseDocument } from "yaml";
import { readPlainYaml } from "./read-plain-yaml.ts";
import { toPlain } from "./yaml-node.ts";

const words = ["pdf", "a", "1.10", "-3", "true", "null", "~", "0x1f", "1e3", ".5", "x: y", "x #y", "#c", "'q'", '"q"', '"a\\n"', "- z", "[a, b]", "{a: b}", "&a", "*a", "|", ">-", "|-", ">", "é", "技能", "🙂", "a:", ":a", "--- ", "?", "? k", "%", "@x", "`x`", "\t", "it's", ""];
const line = fc
  .tuple(fc.constantFrom("", "  ", "    ", "- ", "  - "), fc.constantFrom("name: ", "description: ", "metadata:", "k:", "true: ", "1: ", ""), fc.array(fc.constantFrom(...words), { maxLength: 3 }))
  .map(([indent, key, parts]) => indent + key + parts.join(" "));
const document = fc.tuple(fc.array(line, { minLength: 1, maxLength: 7 }), fc.constantFrom("\n", "\r\n")).map(([lines, ending]) => lines.join(ending) + ending);

test("whatever the quick reader accepts, the YAML library reads the same", () => {
  fc.assert(
    fc.property(document, (source) => {
      const quick = readPlainYaml(source, { start: 0, end: source.length });
      if (!quick) return;
      const full = parseDocument(source, { uniqueKeys: true, merge: false });
      expect(full.errors.map((error) => error.message)).toEqual([]);
      expect(JSON.parse(JSON.stringify(toPlain(quick)))).toEqual(JSON.parse(JSON.stringify(full.toJS())));
    }),
    { numRuns: 30_000 },
  );
});

test("the quick reader accepts the forms most skills use", () => {
  const source = 'name: pdf\ndescription: >\n  Reads PDF files.\n  Use when asked.\nlicense: "MIT"\nmetadata:\n  version: 1.10\nallowed-tools:\n  - Read\n';
  expect(JSON.parse(JSON.stringify(toPlain(readPlainYaml(source, { start: 0, end: source.length }) ?? { kind: "list", items: [], flow: true, span: { start: 0, end: 0 } })))).toEqual({
    name: "pdf",
    description: "Reads PDF files. Use when asked.\n",
    license: "MIT",
    metadata: { version: 1.1 },
    "allowed-tools": ["Read"],
  });
});
