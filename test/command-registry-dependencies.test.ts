import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { createHttpClient, type HttpClient } from "../packages/packaging/src/http/client.ts";
import { publishHub } from "../packages/packaging/src/publish/hub.ts";
import { publishOci } from "../packages/packaging/src/publish/oci.ts";
import { type Publication, readPublication } from "../packages/packaging/src/publish/publication.ts";
import { planSite } from "../packages/packaging/src/publish/site.ts";
import { startSite } from "../packages/packaging/src/publish/test-static-site.ts";
import { startOciRegistry } from "../packages/packaging/src/sources/test-oci-registry.ts";
import { createTree } from "../packages/packaging/src/tree/file-tree.ts";
import { parseOutput } from "./command-schema.ts";
import { dependentSkill, type Fields, type Published } from "./dependent-skill.ts";
import {
  createPackageMachine,
  expectSuccess,
  expectVerified,
  type PackageMachine,
} from "./package-machine.ts";
import { type CommandResult, createFolder, removeFoldersAfterwards } from "./run-command.ts";
import { killHubsAfterwards, startHubCommand } from "./start-hub-command.ts";

removeFoldersAfterwards();
killHubsAfterwards();

function publicationOf(name: string, version: string, fields: Fields): Publication {
  const bytes = Buffer.from(dependentSkill(name, fields));
  const tree = createTree([{ path: "SKILL.md", bytes, executable: false }], name);
  return readPublication(tree, name, { version });
}

function client(options: Parameters<typeof createHttpClient>[0] = {}): HttpClient {
  const made = createHttpClient(options);
  onTestFinished(() => made.close());
  return made;
}

type Registry = {
  /** The source of a skill, as users write it and as the lock has it. */
  source(name: string): string;
  publish(publication: Publication): Promise<void>;
  /** What the user writes for a range of versions. */
  ranged(name: string): string;
  readonly env?: Readonly<Record<string, string>>;
};

/** The real hub as a process, and a machine that is signed in to it. */
async function openHub({ folder }: PackageMachine): Promise<Registry> {
  const data = createFolder();
  const tokenFile = join(data, "token");
  const hub = await startHubCommand(["--data", join(data, "hub"), "--admin-token-file", tokenFile]);
  const token = readFileSync(tokenFile, "utf8").trim();
  const logins = [{ url: hub.url, token, isHub: true }];
  writeFileSync(join(folder, "data/logins.json"), JSON.stringify({ version: 1, logins }));
  const http = client({ credentials: [{ prefix: hub.url, authorization: `Bearer ${token}` }] });
  return {
    source: (name) => `hub:${name}`,
    ranged: (name) => `hub:${name}@^1.0.0`,
    publish: async (publication) => void (await publishHub(publication, { http, hub: hub.url })),
    env: { SKILLWRIGHT_HUB: hub.url },
  };
}

async function openOci(): Promise<Registry> {
  const { host } = await startOciRegistry();
  const http = client();
  const source = (name: string) => `oci:${host}/team/${name}`;
  return {
    source,
    ranged: source,
    publish: async (publication) => {
      const spec = { registry: host, repository: `team/${publication.name}` };
      await publishOci(publication, { http, logins: [] }, { spec });
    },
  };
}

type Output = {
  readonly plan: readonly {
    readonly name: string;
    readonly action: string;
    readonly version: string | null;
  }[];
  readonly warnings: readonly string[];
};

