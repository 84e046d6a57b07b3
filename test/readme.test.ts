import { execFile, spawn } from "node:child_process";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { splitArguments } from "@skillwright/core/activate";
import { describe, expect, onTestFinished, test } from "vitest";
import { findBubblewrap } from "../packages/runtime/src/sandbox/bubblewrap/create-bubblewrap-sandbox.ts";
import { createFolder, removeFoldersAfterwards, skillwright } from "./run-command.ts";
import { root } from "./source-files.ts";

/**
 * The commands in the documents are run and must print what the documents show, and the programs must run. With UPDATE_DOCUMENTS=1 the
 * real output replaces the shown one.
 */
const documents = ["README.md", ...markdownIn("docs/guides")].filter((path) =>
  /^```(?:console|ts)$/m.test(readFileSync(join(root, path), "utf8")),
);
const tutorials = markdownIn("docs/tutorials");
const isUpdating = process.env.UPDATE_DOCUMENTS === "1";

/** What needs a sandbox cannot be shown without one; those tests are then skipped by name. */
const hasSandbox = findBubblewrap(process.env.PATH ?? "") !== undefined;
const needsSandbox = /^\$ skillwright exec|\bopenSandbox\(/m;

removeFoldersAfterwards();

type Fence = {
  readonly language: string;
  /** Where to write it, in tutorials. */
  readonly file?: string;
  readonly code: string;
};

function fencesOf(text: string): readonly Fence[] {
  return [...text.matchAll(/^(`{3,})(\w*)(?: (\S+))?\n([\s\S]*?)^\1$/gm)].map((match) => {
    const [, , language = "", file, code = ""] = match;
    return { language, code, ...(file === undefined ? {} : { file }) };
  });
}

describe.each(documents)("%s", (path) => {
  const fences = fencesOf(readFileSync(join(root, path), "utf8"));
  const consoles = fences.filter(({ language }) => language === "console");
  const programs = fences.filter(({ language }) => language === "ts");

  for (const fence of consoles)
    testFence(fence, "prints what it says", async () => {
      const shown = await play(fence.code, { cwd: root });
      if (isUpdating) replaceFence(join(root, path), fence.code, shown);
      else expect(shown).toBe(fence.code);
    });
  for (const fence of programs)
    testFence(fence, "runs", async () => {
      const folder = mkdtempSync(join(root, ".readme-"));
      try {
        writeFileSync(join(folder, "program.ts"), fence.code);
        await runProgram([join(folder, "program.ts")], { cwd: root });
      } finally {
        rmSync(folder, { recursive: true });
      }
    });
});

function testFence({ code }: Fence, does: string, run: () => Promise<void>): void {
  const name = `${code.split("\n")[0]} ${does}`;
  test.skipIf(!hasSandbox && needsSandbox.test(code))(name, run);
}

/** A tutorial is followed from top to bottom in an empty folder: its files are written, its `bash` is run. */
test.skipIf(!hasSandbox).each(tutorials)("%s works as written", { timeout: 120_000 }, async (path) => {
  const folder = createFolder();
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  // Not inside the folder, which could then not be a project.
  const home = createFolder();
  const env = { SKILLWRIGHT_HOME: join(home, "state"), HOME: home };
  for (const { language, file, code } of fencesOf(readFileSync(join(root, path), "utf8"))) {
    if (file !== undefined) write(join(folder, file), code);
    else if (language === "bash") await run("sh", ["-ec", code], { cwd: folder, env });
    if (language !== "console") continue;
    const shown = (await play(code, { cwd: folder, env })).replaceAll(folder, "~/my-project");
    if (isUpdating) replaceFence(join(root, path), code, shown);
    else expect(shown).toBe(code);
  }
});

test("the README shows the two commands that do everything, and npm knows them", () => {
  const readme = readFileSync(join(root, "README.md"), "utf8");
  const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  expect(readme).toContain("npm ci && npm start");
  expect(readme).toContain("npm ci && npm test");
  expect(Object.keys(scripts)).toEqual(expect.arrayContaining(["start", "test", "check", "bench"]));
  for (const [, name = ""] of readme.matchAll(/npm run ([\w:]+)/g))
    expect(Object.keys(scripts)).toContain(name);
});

type Place = { readonly cwd: string; readonly env?: Record<string, string> };

/** The commands of a fence, each with what it really prints; times are replaced by fixed ones. */
async function play(code: string, place: Place): Promise<string> {
  let text = "";
  for (const line of code.split("\n").filter((one) => one.startsWith("$ "))) {
    const [program = "", ...words] = splitArguments(line.slice(2));
    const env = { ...place.env, COLUMNS: "88" };
    const output =
      program === "skillwright"
        ? (await skillwright(words, { cwd: place.cwd, env })).stdout
        : await runProgram(words, { cwd: place.cwd, env });
    text += `${line}\n${output.replace(/ in [\d.]+ m?s$/gm, " in 0.1 s").replace(/ +\d+ ms$/gm, "  40 ms")}`;
  }
  return `${text.trimEnd()}\n`;
}

async function runProgram(words: readonly string[], place: Place): Promise<string> {
  return run(process.execPath, ["--conditions=@skillwright/source", ...words], place);
}

async function run(program: string, words: readonly string[], { cwd, env }: Place): Promise<string> {
  const options = { cwd, env: { ...process.env, ...env, NODE_NO_WARNINGS: "1" } };
  const { stdout, stderr } = await promisify(execFile)(program, words, options);
  expect(stderr).toBe("");
  return stdout;
}

function replaceFence(path: string, from: string, to: string): void {
  writeFileSync(
    path,
    readFileSync(path, "utf8").replace(from, () => to),
  );
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

function markdownIn(folder: string): readonly string[] {
  return readdirSync(join(root, folder)).map((name) => `${folder}/${name}`);
}

test("npm start serves a hub with the example skills and sample activity, and starts again on the same data", async () => {
  const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  expect(scripts.start).toMatch(/ && node scripts\/demo\.mjs$/);
  const folder = mkdtempSync(join(tmpdir(), "skillwright-start-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const first = await start(folder);
  expect(first).toMatch(/10 example skills and [\d,]+ events of sample activity/);
  const again = await start(folder);
  expect(again.replace(/http\S+/g, "URL")).toBe(first.replace(/http\S+/g, "URL"));
});

/** What `npm start` prints until it serves; then it is ended as by Ctrl-C. */
function start(folder: string): Promise<string> {
  const child = spawn(process.execPath, ["scripts/demo.mjs", folder], { cwd: root });
  let text = "";
  return new Promise((resolve, reject) => {
    child.stdout.on("data", async (bytes) => {
      text += bytes;
      const [, url, token] = /address +(\S+)[\s\S]*token +in (\S+)/.exec(text) ?? [];
      if (!text.includes("Ctrl-C") || url === undefined || token === undefined) return;
      const authorization = `Bearer ${readFileSync(token, "utf8").trim()}`;
      const answer = await fetch(`${url}/api/v1/usage`, { headers: { authorization } });
      expect(await answer.json()).toMatchObject({ skills: { length: 10 } });
      child.kill("SIGINT");
    });
    child.stderr.on("data", (bytes) => {
      text += bytes;
    });
    child.on("exit", (code) => (code === 0 ? resolve(text) : reject(new Error(`exit ${code}: ${text}`))));
  });
}
