import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { root } from "./source-files.ts";

/** The names of each entry point; a line that changes in the snapshot is a promise made or broken. */
test("every package exports exactly these names", async () => {
  const entries = readdirSync(`${root}packages`).flatMap(entriesOf);
  const text = entries.map(({ name, file }) => [name, ...namesOf(file)].join("\n  ")).join("\n\n");
  await expect(`${text}\n`).toMatchFileSnapshot("public-api.txt");
});

test("the root of @skillwright/core stays small", () => {
  expect(namesOf(`${root}packages/core/src/index.ts`).length).toBeLessThanOrEqual(80);
});

type Entry = { readonly name: string; readonly file: string };

function entriesOf(folder: string): readonly Entry[] {
  const { name, exports = {} } = JSON.parse(readFileSync(`${root}packages/${folder}/package.json`, "utf8"));
  return Object.entries<Record<string, string>>(exports).flatMap(([path, conditions]) => {
    const source = conditions["@skillwright/source"];
    return source === undefined
      ? []
      : [{ name: name + path.slice(1), file: `${root}packages/${folder}/${source}` }];
  });
}

/** Values and types that a module exports, by its text: entry points have no `export *`. */
function namesOf(file: string): readonly string[] {
  const text = readFileSync(file, "utf8");
  const lists = [...text.matchAll(/^export (type )?\{([^}]*)\}/gm)].flatMap(([, type, list = ""]) =>
    list
      .split(",")
      .map((name) => name.trim())
      .filter((name) => name !== "")
      .map((name) => (type === undefined ? name : `type ${name}`)),
  );
  const own = [
    ...text.matchAll(/^export (?:declare )?(?:async )?(type|interface|const|function|class)\*? (\w+)/gm),
  ].map(([, kind, name = ""]) => (kind === "type" || kind === "interface" ? `type ${name}` : name));
  return [...lists, ...own].sort();
}