describe.each([
  ["hub", openHub],
  ["oci", openOci],
] as const)("%s", (_, open) => {
  const diamond: Published = {
    app: { "1.0.0": { needs: ["left@^1.0.0", "right@^1.0.0"] } },
    left: { "1.0.0": { needs: ["base@^1.0.0"] } },
    right: { "1.0.0": { needs: ["base@<1.2.0"] } },
    base: { "1.0.0": {}, "1.1.0": {}, "1.2.0": {}, "2.0.0": {} },
  };

  async function prepare(published: Published) {
    const machine = createPackageMachine();
    const registry = await open(machine);
    const publish = async (more: Published): Promise<void> => {
      for (const [name, versions] of Object.entries(more))
        for (const [version, fields] of Object.entries(versions))
          await registry.publish(publicationOf(name, version, fields));
    };
    await publish(published);
    const run = (...words: readonly string[]): Promise<CommandResult> => machine.run(words, registry.env);
    const output = async (...words: readonly string[]): Promise<Output> => {
      const result = await run(...words, "--yes", "--json");
      expectSuccess(result);
      return parseOutput(words[0] ?? "", result.stdout) as unknown as Output;
    };
    const versions = async (...words: readonly string[]) =>
      Object.fromEntries((await output(...words)).plan.map(({ name, version }) => [name, version]));
    return { machine, registry, publish, run, output, versions };
  }

  test("a diamond is installed in one version for both, explained, restored offline, and removed", async () => {
    const { machine, registry, run, output, versions } = await prepare(diamond);
    expect(await versions("add", registry.ranged("app"))).toEqual({
      ...{ app: "1.0.0", base: "1.1.0", left: "1.0.0", right: "1.0.0" },
    });
    expect(machine.locked("app")).toMatchObject({ dependencies: { left: "^1.0.0", right: "^1.0.0" } });
    expect(machine.locked("base")).toMatchObject({ source: registry.source("base"), version: "1.1.0" });
    await expectVerified(machine, ["app", "base", "left", "right"]);
    expect((await run("why", "base")).stdout).toContain("skillwright.json → app → left → base");

    machine.removeInstalled();
    expectSuccess(await run("add", "--frozen", "--offline", "--yes"));
    await expectVerified(machine, ["app", "base", "left", "right"]);
    const lock = machine.read("skillwright.lock");
    expectSuccess(await run("add", "--yes", "--offline"));
    expect(machine.read("skillwright.lock")).toBe(lock);

    expect((await run("remove", "base", "--yes")).code).toBe(3);
    const removed = await output("remove", "app");
    expect(removed.plan.map(({ name, action }) => `${action} ${name}`)).toEqual([
      ...["remove app", "remove base", "remove left", "remove right"],
    ]);
    expect(existsSync(join(machine.folder, "repo/.claude/skills/base"))).toBe(false);
  });

  test("--minimal, --latest and update choose among what fits", async () => {
    const { machine, registry, publish, output, versions } = await prepare(diamond);
    expect(await versions("add", registry.ranged("app"), "--minimal")).toMatchObject({ base: "1.0.0" });
    expect(await versions("add")).toMatchObject({ base: "1.0.0" });
    await publish({
      app: { "1.1.0": { needs: ["left@^1.0.0", "extra"] } },
      left: { "1.1.0": { needs: ["base@^1.1.0"] } },
      extra: { "3.0.0": {} },
    });
    expect(await versions("update", "left")).toMatchObject({ left: "1.1.0", base: "1.1.0" });
    const latest = await output("update");
    expect(latest.plan.map(({ name, version }) => `${name} ${version}`)).toEqual(
      expect.arrayContaining(["app 1.1.0", "base 1.2.0", "extra 3.0.0", "left 1.1.0"]),
    );
    expect(latest.warnings).toEqual([expect.stringContaining("No skill needs right any more.")]);
    await expectVerified(machine, ["app", "base", "extra", "left", "right"]);
    expect(await versions("add", "--minimal")).toMatchObject({ app: "1.0.0", base: "1.0.0" });
    expect(await versions("add", "--latest")).toMatchObject({ app: "1.1.0", base: "1.2.0" });
  });

  test("what is missing, or fits nothing, is an error that names who asks, and nothing is written", async () => {
    const { machine, registry, run } = await prepare({
      ...diamond,
      broken: { "1.0.0": { needs: ["middle"] } },
      middle: { "1.0.0": { needs: ["nowhere@^1.0.0"] } },
      strict: { "1.0.0": { needs: ["base@^3.0.0"] } },
    });
    const missing = await run("add", registry.source("broken"), "--yes");
    expect(missing.code).toBe(1);
    expect(missing.stderr).toContain("needs nowhere ");
    expect(missing.stderr).toContain(registry.source("nowhere"));
    const strict = await run("add", registry.source("strict"), "--yes");
    expect([strict.code, strict.stderr]).toEqual([
      1,
      expect.stringContaining("base ^3.0.0 (the newest version is 2.0.0)"),
    ]);
    expect([machine.read("skillwright.lock"), machine.read("skillwright.json")]).toEqual(["", ""]);
  });

  test("an older version is used where the newest needs what is missing", async () => {
    const { registry, output } = await prepare({
      app: { "1.0.0": { needs: ["base"] }, "1.1.0": { needs: ["gone"] } },
      base: { "1.0.0": {} },
    });
    const added = await output("add", registry.source("app"));
    expect(added.plan.map(({ name, version }) => `${name} ${version}`)).toEqual(["app 1.0.0", "base 1.0.0"]);
    expect(added.warnings).toEqual(["app 1.1.0 does not fit together with the other skills; 1.0.0 is used."]);
  });

  test("offline, what is not in the cache is named", async () => {
    const { machine, registry, run } = await prepare(diamond);
    const first = await run("add", registry.source("app"), "--yes", "--offline");
    expect([first.code, first.stderr]).toEqual([4, expect.stringContaining(registry.source("app"))]);
    expectSuccess(await run("add", registry.source("base"), "--yes"));
    const second = await run("add", registry.source("left"), "--yes", "--offline");
    expect([second.code, second.stderr]).toEqual([4, expect.stringContaining(registry.source("left"))]);
    await expectVerified(machine, ["base"]);
  });
});

