import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { createHttpClient } from "../packages/packaging/src/http/client.ts";
import { publishNpm } from "../packages/packaging/src/publish/npm.ts";
import { readPublication } from "../packages/packaging/src/publish/publication.ts";
import { readNpmrc } from "../packages/packaging/src/sources/npmrc.ts";
import { createTestRepository, writeFiles } from "../packages/packaging/src/sources/test-git.ts";
import { startNpmRegistry } from "../packages/packaging/src/sources/test-npm-registry.ts";
import { createTree } from "../packages/packaging/src/tree/file-tree.ts";
import { parseOutput } from "./command-schema.ts";
import { type Published, dependentSkill as skill } from "./dependent-skill.ts";
import {
  createPackageMachine,
  expectSuccess,
  expectUntouched,
  expectVerified,
  type PackageMachine,
} from "./package-machine.ts";
import { removeFoldersAfterwards } from "./run-command.ts";

removeFoldersAfterwards();

type Plan = readonly {
  readonly name: string;
  readonly action: string;
  readonly version: string | null;
  readonly neededBy: readonly string[];
  readonly unmetRequirements: readonly { readonly requirement: string; readonly reason: string }[];
  readonly targets: readonly { readonly path: string }[];
}[];
type Output = { readonly plan: Plan; readonly warnings: readonly string[]; readonly applied: boolean };

async function output(machine: PackageMachine, ...words: readonly string[]): Promise<Output> {
  const result = await machine.run([...words, "--yes", "--json"]);
  expectSuccess(result);
  const { plan, warnings, applied } = parseOutput(words[0] ?? "", result.stdout);
  return { plan: plan as Plan, warnings: warnings as readonly string[], applied: applied === true };
}

function versionsOf({ plan }: Output): Readonly<Record<string, unknown>> {
  return Object.fromEntries(plan.map(({ name, version }) => [name, version]));
}

function wantsOf(machine: PackageMachine): readonly string[] {
  return Object.keys(JSON.parse(machine.read("skillwright.json")).skills);
}

/** A machine with an npm registry that has these skills, each as `@team/NAME`, by version. */
async function createNpmMachine(published: Published): Promise<{
  readonly machine: PackageMachine;
  readonly publish: (more: Published) => Promise<void>;
}> {
  const registry = await startNpmRegistry();
  const machine = createPackageMachine({ "home/.npmrc": `registry=${registry.url}\n` });
  const http = createHttpClient();
  onTestFinished(() => http.close());
  const settings = readNpmrc([{ text: `registry=${registry.url}` }]);
  const publish = async (more: Published): Promise<void> => {
    for (const [name, versions] of Object.entries(more))
      for (const [version, fields] of Object.entries(versions)) {
        const bytes = Buffer.from(skill(name, fields));
        const tree = createTree([{ path: "SKILL.md", bytes, executable: false }], name);
        const publication = readPublication(tree, name, { version });
        await publishNpm(publication, { http, settings }, { package: `@team/${name}` });
      }
  };
  await publish(published);
  return { machine, publish };
}

