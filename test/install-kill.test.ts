import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  cpSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  watch,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { recoverInstallation, verifyInstalled } from "@skillwright/packaging";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { placeIn, readTestLock } from "../packages/packaging/src/apply/test-install.ts";
import { createPorts, type OperationName, operations, runOperation } from "./install-child.ts";
import { skillText } from "./run-command.ts";
import { skillwrightHere } from "./run-here.ts";
import { root as sources } from "./source-files.ts";

const child = new URL("install-child.ts", import.meta.url).pathname;

// Most of the time of such a process is compiling, and one that is killed does not keep the result.
const compiled = mkdtempSync(join(tmpdir(), "skillwright-compiled-"));
afterAll(() => rmSync(compiled, { recursive: true }));

/** Runs an operation in another process; undefined if it was killed, else its exit code. */
async function runChild(root: string, operation: OperationName, step: number): Promise<number | undefined> {
  const flags = ["--conditions=@skillwright/source", "--disable-warning=ExperimentalWarning"];
  const started = spawn(process.execPath, [...flags, child, root, operation, String(step)], {
    stdio: "ignore",
    env: { ...process.env, NODE_COMPILE_CACHE: compiled },
  });
  const [code, signal] = await once(started, "close");
  if (signal !== null) expect(signal).toBe("SIGKILL");
  return signal === null ? Number(code) : undefined;
}

function createRoot(): string {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "skillwright-kill-")));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  mkdirSync(`${root}/project`);
  return root;
}

/** A project in the state before an operation, with an edit and a file of the user where there is something to edit. */
function prepare(root: string, operation: OperationName): void {
  const run = (name: OperationName): unknown => runOperation(root, name, createPorts(root));
  if (operation === "add") return;
  run("add");
  writeFileSync(`${root}/project/.agents/skills/pdf/SKILL.md`, "ONE\ntwo\nthree\n");
  writeFileSync(`${root}/project/.agents/skills/pdf/mine.md`, "mine");
  if (operation === "undo") run("update");
}

function show(folder: string): Record<string, string> {
  const shown: Record<string, string> = {};
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const name = path.slice(folder.length);
    if (entry.isSymbolicLink()) shown[name] = `-> ${readlinkSync(path)}`;
    else if (entry.isFile())
      shown[name] = `${lstatSync(path).mode & 0o100 ? "+x " : ""}${readFileSync(path, "utf8")}`;
  }
  return shown;
}

test("two installations at once: each is done or refused as a whole", { timeout: 120_000 }, async () => {
  const root = createRoot();
  const never = 1_000_000;
  const codes = await Promise.all([runChild(root, "add", never), runChild(root, "add-csv", never)]);
  const place = placeIn(`${root}/project`);
  const { fs } = createPorts(root);
  const lock = readTestLock(fs, place);
  expect(lock.skills.length).toBe(codes.filter((code) => code === 0).length);
  expect(lock.skills.length).toBeGreaterThan(0);
  expect(verifyInstalled(lock, fs, { place }).map(({ status }) => status)).toEqual(
    lock.skills.map(() => "ok"),
  );
  expect(readdirSync(`${root}/project/.agents/skills`)).toEqual(lock.skills.map(({ name }) => name));
});

/** Processes take their time; packages/packaging/src/apply/kill.test.ts dies at every step in memory. */
const stride = 3;

test.each(operations)(
  "%s: a process killed on the way leaves the old state or the new one",
  { timeout: 300_000 },
  async (operation) => {
    const template = createRoot();
    prepare(template, operation);
    const before = show(`${template}/project`);
    const done = createRoot();
    cpSync(template, done, { recursive: true, verbatimSymlinks: true });
    // The record of the last operation belongs to a path, so every attempt is made at the same one.
    const root = template;
    const spare = `${done}-spare`;
    onTestFinished(() => rmSync(spare, { recursive: true, force: true }));
    cpSync(template, spare, { recursive: true, verbatimSymlinks: true });
    runOperation(root, operation, createPorts(root));
    const after = show(`${root}/project`);
    const seen = { old: 0, new: 0 };
    for (let step = 0, isKilled = true; isKilled; step += stride) {
      rmSync(root, { recursive: true });
      cpSync(spare, root, { recursive: true, verbatimSymlinks: true });
      isKilled = (await runChild(root, operation, step)) === undefined;
      const place = placeIn(`${root}/project`);
      const ports = createPorts(root);
      recoverInstallation(place, ports);
      const left = show(`${root}/project`);
      delete left["/.agents/skills/.skillwright.lock"];
      const isNew = left["/skillwright.lock"] === after["/skillwright.lock"];
      expect({ step, left }).toEqual({ step, left: isNew ? after : before });
      seen[isNew ? "new" : "old"]++;
      // The next command is not held up by the dead process.
      const found = verifyInstalled(readTestLock(ports.fs, place), ports.fs, { place });
      expect(found.map(({ status }) => status)).not.toContain("missing");
    }
    expect(seen.old).toBeGreaterThan(3);
    expect(seen.new).toBeGreaterThan(3);
  },
);

