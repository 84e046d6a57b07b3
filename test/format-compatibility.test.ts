import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { startSite } from "../packages/packaging/src/publish/test-static-site.ts";
import {
  createPackageMachine,
  expectSuccess,
  expectVerified,
  type PackageMachine,
} from "./package-machine.ts";
import { removeFoldersAfterwards } from "./run-command.ts";
import { root } from "./source-files.ts";

removeFoldersAfterwards();

// What releases wrote, one folder per version of the formats. These files never change: a new version gets a new folder.
const formats = `${root}test/fixtures/formats`;
const every = readdirSync(formats);
const [newest = ""] = every.toReversed();
const key = "key:q-rYi64mxFUa2J7V4bA69vTBmX7yLm2erCaSYx9LQtg";

/** A machine with a project as a release with this version of the formats left it. */
function createOldMachine(version: string): PackageMachine {
  const machine = createPackageMachine();
  cpSync(join(formats, version, "project"), join(machine.folder, "repo"), {
    recursive: true,
    verbatimSymlinks: true,
  });
  return machine;
}

function filesOf(version: string, folder: string): readonly string[] {
  const found = readdirSync(join(formats, version, folder), { recursive: true, withFileTypes: true });
  return found.filter((one) => one.isFile()).map(({ parentPath, name }) => join(parentPath, name));
}

test.each(every)(
  "S3-57: a project of format %s is verified, restored, updated and removed",
  async (version) => {
    const machine = createOldMachine(version);
    await expectVerified(machine, ["forms", "pdf"]);
    const lock = machine.read("skillwright.lock");
    machine.removeInstalled();
    expectSuccess(await machine.run(["add", "--frozen", "--yes"]));
    await expectVerified(machine, ["forms", "pdf"]);
    expect(machine.read("skillwright.lock")).toBe(lock);

    const file = join(machine.folder, "repo/library/pdf/scripts/run.sh");
    writeFileSync(file, `${readFileSync(file, "utf8")}echo more\n`);
    expectSuccess(await machine.run(["update", "--yes"]));
    expect(machine.read(".agents/skills/pdf/scripts/run.sh")).toContain("echo more");
    expectSuccess(await machine.run(["remove", "pdf", "--yes"]));
    expect(machine.read(".agents/skills/forms/SKILL.md")).toBe("");
  },
);

const archives = every.flatMap((version) =>
  filesOf(version, "archives")
    .filter((path) => /\.(?:aam|skill|tar\.gz)$/.test(path))
    .map((path) => [path.slice(formats.length + 1), path] as const),
);

test.each(archives)("S3-57: the archive %s is installed, with its signature", async (_, path) => {
  const machine = createOldMachine(newest);
  const { digest } = machine.locked("pdf") ?? {};
  expectSuccess(await machine.run(["remove", "pdf", "--yes"]));
  const isPackage = path.endsWith(".aam");
  const install = {
    minimumReleaseAgeHours: 0,
    ...(!isPackage && { requireSignature: true, trustedKeys: [key] }),
  };
  if (!isPackage) expectSuccess(await machine.run(["add", "./library/forms", "--yes"]));
  writeFileSync(join(machine.folder, "data/policy.json"), JSON.stringify({ version: 1, install }));
  expectSuccess(await machine.run(["add", path, "--all", "--yes"]));
  expect(machine.locked("pdf")).toMatchObject({ digest, ...(!isPackage && { signer: key }) });
});

test.each(every.flatMap((version) => ["agent-skills", "skills"].map((index) => [version, index] as const)))(
  "S3-57: a site of format %s with the index %s is installed from",
  async (version, index) => {
    const folder = join(formats, version, "site");
    const files = filesOf(version, "site").map((path) => ({
      path: path.slice(folder.length + 1),
      bytes: readFileSync(path),
    }));
    const { url } = await startSite(files.filter(({ path }) => path.includes(`/${index}/`)));
    const machine = createPackageMachine();
    expectSuccess(await machine.run(["add", url, "--skill", "pdf", "--yes"]));
    await expectVerified(machine, ["forms", "pdf"]);
  },
);

