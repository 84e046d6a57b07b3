import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { startServer } from "../packages/packaging/src/http/test-servers.ts";
import { startNpmRegistry } from "../packages/packaging/src/sources/test-npm-registry.ts";
import { parseOutput } from "./command-schema.ts";
import {
  createPackageMachine,
  expectSuccess,
  expectUntouched,
  expectVerified,
  type PackageMachine,
} from "./package-machine.ts";
import { removeFoldersAfterwards } from "./run-command.ts";

removeFoldersAfterwards();

const text = (name: string): string =>
  `---\nname: ${name}\ndescription: Reads PDF files. Use when asked about a PDF.\nmetadata:\n  version: 1.0.0\n---\n\n# PDF\n`;

/** A machine with two keys, of which the policy trusts the first. */
async function createMachine(): Promise<{ readonly machine: PackageMachine; readonly key: string }> {
  const machine = createPackageMachine({
    "source/pdf/SKILL.md": text("pdf"),
    "source/pdf/scripts/run.sh": "#!/bin/sh\necho read\n",
    "source/csv/SKILL.md": text("csv"),
  });
  for (const name of ["work", "other"]) expectSuccess(await machine.run(["keys", "new", name]));
  const { keys } = parseOutput("keys", (await machine.run(["keys", "list", "--json"])).stdout) as {
    keys: { name: string; key: string }[];
  };
  const key = keys.find(({ name }) => name === "work")?.key ?? "";
  const install = {
    minimumReleaseAgeHours: 0,
    requireSignature: true,
    trustedKeys: [key],
    verifyAtActivation: true,
  };
  writeFileSync(join(machine.folder, "data/policy.json"), JSON.stringify({ version: 1, install }));
  return { machine, key };
}

describe("an archive with a signature beside it", () => {
  test.each(["tar", "skill"])("is verified when it is added, and again offline: %s", async (format) => {
    const { machine, key } = await createMachine();
    const packed = await machine.run([
      "pack",
      "../source/pdf",
      "--format",
      format,
      "--sign",
      "work",
      "--output",
      "../pdf.file",
      "--json",
    ]);
    expectSuccess(packed);
    expect(parseOutput("pack", packed.stdout)).toMatchObject({
      file: "../pdf.file",
      signature: "../pdf.file.sigstore.json",
    });
    expectSuccess(await machine.run(["add", "../pdf.file", "--yes"]));
    expect(machine.locked("pdf")).toMatchObject({ signer: key });
    await expectVerified(machine, ["pdf"]);
    expectSuccess(await machine.run(["use", "pdf"]));
    const lock = machine.read("skillwright.lock");
    machine.removeInstalled();
    expectSuccess(await machine.run(["add", "--frozen", "--yes"]));
    expect(machine.read("skillwright.lock")).toBe(lock);
  });

  test.each([
    ["none", "of a trusted signer, and it has none"],
    ["another key's", "is not trusted"],
    ["that of other content", "another name, version or content"],
    ["a broken one", "signature"],
  ])("is refused with %s", async (kind, message) => {
    const { machine } = await createMachine();
    const pack = ["pack", "../source/pdf", "--output", "../pdf.tar.gz", "--sign"];
    const bundle = join(machine.folder, "pdf.tar.gz.sigstore.json");
    expectSuccess(await machine.run([...pack, kind === "another key's" ? "other" : "work"]));
    if (kind === "none") rmSync(bundle);
    if (kind === "a broken one") writeFileSync(bundle, "{}");
    if (kind === "that of other content") {
      writeFileSync(join(machine.folder, "source/pdf/SKILL.md"), `${text("pdf")}more\n`);
      expectSuccess(await machine.run(["pack", "../source/pdf", "--output", "../pdf.tar.gz"]));
    }
    const { code, stderr } = await machine.run(["add", "../pdf.tar.gz", "--yes"]);
    expect(code, stderr).not.toBe(0);
    expect(stderr).toContain(message);
    expectUntouched(machine);
  });

  test("needs a format that is one skill, and the key before anything is written", async () => {
    const { machine } = await createMachine();
    for (const words of [
      ["--format", "oci", "--sign", "work"],
      ["--sign", "nobody"],
    ])
      expect((await machine.run(["pack", "../source/pdf", "--output", "../x", ...words])).code).toBe(2);
    expect(() => readFileSync(join(machine.folder, "x"))).toThrow("ENOENT");
  });
});