describe("site", () => {
  const skills = (baseVersion: string, extra: readonly Publication[] = []): readonly Publication[] => [
    publicationOf("app", "1.0.0", { needs: ["left"] }),
    publicationOf("left", "1.0.0", { needs: ["base@^1.0.0"] }),
    publicationOf("base", baseVersion, { version: baseVersion }),
    ...extra,
  ];

  test("what a skill needs comes from the same site, in its one version", async () => {
    const machine = createPackageMachine();
    const { url } = await startSite(planSite(skills("1.5.0")));
    expectSuccess(await machine.run(["add", url, "--skill", "app", "--yes"]));
    await expectVerified(machine, ["app", "base", "left"]);
    expect(machine.locked("left")).toMatchObject({ source: `${url}`, dependencies: { base: "^1.0.0" } });
    expect((await machine.run(["why", "base"])).stdout).toContain("skillwright.json → app → left → base");
    machine.removeInstalled();
    expectSuccess(await machine.run(["add", "--frozen", "--offline", "--yes"]));
    await expectVerified(machine, ["app", "base", "left"]);
    for (const flag of ["--minimal", "--latest"]) {
      expectSuccess(await machine.run(["add", flag, "--yes"]));
      await expectVerified(machine, ["app", "base", "left"]);
    }
    expectSuccess(await machine.run(["update", "--yes"]));
    expectSuccess(await machine.run(["remove", "app", "--yes"]));
    expect(machine.locked("base")).toBeUndefined();
  });

  test("a version outside the range and a missing skill are errors", async () => {
    const machine = createPackageMachine();
    const old = await startSite(planSite(skills("2.0.0")));
    const unfit = await machine.run(["add", old.url, "--skill", "app", "--yes"]);
    expect([unfit.code, unfit.stderr]).toEqual([1, expect.stringContaining("left needs base ^1.0.0")]);
    const broken = publicationOf("broken", "1.0.0", { needs: ["nowhere"] });
    const { url } = await startSite(planSite(skills("1.0.0", [broken])));
    const missing = await machine.run(["add", url, "--skill", "broken", "--yes"]);
    expect([missing.code, missing.stderr]).toEqual([1, expect.stringContaining("broken needs nowhere (")]);
    expect(missing.stderr).toContain(url);
    expect(machine.read("skillwright.lock")).toBe("");
  });
});
