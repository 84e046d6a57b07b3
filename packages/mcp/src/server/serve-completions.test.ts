import { mkdirSync, writeFileSync } from "node:fs";
import type { Client } from "@modelcontextprotocol/client";
import { createNodeFileSystem, openCatalog } from "@skillwright/core/node";
import { createSession } from "@skillwright/runtime";
import { describe, expect, onTestFinished, test } from "vitest";
import { serveHttp } from "../http/serve-http.ts";
import { connectClient, disconnect, tokens } from "../http/test-http-client.ts";
import { createTrustedProject, skillText, writeSkills } from "../skills/test-source.ts";
import { createSkillServer } from "./create-skill-server.ts";
import { hintedValues } from "./serve-completions.ts";
import { eras, startTestServer, type TestServer } from "./test-server.ts";

const skills = {
  tagging: "argument-hint: add [tag] | remove [tag] | list [--dry-run]",
  deploy: "arguments: [target, mode]\nargument-hint: '[staging|production] [fast|safe]'",
  hidden: "disable-model-invocation: true",
  background: "user-invocable: false\nargument-hint: secret-one|secret-two",
};

async function start(): Promise<TestServer> {
  const started = await startTestServer(skills);
  mkdirSync(`${started.folder}/tagging/references`);
  writeFileSync(`${started.folder}/tagging/references/a b.md`, "x");
  onTestFinished(async () => started[Symbol.asyncDispose]());
  return started;
}

type Reach = (started: TestServer) => Promise<Client>;

const ways: readonly (readonly [string, Reach])[] = [
  ...eras.map((era) => [`stdio ${era}`, (started: TestServer) => started.connect(era)] as const),
  ...(["legacy", "modern"] as const).map((era) => [`HTTP ${era}`, reachByHttp(era)] as const),
];

function reachByHttp(era: "legacy" | "modern"): Reach {
  return async ({ server }) => {
    const endpoint = await serveHttp(server, { tokens });
    onTestFinished(() => endpoint.close());
    const client = await connectClient(endpoint.url, { era });
    onTestFinished(() => disconnect(client));
    return client;
  };
}

type Typed = readonly [argument: string, value: string];

async function prompt(client: Client, name: string, [argument, value]: Typed): Promise<string[]> {
  const ref = { type: "ref/prompt", name } as const;
  return (await client.complete({ ref, argument: { name: argument, value } })).completion.values;
}

async function path(client: Client, value: string): Promise<string[]> {
  const ref = { type: "ref/resource", uri: "skill://{+path}" } as const;
  return (await client.complete({ ref, argument: { name: "path", value } })).completion.values;
}

