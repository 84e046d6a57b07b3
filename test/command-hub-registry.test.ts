import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import {
  createPackageMachine,
  expectSuccess,
  expectVerified,
  type PackageMachine,
} from "./package-machine.ts";
import { removeFoldersAfterwards, skillText } from "./run-command.ts";
import { root } from "./source-files.ts";

removeFoldersAfterwards();

type CommandHub = { readonly url: string; readonly token: string };

/** The real hub as a process, stopped when the test ends. */
async function startHub(machine: PackageMachine): Promise<CommandHub> {
  const tokenFile = join(machine.folder, "admin-token");
  const words = ["hub", "--data", join(machine.folder, "hub"), "--admin-token-file", tokenFile, "--json"];
  const child = spawn(process.execPath, [`${root}packages/cli/bin/skillwright.mjs`, ...words], {
    env: {
      PATH: process.env.PATH,
      HOME: join(machine.folder, "home"),
      SKILLWRIGHT_HOME: join(machine.folder, "data"),
    },
    stdio: ["ignore", "pipe", "ignore"],
  });
  const ended = new Promise((resolve) => child.once("close", resolve));
  onTestFinished(async () => {
    child.kill("SIGTERM");
    expect(await ended).toBe(0);
  });
  const line = await new Promise<string>((resolve) => {
    let text = "";
    child.stdout.setEncoding("utf8").on("data", (part: string) => {
      text += part;
      if (text.includes("\n")) resolve(text);
    });
  });
  const { url } = JSON.parse(line) as { url: string };
  return { url, token: readFileSync(tokenFile, "utf8").trim() };
}

const files = {
  "skills/pdf/SKILL.md": skillText("pdf", "# PDF\n\nRead [the forms](references/forms.md).\n"),
  "skills/pdf/references/forms.md": "# Forms\n",
  "skills/pdf/scripts/run.sh": "#!/bin/sh\necho hello\n",
};

test("a skill is published to the hub, installed from it, updated, withdrawn and verified", async () => {
  const machine = createPackageMachine(files);
  const hub = await startHub(machine);
  const env = { SKILLWRIGHT_HUB: hub.url };
  const send = (method: string, path: string, body?: unknown) =>
    fetch(new URL(path, hub.url), {
      method,
      headers: { authorization: `Bearer ${hub.token}` },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  await login(machine, hub);
  const publish = (version: string) =>
    machine.run(["publish", "../skills/pdf", "--to", "hub", "--release", version, "--json"], env);
  expectSuccess(await publish("1.0.0"));
  expectSuccess(await publish("1.1.0"));
  const known = await send("GET", "/api/v1/skills/pdf");
  expect(await known.json()).toMatchObject({ tags: { latest: "1.1.0" } });

  const tagged = createPackageMachine();
  await login(tagged, hub);
  await send("PUT", "/api/v1/skills/pdf/tags/stable", { version: "1.0.0" });
  expectSuccess(await tagged.run(["add", "hub:pdf@stable", "--yes"], env));
  expect(tagged.locked("pdf")).toMatchObject({ source: "hub:pdf", version: "1.0.0" });
  await send("PUT", "/api/v1/skills/pdf/tags/stable", { version: "1.1.0" });
  expectSuccess(await tagged.run(["update", "--yes"], env));
  expect(tagged.locked("pdf")).toMatchObject({ version: "1.1.0" });
  expectSuccess(await tagged.run(["add", "hub:pdf@latest", "--yes"], env));
  const unknown = await tagged.run(["add", "hub:pdf@nightly", "--yes"], env);
  expect([unknown.code, unknown.stderr]).toEqual([4, expect.stringContaining('no tag "nightly"')]);

  expectSuccess(await machine.run(["add", "hub:pdf@^1", "--yes"], env));
  await expectVerified(machine, ["pdf"]);
  expect(machine.locked("pdf")).toMatchObject({ source: "hub:pdf", version: "1.1.0" });
  expect(machine.read(".agents/skills/pdf/references/forms.md")).toBe("# Forms\n");

  // A withdrawn version is not chosen, but whoever has locked it still gets it.
  await send("PUT", "/api/v1/skills/pdf/versions/1.1.0/yank", { reason: "It deletes files." });
  machine.removeInstalled();
  expectSuccess(await machine.run(["add", "--frozen", "--yes"], env));
  await expectVerified(machine, ["pdf"]);
  const other = createPackageMachine();
  await login(other, hub);
  expectSuccess(await other.run(["add", "hub:pdf", "--yes"], env));
  expect(other.locked("pdf")).toMatchObject({ version: "1.0.0" });
});

test("without a token the hub shows nothing private, and a public skill installs", async () => {
  const machine = createPackageMachine(files);
  const hub = await startHub(machine);
  const env = { SKILLWRIGHT_HUB: hub.url };
  await login(machine, hub);
  expectSuccess(await machine.run(["publish", "../skills/pdf", "--to", "hub", "--release", "1.0.0"], env));
  const stranger = createPackageMachine();
  const refused = await stranger.run(["add", "hub:pdf", "--yes"], env);
  expect([refused.code, refused.stderr]).toEqual([
    expect.any(Number),
    expect.stringContaining("no skill of this name"),
  ]);
  expect(existsSync(join(stranger.folder, "repo/.agents/skills/pdf"))).toBe(false);
  await fetch(new URL("/api/v1/skills/pdf", hub.url), {
    method: "PUT",
    headers: { authorization: `Bearer ${hub.token}` },
    body: JSON.stringify({ visibility: "public" }),
  });
  expectSuccess(await stranger.run(["add", "hub:pdf", "--yes"], env));
  // The same hub as a site and as a git repository.
  for (const source of [hub.url, `${hub.url}/git/pdf.git`]) {
    const client = createPackageMachine();
    expectSuccess(await client.run(["add", source, "--yes"], env));
    expect(client.read(".agents/skills/pdf/scripts/run.sh")).toContain("echo hello");
  }
});

async function login(machine: PackageMachine, { url, token }: CommandHub): Promise<void> {
  const { folder } = machine;
  const child = spawn(
    process.execPath,
    [`${root}packages/cli/bin/skillwright.mjs`, "login", url, "--hub", "--token-stdin"],
    {
      env: { PATH: process.env.PATH, HOME: join(folder, "home"), SKILLWRIGHT_HOME: join(folder, "data") },
      stdio: ["pipe", "ignore", "inherit"],
    },
  );
  child.stdin.end(token);
  expect(await new Promise((resolve) => child.once("close", resolve))).toBe(0);
}
