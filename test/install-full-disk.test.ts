import { spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createFolder, removeFoldersAfterwards, skillText } from "./run-command.ts";
import { root as sources } from "./source-files.ts";

removeFoldersAfterwards();

const bin = `${sources}packages/cli/bin/skillwright.mjs`;

/** A small disk of its own needs a mount namespace, which some containers do not allow. */
const canMount =
  spawnSync("unshare", ["-rm", "mount", "-t", "tmpfs", "none", createFolder()], { stdio: "ignore" })
    .status === 0;

/**
 * Puts the project on a disk of 512 KB and for each number of free KB: restores it, fills the disk, runs the command, frees the
 * disk and keeps what is there now beside the command's exit code.
 */
const script = `
mount -t tmpfs -o size=512k none "$PROJECT" || exit 9
for free in $SIZES; do
  find "$PROJECT" -mindepth 1 -delete
  cp -a "$BEFORE/." "$PROJECT"
  dd if=/dev/zero of="$PROJECT/filler" bs=4k status=none 2>/dev/null
  truncate -s -\${free}K "$PROJECT/filler"
  (cd "$PROJECT" && "$NODE" "$BIN" "$@" > "$RESULTS/$free.out" 2>&1; echo $? > "$RESULTS/$free.code")
  rm "$PROJECT/filler"
  cp -a "$PROJECT" "$RESULTS/$free"
done
`;

function createProject(): {
  readonly folder: string;
  readonly run: (...words: readonly string[]) => number | null;
} {
  const folder = createFolder();
  const names = ["repo/.git", "repo/.claude", "home", "results"];
  for (const name of names) mkdirSync(join(folder, name), { recursive: true });
  publish(folder, "one\n");
  const run = (...words: readonly string[]): number | null =>
    spawnSync(process.execPath, [bin, ...words], { cwd: join(folder, "repo"), env: environment(folder) })
      .status;
  return { folder, run };
}

function publish(folder: string, text: string): void {
  for (const name of ["a", "b", "c"]) {
    mkdirSync(join(folder, "source", name), { recursive: true });
    writeFileSync(join(folder, "source", name, "SKILL.md"), skillText(name, text));
    writeFileSync(join(folder, "source", name, "large.md"), text.repeat(5000));
  }
}

function environment(folder: string): NodeJS.ProcessEnv {
  return { ...process.env, HOME: join(folder, "home"), SKILLWRIGHT_HOME: join(folder, "data") };
}

type State = Readonly<Record<string, string>>;

function show(folder: string): State {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory() && entry.name !== ".skillwright.lock")
    .map((entry): [string, string] => {
      const path = join(entry.parentPath, entry.name);
      const isLink = entry.isSymbolicLink();
      return [path.slice(folder.length), isLink ? `-> ${readlinkSync(path)}` : readFileSync(path, "utf8")];
    });
  return Object.fromEntries(entries);
}

/** The state after the command for each number of free KB, and whether it succeeded. */
function runOnFullDisk(folder: string, sizes: readonly number[], words: readonly string[]) {
  const before = join(folder, "before");
  cpSync(join(folder, "repo"), before, { recursive: true, verbatimSymlinks: true });
  const { status, stderr } = spawnSync("unshare", ["-rm", "sh", "-c", script, "sh", ...words], {
    encoding: "utf8",
    env: {
      ...environment(folder),
      ...{ PROJECT: join(folder, "repo"), BEFORE: before, RESULTS: join(folder, "results") },
      ...{ NODE: process.execPath, BIN: bin, SIZES: sizes.join(" ") },
    },
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  return sizes.map((size) => {
    const result = join(folder, "results", String(size));
    return {
      ...{ size, code: readFileSync(`${result}.code`, "utf8").trim(), state: show(result) },
      message: readFileSync(`${result}.out`, "utf8"),
      hasLeftovers: existsSync(join(result, ".agents/skills/.skillwright")),
    };
  });
}

const sizes = [0, 4, 8, 16, 32, 48, 64, 96, 200];

test.runIf(canMount).each(["add", "update"])(
  "on a disk that is full, %s does all or nothing and says so (needs mount namespaces)",
  { timeout: 120_000 },
  (operation) => {
    const { folder, run } = createProject();
    const words = operation === "add" ? ["add", "../source", "--all", "--yes"] : ["update", "--yes"];
    if (operation === "update") {
      expect(run("add", "../source", "--all", "--yes")).toBe(0);
      publish(folder, "two\n");
    }
    const results = runOnFullDisk(folder, sizes, words);
    const before = show(join(folder, "repo"));
    expect(run(...words)).toBe(0);
    const after = show(join(folder, "repo"));
    for (const { size, code, state, message, hasLeftovers } of results) {
      expect({ size, state, hasLeftovers }).toEqual({
        ...{ size, hasLeftovers: false },
        state: code === "0" ? after : before,
      });
      if (code !== "0")
        expect({ size, code, message }).toEqual({
          size,
          code: "4",
          message: expect.stringContaining("the disk is full"),
        });
    }
    expect(results.map(({ code }) => code)).toEqual(expect.arrayContaining(["0", "4"]));
    rmSync(folder, { recursive: true });
  },
);