describe("npm", () => {
  const diamond: Published = {
    app: { "1.0.0": { needs: ["left@^1.0.0", "right@^1.0.0"] } },
    left: { "1.0.0": { needs: ["base@^1.0.0"] } },
    right: { "1.0.0": { needs: ["base@<1.2.0"] } },
    base: { "1.0.0": {}, "1.1.0": {}, "1.2.0": {}, "2.0.0": {} },
  };

  test("a diamond gets one version for both, is locked with who needs what, explained, restored and removed", async () => {
    const { machine } = await createNpmMachine(diamond);
    const added = await output(machine, "add", "npm:@team/app@^1.0.0");
    expect(versionsOf(added)).toEqual({ app: "1.0.0", base: "1.1.0", left: "1.0.0", right: "1.0.0" });
    expect(added.plan.map(({ name, neededBy }) => [name, neededBy])).toEqual([
      ["app", []],
      ["base", ["left", "right"]],
      ["left", ["app"]],
      ["right", ["app"]],
    ]);
    expect(wantsOf(machine)).toEqual(["app"]);
    expect(machine.locked("app")).toMatchObject({ dependencies: { left: "^1.0.0", right: "^1.0.0" } });
    expect(machine.locked("base")).toMatchObject({ source: "npm:@team/base", version: "1.1.0" });
    await expectVerified(machine, ["app", "base", "left", "right"]);

    const { stdout } = await machine.run(["why", "base"]);
    expect(stdout).toContain("skillwright.json → app → left → base");

    machine.removeInstalled();
    expectSuccess(await machine.run(["add", "--frozen", "--yes", "--offline"]));
    await expectVerified(machine, ["app", "base", "left", "right"]);

    const refused = await machine.run(["remove", "base", "--yes"]);
    expect([refused.code, refused.stderr]).toEqual([
      3,
      "skillwright remove: base is needed by left, right. Remove them together, or keep it.\n",
    ]);
    const removed = await output(machine, "remove", "app");
    expect(removed.plan.map(({ name, action }) => `${action} ${name}`)).toEqual([
      "remove app",
      "remove base",
      "remove left",
      "remove right",
    ]);
    expect(machine.locked("base")).toBeUndefined();
    expect(existsSync(join(machine.folder, "repo/.claude/skills/base"))).toBe(false);
  });

  test("the plan says who needs a skill", async () => {
    const { machine } = await createNpmMachine(diamond);
    const { stdout } = await machine.run(["add", "npm:@team/app", "--dry-run"]);
    expect(stdout).toMatch(/^base {2}install\n[\s\S]*^ {2}needed by left, right$/m);
    expectUntouched(machine);
  });

  test("--minimal takes the lowest versions that fit, --latest the newest whatever is locked", async () => {
    const { machine, publish } = await createNpmMachine(diamond);
    const minimal = await output(machine, "add", "npm:@team/app@^1.0.0", "--minimal");
    expect(versionsOf(minimal)).toMatchObject({ app: "1.0.0", base: "1.0.0" });
    expect(versionsOf(await output(machine, "add"))).toMatchObject({ base: "1.0.0" });
    await publish({ app: { "1.1.0": { needs: ["left"] } } });
    const latest = await output(machine, "add", "--latest");
    expect(versionsOf(latest)).toMatchObject({ app: "1.1.0", base: "1.2.0" });
    expect(latest.warnings).toEqual([expect.stringContaining("No skill needs right any more.")]);
    expect(versionsOf(await output(machine, "add", "--minimal"))).toMatchObject({
      app: "1.0.0",
      base: "1.0.0",
    });
    const both = await machine.run(["add", "--minimal", "--latest"]);
    expect([both.code, both.stderr]).toEqual([2, expect.stringContaining("cannot be combined")]);
  });

  test("versions that do not fit together are an error that explains why, and nothing is written", async () => {
    const { machine } = await createNpmMachine({
      ...diamond,
      pdf: { "1.0.0": { needs: ["base@^1.0.0"] } },
      csv: { "1.0.0": { needs: ["base@^2.0.0"] } },
    });
    const refused = await machine.run(["add", "npm:@team/pdf", "npm:@team/csv", "--yes"]);
    expect(refused.code).toBe(1);
    expect(refused.stderr).toMatch(/^skillwright add: No versions fit together: /);
    for (const text of ["csv needs npm:@team/base ^2.0.0", "pdf needs npm:@team/base ^1.0.0", "you want pdf"])
      expect(refused.stderr).toContain(text);
    expectUntouched(machine);

    expectSuccess(await machine.run(["add", "npm:@team/pdf", "--yes"]));
    const later = await machine.run(["add", "npm:@team/csv", "--yes"]);
    expect([later.code, later.stderr]).toEqual([1, expect.stringContaining("pdf needs base ^1.0.0")]);
    expect(machine.locked("csv")).toBeUndefined();
  });

  test("an older version is taken where the newest does not fit, and a note says so", async () => {
    const { machine } = await createNpmMachine({
      app: { "1.0.0": { needs: ["base@^1.0.0"] }, "1.1.0": { needs: ["gone@^1.0.0"] } },
      base: { "1.0.0": {} },
    });
    const added = await output(machine, "add", "npm:@team/app@^1.0.0");
    expect(versionsOf(added)).toEqual({ app: "1.0.0", base: "1.0.0" });
    expect(added.warnings).toEqual(["app 1.1.0 does not fit together with the other skills; 1.0.0 is used."]);
  });

  test("update moves what is needed, brings what is newly needed, and says what no longer is", async () => {
    const { machine, publish } = await createNpmMachine(diamond);
    expectSuccess(await machine.run(["add", "npm:@team/app@^1.0.0", "--yes"]));
    await publish({
      app: { "1.1.0": { needs: ["left@^1.0.0", "extra"] } },
      left: { "1.1.0": { needs: ["base@^1.0.0"] } },
      extra: { "3.0.0": {} },
    });
    const one = await output(machine, "update", "left");
    expect(versionsOf(one)).toMatchObject({ left: "1.1.0", base: "1.1.0" });
    expect(machine.locked("app")).toMatchObject({ version: "1.0.0" });
    const all = await output(machine, "update");
    expect(versionsOf(all)).toMatchObject({ app: "1.1.0", left: "1.1.0", base: "1.2.0", extra: "3.0.0" });
    expect(all.warnings).toEqual([expect.stringContaining("No skill needs right any more.")]);
    expect(existsSync(join(machine.folder, "repo/.claude/skills/extra/SKILL.md"))).toBe(true);
    expect(machine.locked("app")).toMatchObject({ dependencies: { extra: "*", left: "^1.0.0" } });
    await expectVerified(machine, ["app", "base", "extra", "left", "right"]);
  });

  test("--omit installs without a needed skill, is kept for updates and other machines, and ends when it is added", async () => {
    const { machine, publish } = await createNpmMachine({
      app: { "1.0.0": { needs: ["base", "gone@^1.0.0"] } },
      base: { "1.0.0": { needs: ["gone"] } },
    });
    expect((await machine.run(["add", "npm:@team/app", "--yes"])).code).toBe(1);
    const added = await output(machine, "add", "npm:@team/app", "--omit", "gone");
    expect(versionsOf(added)).toEqual({ app: "1.0.0", base: "1.0.0" });
    expect(added.warnings).toEqual([
      "app needs gone, which is left out.",
      "base needs gone, which is left out.",
    ]);
    expect(JSON.parse(machine.read("skillwright.json"))).toMatchObject({ omit: ["gone"] });
    expect(machine.locked("app")).toMatchObject({ dependencies: { base: "*" } });
    machine.removeInstalled();
    expectSuccess(await machine.run(["add", "--frozen", "--yes"]));
    await publish({ app: { "1.1.0": { needs: ["base", "gone@^1.0.0"] } } });
    expect(versionsOf(await output(machine, "update"))).toMatchObject({ app: "1.1.0" });
    await expectVerified(machine, ["app", "base"]);

    await publish({ gone: { "1.0.0": {} } });
    expectSuccess(await machine.run(["add", "npm:@team/gone", "--yes"]));
    expect(JSON.parse(machine.read("skillwright.json"))).toMatchObject({ omit: [] });
    await publish({ app: { "1.2.0": { needs: ["base", "gone@^1.0.0"] } } });
    expect((await output(machine, "update", "app")).warnings).toEqual([]);
    expect(machine.locked("app")).toMatchObject({ dependencies: { base: "*", gone: "^1.0.0" } });
    const usage = await machine.run(["add", "--omit", "gone"]);
    expect([usage.code, usage.stderr]).toEqual([2, expect.stringContaining("--omit requires a SOURCE")]);
  });

  test("what skillwright.json newly omits is left out and no longer needed", async () => {
    const { machine } = await createNpmMachine(diamond);
    expectSuccess(await machine.run(["add", "npm:@team/app", "--yes"]));
    const wants = JSON.parse(machine.read("skillwright.json"));
    writeFileSync(
      join(machine.folder, "repo/skillwright.json"),
      JSON.stringify({ ...wants, omit: ["right"] }),
    );
    const { warnings } = await output(machine, "add");
    expect(warnings).toEqual([
      "app needs right, which is left out.",
      expect.stringContaining("No skill needs right any more."),
    ]);
    expect(machine.locked("app")).toMatchObject({ dependencies: { left: "^1.0.0" } });
  });

  test("a name without a scope is never looked for in the public part of the registry", async () => {
    const { machine } = await createNpmMachine({ app: { "1.0.0": { needs: ["tool"] } } });
    const { code, stderr } = await machine.run(["add", "npm:@team/app", "--yes"]);
    expect([code, stderr]).toEqual([1, expect.stringContaining("app needs tool (")]);
    expect(stderr).toContain("npm:@team/tool");
    expect(stderr).not.toMatch(/npm:tool\b/);
  });
});

