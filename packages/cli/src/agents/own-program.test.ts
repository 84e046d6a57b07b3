import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createNodeFileSystem } from "@skillwright/core/node";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findProgramTrouble, ownProgram, programNotes, withOwnNode } from "./own-program.ts";

const fs = createNodeFileSystem();
const platform = "linux";
let folder = "";
let command: readonly string[] = [];

beforeAll(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "program-")));
  const script = `${folder}/lib/skillwright.mjs`;
  command = [process.execPath, script];
  mkdirSync(`${folder}/lib`);
  writeFileSync(script, "");
  chmodSync(script, 0o755);
  for (const bin of ["bin", "repo/node_modules/.bin", ".npm/_npx/1a/bin", "npm/node-gyp-bin"]) {
    mkdirSync(`${folder}/${bin}`, { recursive: true });
    symlinkSync(script, `${folder}/${bin}/skillwright`);
  }
  mkdirSync(`${folder}/other`);
  writeFileSync(`${folder}/other/skillwright`, "", { mode: 0o755 });
  mkdirSync(`${folder}/idle`);
  writeFileSync(`${folder}/idle/skillwright`, "", { mode: 0o644 });
});
afterAll(() => rmSync(folder, { recursive: true }));

const chosen = (...folders: readonly string[]): readonly string[] =>
  ownProgram("user", { command, platform, programs: folders.map((one) => `${folder}/${one}`) }, fs);

describe("the program in a user's settings", () => {
  test("is the path of the name on PATH that leads to this program", () => {
    expect(chosen("bin")).toEqual([`${folder}/bin/skillwright`]);
    expect(chosen("nowhere", "idle", "bin", "other")).toEqual([`${folder}/bin/skillwright`]);
  });

  test.each(["repo/node_modules/.bin", "repo/node_modules/.bin/", ".npm/_npx/1a/bin", "npm/node-gyp-bin"])(
    "is Node and the script if only npm put the name on PATH: %s",
    (bin) => {
      expect(chosen(bin)).toEqual(command);
      expect(chosen(bin, "bin")).toEqual([`${folder}/bin/skillwright`]);
    },
  );

  test("is Node and the script if another program has the name, or comes first", () => {
    expect(chosen("other")).toEqual(command);
    expect(chosen("other", "bin")).toEqual(command);
    expect(chosen()).toEqual(command);
    expect(ownProgram("user", { command, platform, programs: ["bin", "."] }, fs)).toEqual(command);
  });
});

test("the program in a project's settings is a bare name", () => {
  expect(ownProgram("project", { command, platform, programs: [] }, fs)).toEqual(["skillwright"]);
});

describe("a program that an agent does not find", () => {
  const trouble = (words: readonly string[], ...folders: readonly string[]) =>
    findProgramTrouble(words, fs, { platform, programs: folders.map((one) => `${folder}/${one}`) });

  test("is not one on PATH, or whose paths exist", () => {
    expect(trouble(["skillwright"], "bin")).toBeUndefined();
    expect(trouble(command)).toBeUndefined();
  });

  test("names what is missing", () => {
    expect(trouble(["skillwright"], "nowhere")).toBe("skillwright is not on PATH, so it cannot be started.");
    expect(trouble(["node", `${folder}/gone.mjs`], "bin")).toBe(
      `${folder}/gone.mjs does not exist, so it cannot be started.`,
    );
    expect(trouble(["skillwright"], "nowhere", "repo/node_modules/.bin")).toBe(
      `skillwright is only in ${folder}/repo/node_modules/.bin, which npm adds to PATH for its own commands; agents do not find it there.`,
    );
  });

  test("suggests a fix that needs no registry", () => {
    const notes = programNotes(["skillwright"], fs, { platform, programs: [], command });
    expect(notes).toEqual([
      "skillwright is not on PATH, so it cannot be started.",
      `Put a link named skillwright to ${folder}/lib/skillwright.mjs in a folder on PATH.`,
    ]);
  });
});

test("a note warns of a cache that npx empties", () => {
  const script = `${folder}/.npm/_npx/1a/bin/skillwright`;
  const place = { platform, programs: [], command: [process.execPath, script] } as const;
  expect(programNotes(place.command, fs, place)).toEqual([
    "The program is in a cache that npx may empty; install skillwright permanently, then install from there.",
  ]);
});

describe("a hook starts the program by Node's path", () => {
  const started = (program: readonly string[], ...folders: readonly string[]): readonly string[] =>
    withOwnNode(program, { command, platform, programs: folders.map((one) => `${folder}/${one}`) }, fs);

  test("so that a Node that comes first on PATH cannot replace it", () => {
    const script = `${folder}/bin/skillwright`;
    expect(started([script], "bin")).toEqual([process.execPath, script]);
    mkdirSync(`${folder}/nodes`);
    symlinkSync(process.execPath, `${folder}/nodes/node`);
    mkdirSync(`${folder}/fake`);
    writeFileSync(`${folder}/fake/node`, "", { mode: 0o755 });
    expect(started([script], "fake", "nodes")).toEqual([`${folder}/nodes/node`, script]);
  });

  test("unless it has one already, or a bare name for others", () => {
    expect(started(command, "bin")).toEqual(command);
    expect(started(["skillwright"], "bin")).toEqual(["skillwright"]);
  });
});