test("the real update command, killed while it writes, leaves the old state or the new one", {
  timeout: 300_000,
}, async () => {
  const root = createRoot();
  const [project, source] = [`${root}/project`, `${root}/source`];
  const env = { HOME: `${root}/home`, SKILLWRIGHT_HOME: `${root}/data` };
  const publish = (text: string): void => {
    for (const name of ["a", "b", "c"]) {
      mkdirSync(`${source}/${name}/references`, { recursive: true });
      writeFileSync(`${source}/${name}/SKILL.md`, skillText(name, text));
      writeFileSync(`${source}/${name}/references/more.md`, text);
    }
  };
  publish("one\n\ntwo\n");
  for (const folder of [".git", ".claude"]) mkdirSync(`${project}/${folder}`);
  mkdirSync(env.HOME);
  const run = (...words: readonly string[]) => skillwrightHere(words, { cwd: project, env });
  expect((await run("add", "../source", "--all", "--yes")).code).toBe(0);
  writeFileSync(`${project}/.agents/skills/a/references/more.md`, "ONE\n\ntwo\n");
  writeFileSync(`${project}/.agents/skills/a/mine.md`, "mine");
  publish("one\n\nTWO\n");
  const spare = `${root}-spare`;
  onTestFinished(() => rmSync(spare, { recursive: true, force: true }));
  cpSync(root, spare, { recursive: true, verbatimSymlinks: true });
  const before = showSkills(project);
  expect((await run("update", "--yes")).code).toBe(0);
  const after = showSkills(project);
  expect(after["/.agents/skills/a/references/more.md"]).toBe("ONE\n\nTWO\n");
  let killed = 0;
  for (let events = 1; events <= 12; events++) {
    rmSync(root, { recursive: true });
    cpSync(spare, root, { recursive: true, verbatimSymlinks: true });
    if (await killUpdate(project, { env, events })) killed++;
    // Every command about installed skills finishes or takes back what the dead one left.
    expect((await run("outdated", "--json")).code).toBeLessThan(2);
    const left = showSkills(project);
    const isNew = left["/skillwright.lock"] === after["/skillwright.lock"];
    expect({ events, left }).toEqual({ events, left: isNew ? after : before });
    const verified = JSON.parse((await run("verify", "b", "c", "--json")).stdout);
    expect(verified.skills).toMatchObject([{ status: "ok" }, { status: "ok" }]);
  }
  expect(killed).toBeGreaterThan(0);
});

/** What is installed, without the lock between processes. */
function showSkills(project: string): Record<string, string> {
  const shown = show(project);
  delete shown["/.agents/skills/.skillwright.lock"];
  return shown;
}

type Kill = { readonly env: Record<string, string>; readonly events: number };

/** Starts an update and kills it after so many changes in the project; false if it was done by then. */
async function killUpdate(project: string, { env, events }: Kill): Promise<boolean> {
  const bin = `${sources}packages/cli/bin/skillwright.mjs`;
  const started = spawn(process.execPath, [bin, "update", "--yes"], {
    cwd: project,
    stdio: "ignore",
    env: { ...process.env, ...env, NODE_COMPILE_CACHE: compiled },
  });
  let seen = 0;
  const watcher = watch(project, { recursive: true }, () => {
    if (++seen === events) started.kill("SIGKILL");
  });
  const [, signal] = await once(started, "close");
  watcher.close();
  return signal === "SIGKILL";
}