describe("git", () => {
  test("a skill of the same repository is taken from the same release; a circle is a note", async () => {
    const repository = createTestRepository();
    repository.commit({
      "skills/a/SKILL.md": skill("a", { needs: ["b"] }),
      "skills/b/SKILL.md": skill("b", { needs: ["a"] }),
    });
    repository.git("tag", "v1.0.0");
    repository.commit({ "skills/a/SKILL.md": skill("a", { needs: ["b"], version: "9.0.0" }) });
    repository.git("tag", "v2.0.0");
    const machine = createPackageMachine();
    const source = `file://${repository.folder}`;
    const added = await output(machine, "add", `${source}#%5E1.0.0`, "--skill", "a");
    expect(versionsOf(added)).toEqual({ a: "1.0.0", b: "1.0.0" });
    expect(added.warnings).toEqual(["Skills need each other: a → b → a."]);
    expect(machine.locked("b")).toMatchObject({ source, path: "skills/b", dependencies: { a: "*" } });
    expect(wantsOf(machine)).toEqual(["a"]);

    // Version 2.0.0 has no b, so that b stays.
    expect(versionsOf(await output(machine, "update", "--latest"))).toEqual({ a: "2.0.0", b: "1.0.0" });
  });

  test("another source is refused unless skillwright.json names it, also a path of this machine", async () => {
    const other = createTestRepository();
    other.commit({ "skills/helper/SKILL.md": skill("helper") });
    const url = `file://${other.folder}`;
    const repository = createTestRepository();
    repository.commit({
      "a/SKILL.md": skill("a", { needs: [`helper@${url}`] }),
      "b/SKILL.md": skill("b", { needs: ["/etc/skills"] }),
      "c/SKILL.md": skill("c", { needs: ["someone/skills"] }),
    });
    const machine = createPackageMachine();
    const source = `file://${repository.folder}`;
    const add = (name: string) => machine.run(["add", source, "--skill", name, "--yes"]);
    for (const name of ["a", "b", "c"]) {
      const { code, stderr } = await add(name);
      expect([code, stderr]).toEqual([3, expect.stringContaining(`${name} needs `)]);
      expect(stderr).toContain("may not be installed: ");
      expect(stderr).toContain(`is neither the source of ${name} nor in skillwright.json`);
    }
    expectUntouched(machine);
    expectSuccess(await machine.run(["add", url, "--yes"]));
    expectSuccess(await add("a"));
    expect(machine.locked("a")).toMatchObject({ dependencies: { helper: "*" } });
  });
});

