import fc from "fast-check";
import { expect, test } from "vitest";
import { isScalar, parseDocument, visit } from "yaml";
import { readPlainYaml } from "./read-plain-yaml.ts";
import { toPlain, type YamlNode } from "./yaml-node.ts";

type Tree =
  | { kind: "inline"; text: string }
  | { kind: "block"; header: string; lines: string[] }
  | { kind: "list"; items: string[]; flush: boolean }
  | { kind: "map"; entries: { key: string; value: Tree; before: string }[] };

const scalars = fc.constantFrom(
  ..."pdf,Reads PDF files.,1.10,-3,true,null,~,0x1f,1e3,.5,é,技能,🙂,a:b,it's,a#b,Bash(git:*) Read,x  y,c-d_e".split(
    ",",
  ),
  ...["'q q'", '"x: y # z"', '"it\'s"', "''", "-1", "...", "=", "a, b", "http://x.y/z", "C:\\x"],
);
const flowLists = fc
  .array(fc.constantFrom("a", "b-c", "1.5", '"x y"', "'z'", "true", "./p/*"), { maxLength: 4 })
  .chain((items) =>
    fc.constantFrom(`[${items.join(", ")}]`, `[ ${items.join(",")} ]`, `[${items.join(" , ")},]`),
  );
const { tree } = fc.letrec<{ tree: Tree; map: Tree }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 4, depthSize: "small" },
    fc.record({ kind: fc.constant("inline" as const), text: fc.oneof(scalars, flowLists, fc.constant("")) }),
    fc.record({
      kind: fc.constant("block" as const),
      header: fc.constantFrom("|", ">", "|-", ">-"),
      lines: fc.array(fc.constantFrom("One line.", "# no comment", "key: value", "- x", "技能 🙂", "[a"), {
        minLength: 1,
        maxLength: 3,
      }),
    }),
    fc.record({
      kind: fc.constant("list" as const),
      items: fc.array(scalars, { minLength: 1, maxLength: 3 }),
      flush: fc.boolean(),
    }),
    tie("map"),
  ),
  map: fc.record({
    kind: fc.constant("map" as const),
    entries: fc.uniqueArray(
      fc.record({
        key: fc.constantFrom("name", "description", "metadata", "k", "allowed-tools", "_x", "Y1"),
        value: tie("tree"),
        before: fc.constantFrom("", "", "", "# a comment\n", "\n", "  \n"),
      }),
      { selector: ({ key }) => key, minLength: 1, maxLength: 4 },
    ),
  }),
}));
const documents = fc
  .record({ tree, width: fc.integer({ min: 1, max: 4 }), crlf: fc.boolean(), end: fc.boolean() })
  .filter((one) => one.tree.kind === "map")
  .map(({ tree, width, crlf, end }) => {
    const source = render(tree, "", " ".repeat(width)).replace(/\n$/, end ? "\n" : "");
    return crlf ? source.replaceAll("\n", "\r\n") : source;
  });

function render(tree: Tree, indent: string, step: string): string {
  const deeper = indent + step;
  if (tree.kind === "inline") return ` ${tree.text}\n`;
  if (tree.kind === "block")
    return ` ${tree.header}\n${tree.lines.map((line) => `${deeper}${line}\n`).join("")}`;
  if (tree.kind === "list") {
    const own = tree.flush ? indent : deeper;
    return `\n${tree.items.map((item) => `${own}- ${item}\n`).join("")}`;
  }
  const entries = tree.entries.map(({ key, value, before }) => {
    const nested = value.kind === "map" ? `\n${render(value, deeper, step)}` : render(value, indent, step);
    return `${before}${indent}${key}:${nested}`;
  });
  return entries.join("");
}

type Place = { readonly text: string; readonly start: number; readonly end: number };

/** Every scalar with its place, in the order of the document; a value left out has none. */
function placesOf(node: YamlNode): readonly Place[] {
  if (node.kind === "scalar" && node.span.start === node.span.end) return [];
  if (node.kind === "scalar") return [{ text: String(node.value), ...node.span }];
  if (node.kind === "list") return node.items.flatMap(placesOf);
  return node.entries.flatMap(({ key, value }) => [...placesOf(key), ...placesOf(value)]);
}

function placesInLibrary(document: ReturnType<typeof parseDocument>, source: string): readonly Place[] {
  const places: Place[] = [];
  visit(document, {
    Scalar: (_, node) => {
      const [start = 0, end = 0] = node.range ?? [];
      // The library's range of a block scalar runs into the line break after it.
      const written = source.slice(start, end).trimEnd().length;
      if (isScalar(node) && written > 0)
        places.push({ text: String(node.value), start, end: start + written });
    },
  });
  return places;
}

test("the library reads everything that the fast reader accepts the same, at the same places", () => {
  let accepted = 0;
  fc.assert(
    fc.property(documents, (source) => {
      const quick = readPlainYaml(source, { start: 0, end: source.length });
      if (!quick) return;
      accepted++;
      const full = parseDocument(source, { uniqueKeys: true, merge: false });
      expect(full.errors.map((error) => error.message)).toEqual([]);
      expect(JSON.parse(JSON.stringify(toPlain(quick)))).toEqual(JSON.parse(JSON.stringify(full.toJS())));
      expect(placesOf(quick)).toEqual(placesInLibrary(full, source));
    }),
    { numRuns: 20_000 },
  );
  expect(accepted).toBeGreaterThan(5000);
});

const words =
  'pdf|a|1.10|true|null|~|x: y|x #y|#c|\'q\'|"q"|"a\\n"|- z|[a, b]|{a: b}|&a|*a|\\||>-|\\|-|>|é|🙂|a:|:a|--- |?|? k|%|@x|`x`|\t|it\'s|'.split(
    /(?<!\\)\|/,
  );
const lines = fc
  .tuple(
    fc.constantFrom("", "  ", "    ", "- ", "  - "),
    fc.constantFrom("name: ", "description: ", "metadata:", "k:", "true: ", "1: ", ""),
    fc.array(fc.constantFrom(...words), { maxLength: 3 }),
  )
  .map(([indent, key, parts]) => indent + key + parts.join(" ").replaceAll("\\|", "|"));

test("hostile lines are read like the library reads them, or rejected", () => {
  fc.assert(
    fc.property(
      fc.array(lines, { minLength: 1, maxLength: 7 }),
      fc.constantFrom("\n", "\r\n"),
      (parts, ending) => {
        const source = parts.join(ending) + ending;
        const quick = readPlainYaml(source, { start: 0, end: source.length });
        if (!quick) return;
        const full = parseDocument(source, { uniqueKeys: true, merge: false });
        expect(full.errors.map((error) => error.message)).toEqual([]);
        expect(JSON.parse(JSON.stringify(toPlain(quick)))).toEqual(JSON.parse(JSON.stringify(full.toJS())));
        expect(placesOf(quick)).toEqual(placesInLibrary(full, source));
      },
    ),
    { numRuns: 20_000 },
  );
});