describe("a static site with signatures", () => {
  async function publish(machine: PackageMachine, names: readonly string[]): Promise<string> {
    for (const name of names) {
      const { stdout } = await machine.run(["keys", "sign", "work", `../source/${name}`]);
      writeFileSync(join(machine.folder, `source/${name}.sigstore.json`), stdout);
    }
    expectSuccess(
      await machine.run(["publish", "../source", "--site", "../site", "--signature", "../source"]),
    );
    const server = await startServer((request, response) => {
      try {
        response.end(readFileSync(join(machine.folder, "site", request.url ?? "")));
      } catch {
        response.writeHead(404).end();
      }
    });
    return server.url;
  }

  test("is verified skill by skill", async () => {
    const { machine, key } = await createMachine();
    const url = await publish(machine, ["pdf"]);
    expectSuccess(await machine.run(["add", url, "--skill", "pdf", "--yes"]));
    expect(machine.locked("pdf")).toMatchObject({ signer: key });
    await expectVerified(machine, ["pdf"]);
    const unsigned = await machine.run(["add", url, "--skill", "csv", "--yes"]);
    expect([unsigned.code, unsigned.stderr]).toEqual([
      3,
      expect.stringContaining("of a trusted signer, and it has none"),
    ]);
  });

  test("that swaps the bundles of two skills is refused", async () => {
    const { machine } = await createMachine();
    const url = await publish(machine, ["csv", "pdf"]);
    const folder = join(machine.folder, "site/.well-known/agent-skills");
    writeFileSync(`${folder}/pdf.sigstore.json`, readFileSync(`${folder}/csv.sigstore.json`));
    const { code, stderr } = await machine.run(["add", url, "--skill", "pdf", "--yes"]);
    expect(code).not.toBe(0);
    expect(stderr).toContain("another name, version or content");
    expectUntouched(machine);
  });

  test("is not published with a signature that cannot be verified", async () => {
    const { machine } = await createMachine();
    const { stdout } = await machine.run(["keys", "sign", "work", "../source/pdf", "--release", "2.0.0"]);
    writeFileSync(join(machine.folder, "pdf.sigstore.json"), stdout);
    const words = ["publish", "../source/pdf", "--site", "../site", "--signature", "../pdf.sigstore.json"];
    const { code, stderr } = await machine.run(words);
    expect(code).not.toBe(0);
    expect(stderr).toContain("a version that the SKILL.md does not state");
  });
});

test("a package of an npm registry carries the signature of its skill", async () => {
  const { machine, key } = await createMachine();
  const registry = await startNpmRegistry("npm-token");
  const host = registry.url.replace("http:", "");
  writeFileSync(
    join(machine.folder, "home/.npmrc"),
    `registry=${registry.url}\n${host}/:_authToken=npm-token\n`,
  );
  const { stdout } = await machine.run(["keys", "sign", "work", "../source/pdf"]);
  writeFileSync(join(machine.folder, "pdf.sigstore.json"), stdout);
  const publish = ["publish", "../source/pdf", "--to", "npm", "--package", "@team/pdf"];
  expectSuccess(await machine.run([...publish, "--signature", "../pdf.sigstore.json"]));
  expectSuccess(await machine.run(["add", "npm:@team/pdf", "--yes"]));
  expect(machine.locked("pdf")).toMatchObject({ signer: key, version: "1.0.0" });
  await expectVerified(machine, ["pdf"]);
  // Signed for another version than the one it is published as.
  expectSuccess(await machine.run([...publish, "--release", "2.0.0", "--signature", "../pdf.sigstore.json"]));
  const { code, stderr } = await machine.run(["update", "--latest", "--yes"]);
  expect([code, stderr]).toEqual([3, expect.stringContaining("another name, version or content")]);
});