describe("folders", () => {
  function createLocalMachine(files: Readonly<Record<string, string>>): PackageMachine {
    const machine = createPackageMachine();
    writeFiles(join(machine.folder, "repo"), files);
    return machine;
  }

  test("a folder beside the skill is found; optional skills do not come; what is missing names who asks", async () => {
    const machine = createLocalMachine({
      "lib/a/SKILL.md": skill("a", { needs: ["b"], optional: ["c"] }),
      "lib/b/SKILL.md": skill("b"),
      "lib/c/SKILL.md": skill("c"),
      "lib/d/SKILL.md": skill("d", { needs: ["nowhere"] }),
    });
    const added = await output(machine, "add", "./lib/a");
    expect(added.plan.map(({ name }) => name)).toEqual(["a", "b"]);
    const { code, stderr } = await machine.run(["add", "./lib/d", "--yes"]);
    expect([code, stderr]).toEqual([1, expect.stringContaining("d needs nowhere (")]);
  });

  test("skills that exclude each other cannot both be installed, whichever comes first", async () => {
    const machine = createLocalMachine({
      "lib/a/SKILL.md": skill("a", { conflicts: ["b"] }),
      "lib/b/SKILL.md": skill("b"),
    });
    expectSuccess(await machine.run(["add", "./lib/a", "--yes"]));
    const { code, stderr } = await machine.run(["add", "./lib/b", "--yes"]);
    expect([code, stderr]).toEqual([1, expect.stringContaining("a excludes b")]);
    expect(machine.locked("b")).toBeUndefined();
  });

  test("a range is checked against the version in a SKILL.md, and noted where there is none", async () => {
    const machine = createLocalMachine({
      "lib/a/SKILL.md": skill("a", { needs: ["b@^2.0.0", "c@^1.0.0"] }),
      "lib/b/SKILL.md": skill("b", { version: "1.5.0" }),
      "lib/c/SKILL.md": skill("c"),
    });
    const { code, stderr } = await machine.run(["add", "./lib/a", "--yes"]);
    expect([code, stderr]).toEqual([1, expect.stringContaining("b ^2.0.0 (the newest version is 1.5.0)")]);
    writeFiles(join(machine.folder, "repo"), { "lib/b/SKILL.md": skill("b", { version: "2.1.0" }) });
    const { warnings } = await output(machine, "add", "./lib/a");
    expect(warnings).toEqual(["a needs c ^1.0.0; c has no version, so this cannot be checked."]);
  });

  test("the dependencies and programs of a UAAPS package count for its skills", async () => {
    const manifest = {
      ...{ name: "@acme/kit", version: "1.0.0", dependencies: { "@acme/base": "^1.0.0" } },
      systemDependencies: { python: ">=99.0", binaries: ["no-such-program"] },
    };
    const machine = createLocalMachine({
      "lib/kit/package.agent.json": JSON.stringify(manifest),
      "lib/kit/skills/a/SKILL.md": skill("a", { requires: ["git", "jq>=99"] }),
      "lib/base/package.agent.json": JSON.stringify({ name: "@acme/base", version: "1.0.0" }),
      "lib/base/skills/x/SKILL.md": skill("x"),
      "lib/base/skills/y/SKILL.md": skill("y"),
    });
    const bin = join(machine.folder, "bin");
    mkdirSync(bin);
    for (const [name, line] of [
      ["python3", "echo Python 3.12.1"],
      ["git", "exit 1"],
      ["jq", "echo jq-1.7"],
    ])
      writeFileSync(join(bin, name ?? ""), `#!/bin/sh\n${line}\n`, { mode: 0o755 });
    const result = await machine.run(["add", "./lib", "--skill", "a", "--yes", "--json"], { PATH: bin });
    expectSuccess(result);
    const { plan } = parseOutput("add", result.stdout);
    expect((plan as Plan).map(({ name, neededBy }) => [name, neededBy])).toEqual([
      ["a", []],
      ["x", ["a"]],
      ["y", ["a"]],
    ]);
    expect((plan as Plan)[0]?.unmetRequirements).toEqual([
      { requirement: "jq>=99", reason: "jq is version 1.7" },
      { requirement: "python>=99.0", reason: "python3 is version 3.12.1" },
      { requirement: "no-such-program", reason: "no-such-program is not on PATH" },
    ]);
  });

  test("a program inside the project is not started to learn its version", async () => {
    const machine = createLocalMachine({
      "lib/a/SKILL.md": skill("a", { requires: ["jq>=1.0"] }),
      "node_modules/.bin/jq": "run:#!/bin/sh\ntouch started\necho jq-1.7\n",
    });
    const path = `${join(machine.folder, "repo/node_modules/.bin")}:/nowhere`;
    const shown = await machine.run(["add", "./lib/a", "--dry-run"], { PATH: path });
    expect(shown.stdout).toMatch(/missing +it needs jq>=1\.0; jq is not on PATH/);
    for (const folder of ["repo", "home"])
      expect(existsSync(join(machine.folder, folder, "started"))).toBe(false);
  });
});