test("S3-57: what is written now is what the newest format has, byte for byte", async () => {
  const machine = createOldMachine(newest);
  const written = join(machine.folder, "written");
  mkdirSync(written);
  for (const format of ["tar", "skill", "oci"])
    expectSuccess(
      await machine.run(["pack", "library/pdf", "--format", format, "--output", `../written/${format}`]),
    );
  expectSuccess(await machine.run(["pack", "library", "--format", "uaaps", "--output", "../written/aam"]));
  expectSuccess(await machine.run(["publish", "library", "--site", "../site"]));
  const archive = (name: string): Buffer => readFileSync(join(formats, newest, "archives", name));
  const same = {
    tar: "pdf-1.2.3.tar.gz",
    skill: "pdf-1.2.3.skill",
    oci: "pdf-1.2.3.oci.tar",
    aam: "documents-1.2.3.aam",
  };
  for (const [name, old] of Object.entries(same))
    expect(readFileSync(join(written, name)).equals(archive(old)), old).toBe(true);
  for (const path of filesOf(newest, "site")) {
    const now = readFileSync(join(machine.folder, path.slice(join(formats, newest).length)));
    expect(now.equals(readFileSync(path)), path).toBe(true);
  }
  const lock = machine.read("skillwright.lock");
  for (const path of ["skillwright.lock", "skillwright.json"]) rmSync(join(machine.folder, "repo", path));
  machine.removeInstalled();
  expectSuccess(await machine.run(["add", "./library/pdf", "--yes"]));
  expect(machine.read("skillwright.lock")).toBe(lock);
  expect(machine.read("skillwright.json")).toBe(
    readFileSync(join(formats, newest, "project/skillwright.json"), "utf8"),
  );
});

const body = "# Title\n\nRead the file.\n";
const description = "description: Reads files. Use when the user names one.\n";

test.each([
  ["the two fields of the first standard", "SKILL.md", ""],
  [
    "tools with commas, as the first agents wrote them",
    "SKILL.md",
    "allowed-tools: Read, Grep, Bash(git:*)\n",
  ],
  ["the file name in small letters", "skill.md", ""],
  ["a version beside the metadata", "SKILL.md", "version: 1.0.0\n"],
  ["fields of a standard to come", "SKILL.md", "spec-version: 9\nfuture:\n  - unknown: true\n"],
])("S3-57: a skill with %s is installed, listed and used unmodified", async (_, file, fields) => {
  const text = `---\nname: old\n${description}${fields}---\n${body}`;
  const machine = createPackageMachine({ [`repo/library/old/${file}`]: text });
  expectSuccess(await machine.run(["add", "./library/old", "--yes"]));
  await expectVerified(machine, ["old"]);
  expect(machine.read(`.agents/skills/old/${file}`)).toBe(text);
  const listed = await machine.run(["list", "--json"]);
  expect(listed.stdout).toContain('"old"');
  const used = await machine.run(["use", "old"]);
  expectSuccess(used);
  expect(used.stdout).toContain("Read the file.");
});

test.each([
  ["skillwright.lock", '{"version":2,"skills":{}}', "its version is 2, and this release reads version 1"],
  ["skillwright.json", '{"version":2,"skills":{}}', "its version is 2, and this release reads version 1"],
  ["skillwright.json", '{"version":1,"skills":{},"deny":["pdf"]}', 'it has the unknown field "deny"'],
])("S3-57: a %s of a newer release is refused, and stays as it is: %s", async (file, text, reason) => {
  const machine = createPackageMachine({ [`repo/${file}`]: text });
  const { code, stderr } = await machine.run(["add", "--yes"]);
  expect([code, stderr]).toEqual([file.endsWith(".lock") ? 4 : 2, expect.stringContaining(reason)]);
  expect(stderr).toContain("update Skillwright");
  expect(machine.read(file)).toBe(text);
});
