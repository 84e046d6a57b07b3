import { execFileSync } from "node:child_process";
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parseOutput } from "./command-schema.ts";
import { type CommandResult, createFolder, removeFoldersAfterwards, skillText } from "./run-command.ts";
import { skillwrightHere } from "./run-here.ts";

removeFoldersAfterwards();

function run(
  folder: string,
  words: readonly string[],
  env: Record<string, string> = {},
): Promise<CommandResult> {
  return skillwrightHere(["pack", ...words], { cwd: folder, env: { HOME: join(folder, "home"), ...env } });
}

const files = {
  "pdf/SKILL.md": skillText("pdf", "# PDF\n\nRead [the forms](references/forms.md).\n"),
  "pdf/references/forms.md": "# Forms\n",
  "pdf/scripts/run.sh": "#!/bin/sh\necho hello\n",
};

test("S3-55: pack --json keeps its contract, and unpacks to a skill with the same digest", async () => {
  const folder = createFolder({ ...files, "pdf/.env": "KEY=1\n" });
  const { code, stdout, stderr } = await run(folder, ["pdf", "--json"]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  const report = parseOutput("pack", stdout);
  expect(report).toMatchObject({
    version: 1,
    file: "pdf.tar.gz",
    leftOut: [".env"],
    findings: [],
    written: true,
  });
  const paths = ["SKILL.md", "references/forms.md", "scripts/run.sh"];
  expect(report.files).toEqual(paths.map((path) => expect.objectContaining({ path })));
  mkdirSync(join(folder, "unpacked/pdf"), { recursive: true });
  execFileSync("tar", ["-xzf", join(folder, "pdf.tar.gz"), "-C", join(folder, "unpacked/pdf")]);
  const listed = await skillwrightHere(["list", "--json", "--root", "unpacked"], {
    cwd: folder,
    env: { HOME: join(folder, "home") },
  });
  expect(JSON.parse(listed.stdout).skills).toEqual([
    expect.objectContaining({ name: "pdf", digest: report.digest }),
  ]);
});

test.each(["tar", "skill", "uaaps", "oci"])(
  "%s: two packs in other folders, at other times, with other modes and time zones have equal bytes",
  async (format) => {
    const text = files["pdf/SKILL.md"].replace("---\n#", "metadata:\n  version: 1.0.0\n---\n#");
    const one = createFolder({ ...files, "pdf/SKILL.md": text });
    const other = createFolder();
    chmodSync(join(one, "pdf/scripts/run.sh"), 0o755);
    cpSync(join(one, "pdf"), join(other, "deeper/another-name"), { recursive: true });
    utimesSync(join(other, "deeper/another-name/SKILL.md"), 1, 1);
    chmodSync(join(other, "deeper/another-name/references/forms.md"), 0o600);
    chmodSync(join(other, "deeper/another-name/scripts/run.sh"), 0o700);
    const words = ["--format", format, "--output"];
    const first = await run(one, ["pdf", ...words, "out"], { TZ: "Asia/Tokyo", LC_ALL: "C" });
    const umask = process.umask(0o077);
    const second = await run(join(other, "deeper/another-name"), [...words, "../out"], {
      TZ: "America/New_York",
      LC_ALL: "tr_TR.UTF-8",
    });
    process.umask(umask);
    expect([first, second].map(({ code, stderr }) => ({ code, stderr }))).toEqual(
      Array(2).fill({ code: 0, stderr: "" }),
    );
    const [a, b] = [readFileSync(join(one, "out")), readFileSync(join(other, "deeper/out"))];
    expect(a.length).toBeGreaterThan(100);
    expect(a.equals(b)).toBe(true);
    const later = await run(one, ["pdf", ...words, "later"], { SOURCE_DATE_EPOCH: "1700000000" });
    expect(later.code).toBe(0);
    expect(readFileSync(join(one, "later")).equals(a)).toBe(false);
  },
);

test("in the skill's own folder the package is written beside it", async () => {
  const folder = createFolder(files);
  const { code, stdout } = await run(join(folder, "pdf"), []);
  expect(code).toBe(0);
  expect(stdout).toContain("Packed ../pdf.tar.gz");
  expect(existsSync(join(folder, "pdf.tar.gz"))).toBe(true);
  const inside = await run(folder, ["pdf", "--output", "pdf/x.tgz"]);
  expect(inside).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("--output is inside the folder that is packed"),
  });
});

test("--dry-run lists what goes in and writes nothing", async () => {
  const folder = createFolder(files);
  const { code, stdout } = await run(folder, ["pdf", "--dry-run"]);
  expect(code).toBe(0);
  expect(stdout).toMatch(
    /references\/forms\.md[\s\S]*Would pack pdf\.tar\.gz \(\d+ bytes\)\n {2}sha256:[0-9a-f]{64}\n$/,
  );
  expect(existsSync(join(folder, "pdf.tar.gz"))).toBe(false);
});

test("what may not be shared is refused, with the reason and exit code 1", async () => {
  const folder = createFolder(files);
  writeFileSync(join(folder, "pdf/.skillignore"), "references/\n");
  const { code, stdout } = await run(folder, ["pdf"]);
  expect(code).toBe(1);
  expect(stdout).toContain("Not packed:");
  expect(stdout).toContain("No such file in the skill: references/forms.md");
  expect(existsSync(join(folder, "pdf.tar.gz"))).toBe(false);
  const json = await run(folder, ["pdf", "--json"]);
  expect(json.code).toBe(1);
  expect(parseOutput("pack", json.stdout)).toMatchObject({
    file: null,
    written: false,
    findings: [{ rule: "reference-broken" }],
  });
});

test("wrong usage is explained", async () => {
  const folder = createFolder(files);
  const error = async (...words: readonly string[]): Promise<string> =>
    (await run(folder, words)).stderr.split("\n")[0] ?? "";
  expect(await error("pdf", "--format", "rar")).toContain(
    "--format is one of tar, skill, uaaps, oci; found 'rar'.",
  );
  expect(await error("pdf", "pdf")).toContain("one PATH is packed at a time.");
  expect(await error("nope")).toContain("No such file or directory");
  expect(await error("pdf", "--output", "pdf")).toContain("--output requires a file; pdf is a folder.");
  const { code, stderr } = await run(folder, ["pdf"], { SOURCE_DATE_EPOCH: "yesterday" });
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining("SOURCE_DATE_EPOCH") });
});

test("an empty folder is not a missing one: pack and publish say that it has no SKILL.md", async () => {
  const folder = createFolder({ "empty/.git/HEAD": "" });
  const packed = await run(folder, ["empty"]);
  expect({ code: packed.code, text: packed.stdout }).toEqual({
    code: 1,
    text: expect.stringContaining("No SKILL.md in this directory"),
  });
  const published = await skillwrightHere(["publish", "empty", "--site", "public"], {
    cwd: folder,
    env: { HOME: join(folder, "home") },
  });
  expect(published.stderr).toContain("No SKILL.md in this directory");
});