describe("wants", () => {
  const lib = {
    "lib/a/SKILL.md": skill("a", { needs: ["b"] }),
    "lib/b/SKILL.md": skill("b"),
    "lib/c/SKILL.md": skill("c"),
  };

  test("files of wants in other sources are read, relative to these; an optional one may be missing", async () => {
    const repository = createTestRepository();
    repository.commit({
      "skills/pdf/SKILL.md": skill("pdf"),
      "skills/csv/SKILL.md": skill("csv"),
      "skillwright.json": JSON.stringify({
        skills: { pdf: "./skills/pdf" },
        sets: { more: { skills: { csv: "./skills/csv" } } },
      }),
    });
    const machine = createPackageMachine();
    const source = `file://${repository.folder}`;
    const wants = {
      include: [{ source }, { source, set: "more" }, { source: "./missing", optional: true }],
    };
    const file = join(machine.folder, "repo/skillwright.json");
    writeFileSync(file, JSON.stringify(wants));
    const added = await output(machine, "add");
    expect(added.plan.map(({ name }) => name)).toEqual(["csv", "pdf"]);
    expect(added.warnings).toEqual(["./missing is optional and cannot be read; its skills were left out."]);
    expect(machine.locked("pdf")).toMatchObject({ source, path: "skills/pdf" });
    expect(machine.read("skillwright.json")).toBe(JSON.stringify(wants));
    expectSuccess(await machine.run(["add", "--frozen", "--yes"]));
    expect((await output(machine, "update")).applied).toBe(false);

    writeFileSync(file, JSON.stringify({ include: [{ source, set: "gone" }] }));
    const { code, stderr } = await machine.run(["add", "--yes"]);
    expect([code, stderr]).toEqual([2, expect.stringContaining("which does not exist")]);
    writeFileSync(file, JSON.stringify({ include: [{ source: "./missing" }] }));
    const missing = await machine.run(["add", "--yes"]);
    expect([missing.code, missing.stderr]).toEqual([
      4,
      expect.stringContaining("/missing: there is no such"),
    ]);
  });

  test.each(["/etc/skills", "~/skills", "../../other"])(
    "the path %s in an included file is refused",
    async (path) => {
      const repository = createTestRepository();
      repository.commit({
        "a/SKILL.md": skill("a"),
        "skillwright.json": JSON.stringify({ skills: { x: path } }),
      });
      const machine = createPackageMachine();
      const wants = JSON.stringify({ include: [{ source: `file://${repository.folder}` }] });
      writeFileSync(join(machine.folder, "repo/skillwright.json"), wants);
      const { code, stderr } = await machine.run(["add", "--yes"]);
      expect([code, stderr]).toEqual([
        2,
        expect.stringContaining("does not lead into where the file comes from"),
      ]);
    },
  );

  test("agents of a want get it and what it needs; --set adds a set, and --frozen knows it", async () => {
    const machine = createPackageMachine();
    writeFiles(join(machine.folder, "repo"), lib);
    mkdirSync(join(machine.folder, "repo/.windsurf/skills"), { recursive: true });
    const wants = {
      skills: { a: { source: "./lib", agents: ["windsurf"] } },
      sets: { more: { skills: { c: "./lib" } } },
    };
    writeFileSync(join(machine.folder, "repo/skillwright.json"), JSON.stringify(wants));
    const { plan } = await output(machine, "add", "--set", "more");
    const places = plan.map(({ name, targets }) => [
      name,
      targets.map(({ path }) => path.slice(path.indexOf("/repo/") + 6)),
    ]);
    expect(places).toEqual([
      ["a", [".agents/skills/a", ".windsurf/skills/a"]],
      ["b", [".agents/skills/b", ".windsurf/skills/b"]],
      ["c", [".agents/skills/c", ".claude/skills/c", ".windsurf/skills/c"]],
    ]);
    expectSuccess(await machine.run(["add", "--frozen", "--yes"]));
    const unknown = await machine.run(["add", "--set", "none", "--yes"]);
    expect([unknown.code, unknown.stderr]).toEqual([2, expect.stringContaining("no set 'none'")]);
  });
});