describe.each(ways)("over %s", (_, reach) => {
  test("it is declared, for the template that is listed", async () => {
    const client = await reach(await start());
    expect(client.getServerCapabilities()?.completions).toEqual({});
    const { resourceTemplates } = await client.listResourceTemplates();
    expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual(["skill://{+path}"]);
  });

  test("a prompt's free text is completed word by word from its hint", async () => {
    const client = await reach(await start());
    expect(await prompt(client, "tagging", ["arguments", ""])).toEqual([
      "add",
      "remove",
      "list",
      "--dry-run",
    ]);
    expect(await prompt(client, "tagging", ["arguments", "l"])).toEqual(["list"]);
    expect(await prompt(client, "tagging", ["arguments", "list --"])).toEqual(["list --dry-run"]);
  });

  test("a named argument is completed from its part of the hint", async () => {
    const client = await reach(await start());
    expect(await prompt(client, "deploy", ["target", ""])).toEqual(["staging", "production"]);
    expect(await prompt(client, "deploy", ["mode", "S"])).toEqual(["safe"]);
    expect(await prompt(client, "deploy", ["other", ""])).toEqual([]);
  });

  test("an address is completed to a skill, then to its files, as they can be read", async () => {
    const client = await reach(await start());
    expect(await path(client, "")).toEqual(["background/", "deploy/", "tagging/"]);
    expect(await path(client, "tag")).toEqual(["tagging/"]);
    const files = await path(client, "tagging/");
    expect(files).toEqual(["tagging/SKILL.md", "tagging/references/a%20b.md"]);
    expect(await path(client, "tagging/ref")).toEqual(["tagging/references/a%20b.md"]);
    const { contents } = await client.readResource({ uri: `skill://${files[1]}` });
    expect(contents).toMatchObject([{ text: "x" }]);
  });

  test("what the caller cannot list is not completed", async () => {
    const client = await reach(await start());
    expect(await path(client, "hid")).toEqual([]);
    expect(await path(client, "hidden/")).toEqual([]);
    expect(await path(client, "../")).toEqual([]);
    for (const name of ["background", "nothing", "__proto__"])
      await expect(prompt(client, name, ["arguments", ""])).rejects.toThrow(`Unknown prompt: ${name}.`);
    const other = {
      ref: { type: "ref/resource", uri: "file:///{+path}" } as const,
      argument: { name: "path", value: "" },
    };
    await expect(client.complete(other)).rejects.toThrow("Unknown resource template");
  });

  test("a very long value completes to nothing", async () => {
    const client = await reach(await start());
    expect(await path(client, "a".repeat(100_000))).toEqual([]);
    expect(await prompt(client, "tagging", ["arguments", " ".repeat(100_000)])).toEqual([]);
  });
});

test("skills of a project that the user does not trust are not completed", async () => {
  const files = { ".claude/skills/pdf/SKILL.md": skillText("pdf", "argument-hint: a|b\n") };
  const { options } = createTrustedProject(files);
  for (const [trust, paths] of [
    [options.trust, ["pdf/"]],
    [new Map(), []],
  ] as const) {
    const catalog = openCatalog({ roots: options.roots, trust: trust ?? new Map() });
    const parts = { catalog, fs: createNodeFileSystem(), version: "0" };
    const server = await createSkillServer({
      ...parts,
      openSession: (host) => createSession({ catalog, ...host }),
    });
    const client = await reachByHttp("modern")({ server } as TestServer);
    expect(await path(client, "")).toEqual(paths);
    const values = prompt(client, "pdf", ["arguments", ""]);
    if (paths.length > 0) expect(await values).toEqual(["a", "b"]);
    else await expect(values).rejects.toThrow("Unknown prompt");
    await server.close();
  }
});

test("at most a hundred values are returned, and whether there are more", async () => {
  const names = Array.from({ length: 101 }, (_, index) => `s${String(index).padStart(3, "0")}`);
  const root = writeSkills(Object.fromEntries(names.map((name) => [`${name}/SKILL.md`, skillText(name)])));
  const catalog = openCatalog({ roots: [root] });
  const parts = { catalog, fs: createNodeFileSystem(), version: "0" };
  const server = await createSkillServer({
    ...parts,
    openSession: (host) => createSession({ catalog, ...host }),
  });
  const client = await reachByHttp("modern")({ server } as TestServer);
  const ref = { type: "ref/resource", uri: "skill://{+path}" } as const;
  const { completion } = await client.complete({ ref, argument: { name: "path", value: "s" } });
  expect([completion.values.length, completion.hasMore]).toEqual([100, true]);
  await server.close();
});

test.each([
  ["[inventory|verify|full] [scope notes]", ["inventory", "verify", "full"]],
  ["[interval] [prompt] | list | clear", ["list", "clear"]],
  ["name type(ui|features)", ["ui", "features"]],
  [
    "[--strategy flat|nested] [--areas | --area <name>]",
    ["flat", "nested", "--areas", "--area", "--strategy"],
  ],
  ["<file> [pages]", []],
  ["", []],
])("the hint %j offers %j", (hint, words) => {
  expect(hintedValues(hint)).toEqual(words);
});
