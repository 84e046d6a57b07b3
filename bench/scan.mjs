import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { loadSkill } from "@skillwright/core/discover";
import { createNodeFileSystem, nodeSha256 } from "@skillwright/core/node";
import { createScanner, rememberScans } from "@skillwright/core/scan";
import { createRandom, skillText } from "./generate-skills.mjs";
import { heading, interleaveParts, row } from "./measure.mjs";

const fs = createNodeFileSystem();

/**
 * Scans skills as vendors write them: of 600 looked at, the mean has 31 KB of text, a third of it in SKILL.md, the rest mostly in references, and a program
 * in every third.
 */
export function measureScan(folder, count) {
  const directories = writeSkills(folder, count);
  const files = directories.map((directory) => join(directory, "SKILL.md"));
  const file = join(folder, "../scans");
  rmSync(file, { force: true });
  const { scan } = interleaveParts(2, { scan: () => scanAll(directories) });
  const first = openMemory(file);
  for (const _ of scanAll(directories, first));
  first.save();
  // Each time as a new process would: from the file.
  const { read, warm } = interleaveParts(10, {
    read: () => readAll(files),
    warm: () => scanAll(directories, openMemory(file)),
  });
  heading(`scan ${count.toLocaleString("en-US")} skills with references and programs`);
  row("scan with all their files, unchanged since the last scan / reading their SKILL.md", warm / read, 40);
  row("scan with all their files for the first time / reading their SKILL.md", scan / read);
  row("milliseconds per skill for the first time", scan / count, 5);
}

function openMemory(file) {
  return rememberScans({ fs, sha256: nodeSha256, file, version: "bench" });
}

function writeSkills(folder, count) {
  rmSync(folder, { recursive: true, force: true });
  const random = createRandom(count);
  return Array.from({ length: count }, (_, index) => {
    const name = `service-tools-${index}`;
    const directory = join(folder, name);
    const references = Array.from({ length: 3 }, (_, at) => `references/part-${at + 1}.md`);
    const scripts = random() < 0.35 ? ["scripts/report.py"] : [];
    mkdirSync(join(directory, "references"), { recursive: true });
    mkdirSync(join(directory, "scripts"));
    const text = skillText({ name, lines: 80, references, scripts, random });
    writeFileSync(join(directory, "SKILL.md"), `${text}\n${commands}`);
    for (const path of references) {
      const part = skillText({ name, lines: 60, references: [], scripts: [], random });
      writeFileSync(join(directory, path), `${part.slice(part.indexOf("\n# "))}\n${commands}`);
    }
    for (const path of scripts) writeFileSync(join(directory, path), program);
    return directory;
  });
}

function* readAll(files) {
  let bytes = 0;
  for (const [index, file] of files.entries()) {
    bytes += readFileSync(file, "utf8").length;
    if (index % 16 === 15) yield bytes;
  }
}

function* scanAll(directories, memory) {
  const scan = createScanner({ memory });
  let findings = 0;
  for (const [index, directory] of directories.entries()) {
    findings += scan(loadSkill(fs, directory)).findings.length;
    if (index % 16 === 15) yield findings;
  }
}

const commands = `## Commands

Set \`SERVICE_TOKEN\` before you call the service, and never print its value.

\`\`\`bash
npm install --save-dev typescript@5.9.2
curl -sS -H "Authorization: Bearer $SERVICE_TOKEN" https://api.service.example/v1/items | jq '.items[]'
mkdir -p build && cp -r templates/. build/
\`\`\`

\`\`\`python
import json
from pathlib import Path

for line in Path("items.json").read_text().splitlines():
    print(json.loads(line)["title"])
\`\`\`
`;

const program = `import argparse
import json
import os
import subprocess
import urllib.request


def fetch(path):
    request = urllib.request.Request("https://api.service.example/v1/" + path)
    request.add_header("Authorization", "Bearer " + os.environ["SERVICE_TOKEN"])
    with urllib.request.urlopen(request) as response:
        return json.loads(response.read())


def summarize(items):
    rows = []
    for index, item in enumerate(items):
        rows.append({"number": index, "title": item.get("title", ""), "size": len(item)})
    return sorted(rows, key=lambda row: row["title"])


def main():
    parser = argparse.ArgumentParser(description="Writes a report of the items.")
    parser.add_argument("--output", default="report.json")
    options = parser.parse_args()
    branch = subprocess.run(["git", "branch", "--show-current"], capture_output=True, text=True)
    with open(options.output, "w", encoding="utf-8") as handle:
        json.dump({"branch": branch.stdout.strip(), "rows": summarize(fetch("items"))}, handle)


if __name__ == "__main__":
    main()
`;
