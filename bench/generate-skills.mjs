import { chmodSync, existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Writes `count` skills of the size people really write: of 19,160 public skills the median body has 110 lines, the
 * 95th percentile 479, the median description 336 characters; of 600 looked at whole, a third bring references, an
 * eighth scripts, and the mean skill has 4.5 files. The same count gives the same bytes.
 */
export function generateSkills(folder, count) {
  const marker = join(folder, `.complete-2-${count}`);
  if (existsSync(marker)) return;
  rmSync(folder, { recursive: true, force: true });
  const random = createRandom(count);
  for (let index = 0; index < count; index++) writeSkill(folder, index, random);
  writeFileSync(marker, "");
}

function writeSkill(folder, index, random) {
  const name = `${pick(words, random)}-${pick(words, random)}-${index}`;
  const directory = join(folder, name);
  const references = files(random, { share: 0.35, most: 12, name: (at) => `references/part-${at}.md` });
  const scripts = files(random, { share: 0.12, most: 5, name: (at) => `scripts/run-${at}.py` });
  const lines = Math.round(110 * Math.exp((random() + random() + random() - 1.5) * 1.4));
  mkdirSync(directory, { recursive: true });
  writeFileSync(join(directory, "SKILL.md"), skillText({ name, lines, references, scripts, random }));
  if (references.length > 0) mkdirSync(join(directory, "references"));
  if (scripts.length > 0) mkdirSync(join(directory, "scripts"));
  for (const path of references)
    writeFileSync(join(directory, path), `# Guide\n\n${paragraphs(40, random)}\n`);
  for (const path of scripts) {
    writeFileSync(join(directory, path), `#!/usr/bin/env python3\n${script}`);
    chmodSync(join(directory, path), 0o755);
  }
}

/** Paths of one kind of file: none in most skills, up to `most` in the others. */
function files(random, { share, most, name }) {
  if (random() >= share) return [];
  return Array.from({ length: 1 + Math.floor(random() * most) }, (_, at) => name(at + 1));
}

export function skillText({ name, lines, references, scripts, random }) {
  const description = `${sentence(28, random)} Use when the user asks for ${sentence(14, random).toLowerCase()}`;
  return [
    "---",
    `name: ${name}`,
    random() < 0.2 ? `description: >-\n  ${description}` : `description: ${description}`,
    ...(random() < 0.28 ? ["license: Apache-2.0"] : []),
    ...(random() < 0.24
      ? ["metadata:", `  version: "1.${Math.floor(random() * 20)}"`, "  author: example"]
      : []),
    ...(random() < 0.19 ? ["allowed-tools: Read, Grep, Bash(git diff:*)"] : []),
    ...(random() < 0.27 ? ["version: 1.0.0"] : []),
    "---",
    "",
    `# ${name}`,
    "",
    ...scripts.map((path) => `Run \`${path}\` first.`),
    ...references.map((path) => `- Read [this part](${path}) when a step is unclear.`),
    "",
    body(lines, random),
    "",
  ].join("\n");
}

function body(lines, random) {
  const parts = [];
  while (parts.length < lines) {
    const kind = random();
    if (kind < 0.12) parts.push("", `## ${sentence(4, random)}`, "");
    else if (kind < 0.2) parts.push("```bash", `git diff --stat ${pick(words, random)}`, "```");
    else if (kind < 0.55) parts.push(`- ${sentence(12, random)} See \`${pick(words, random)}.md\`.`);
    else parts.push(sentence(16, random));
  }
  return parts.join("\n");
}

function paragraphs(count, random) {
  return Array.from({ length: count }, () => sentence(20, random)).join("\n\n");
}

function sentence(length, random) {
  const text = Array.from({ length }, () => pick(words, random)).join(" ");
  return `${text[0].toUpperCase()}${text.slice(1)}.`;
}

function pick(list, random) {
  return list[Math.floor(random() * list.length)];
}

/** A small generator (mulberry32), so that every run measures the same skills. */
export function createRandom(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

const words =
  "review change report table column release branch deploy cluster manifest schema field record invoice ledger query index cache token budget prompt agent model search result source target folder script output format commit message summary incident timeline service endpoint request response header payload parser layout margin chart colour region tenant policy audit session window buffer stream worker queue retry backup restore metric".split(
    " ",
  );

const script = `import argparse
import json
import sys


def main() -> int:
    parser = argparse.ArgumentParser(description="Counts lines.")
    parser.add_argument("file")
    arguments = parser.parse_args()
    with open(arguments.file, encoding="utf-8") as handle:
        print(json.dumps({"lines": sum(1 for _ in handle)}))
    return 0


if __name__ == "__main__":
    sys.exit(main())
`;
