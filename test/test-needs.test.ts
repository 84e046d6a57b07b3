import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createFolder, removeFoldersAfterwards } from "./run-command.ts";
import { root } from "./source-files.ts";

removeFoldersAfterwards();

/** Starts a script of the project with a PATH of one folder. */
function run(script: string, { programs, words = [] }: { programs: string; words?: readonly string[] }) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [`scripts/${script}`, ...words], {
    cwd: root,
    encoding: "utf8",
    env: { PATH: programs },
  });
  return { status, stdout, stderr };
}

function createPrograms(texts: Readonly<Record<string, string>>): string {
  const folder = createFolder();
  for (const [name, text] of Object.entries(texts)) {
    writeFileSync(join(folder, name), `#!/bin/sh\n${text}\n`);
    chmodSync(join(folder, name), 0o755);
  }
  return folder;
}

const shells = { bash: "", dash: "", zsh: "", fish: "" };
const complete = { bwrap: "", socat: "", rg: "", chromium: "", "docker-registry": "", ...shells };
const onLinux = process.platform === "linux";

describe.runIf(onLinux)("what the tests need", () => {
  test("nothing is printed or installed if nothing is missing", () => {
    const programs = createPrograms({ ...complete, "apt-get": 'echo called > "$0.called"' });
    expect(run("install-needs.mjs", { programs })).toEqual({ status: 0, stdout: "", stderr: "" });
    expect(existsSync(join(programs, "apt-get.called"))).toBe(false);
  });

  test("without bubblewrap it prints what is missing, what will not run and how to install it", () => {
    const programs = createPrograms({ socat: "", rg: "", chromium: "", "docker-registry": "", ...shells });
    const { status, stdout } = run("install-needs.mjs", { programs });
    expect(status).toBe(0);
    expect(stdout).toContain("SOME TESTS WILL NOT RUN");
    expect(stdout).toContain("  bwrap is missing: every test that runs a program in a sandbox");
    expect(stdout).toContain("  Debian, Ubuntu: sudo apt-get install bubblewrap\n");
    expect(stdout).toContain("  Fedora: sudo dnf install bubblewrap\n");
    expect(stdout).not.toContain("socat");
  });

  test("systems that do not have what is missing are left out of the advice", () => {
    const { "docker-registry": _, ...others } = complete;
    const { stdout } = run("install-needs.mjs", { programs: createPrograms(others) });
    expect(stdout).toContain("  Debian, Ubuntu: sudo apt-get install docker-registry\n");
    expect(stdout).not.toContain("Fedora");
  });

  test.each(["chromium", "chromium-browser", "google-chrome"])("the browser may be called %s", (name) => {
    const { chromium: _, ...others } = complete;
    expect(run("install-needs.mjs", { programs: createPrograms({ ...others, [name]: "" }) }).stdout).toBe("");
    const { stdout } = run("install-needs.mjs", { programs: createPrograms(others) });
    expect(stdout).toContain(
      "  chromium is missing: the tests of the dashboard, the eval report and the hub's sign-in in a browser\n",
    );
  });

  test("a file that cannot be run is not the program", () => {
    const programs = createPrograms(complete);
    chmodSync(join(programs, "bwrap"), 0o644);
    expect(run("install-needs.mjs", { programs }).stdout).toContain("bwrap is missing");
  });
});

describe.runIf(onLinux && process.getuid?.() === 0)("as root where there is apt-get", () => {
  const noting = 'echo "$DEBIAN_FRONTEND $*" >> "$0.calls"';

  test("what is missing is installed, and only that", () => {
    const programs = createPrograms({
      rg: "",
      chromium: "",
      "docker-registry": "",
      ...shells,
      "apt-get": `${noting}\nfolder="\${0%/*}"\nfor name in bwrap socat; do\n  : > "$folder/$name"\n  /bin/chmod +x "$folder/$name"\ndone`,
    });
    const { status, stdout } = run("install-needs.mjs", { programs });
    expect({ status, stdout }).toEqual({
      status: 0,
      stdout: "Installing bubblewrap, socat, which tests need …\n",
    });
    const calls = readFileSync(join(programs, "apt-get.calls"), "utf8").split("\n");
    expect(calls).toEqual([
      "noninteractive -q -o DPkg::Lock::Timeout=60 update",
      "noninteractive -q -o DPkg::Lock::Timeout=60 install --yes --no-install-recommends bubblewrap socat",
      "",
    ]);
  });

  test("an unknown package does not prevent the installation of the others", () => {
    const programs = createPrograms({
      rg: "",
      socat: "",
      "apt-get": `${noting}\ncase "$*" in *chromium*) echo "E: no chromium" >&2; exit 100;; *bubblewrap) : > "\${0%/*}/bwrap"; /bin/chmod +x "\${0%/*}/bwrap";; esac`,
    });
    const { stdout } = run("install-needs.mjs", { programs });
    expect(existsSync(join(programs, "bwrap"))).toBe(true);
    expect(stdout).toContain("chromium is missing");
    expect(stdout).not.toContain("bwrap is missing");
  });

  test("a failed installation shows why, and does not fail the check", () => {
    const programs = createPrograms({ "apt-get": 'echo "E: no network for $*" >&2; exit 100' });
    const { status, stdout } = run("install-needs.mjs", { programs });
    expect(status).toBe(0);
    expect(stdout).toContain(
      "apt-get install --yes --no-install-recommends bubblewrap socat ripgrep chromium docker-registry bash dash zsh fish did not",
    );
    expect(stdout).toContain("E: no network for -q");
    expect(stdout).toContain("SOME TESTS WILL NOT RUN");
  });
});

describe("the count at the end", () => {
  const reportOf = (testResults: readonly object[], counts: object): readonly string[] => {
    const folder = createFolder({ "report.json": JSON.stringify({ ...counts, testResults }) });
    return [join(folder, "report.json")];
  };

  test("is one line when every test ran", () => {
    const file = {
      name: `${root}packages/a.test.ts`,
      assertionResults: [{ status: "passed", fullName: " adds" }],
    };
    const words = reportOf([file], { numPassedTests: 1, numFailedTests: 0 });
    expect(run("count-tests.mjs", { programs: "", words })).toEqual({
      status: 0,
      stdout: "\n1 passed, 0 failed, 0 skipped\n",
      stderr: "",
    });
  });

  test("names up to ten files that took ten seconds or more, the slowest first", () => {
    const files = Array.from({ length: 13 }, (_, index) => ({
      name: `${root}packages/${index}.test.ts`,
      ...{ startTime: 1000, endTime: 1000 + index * 5000 },
      assertionResults: [],
    }));
    const words = reportOf(files, { numPassedTests: 0, numFailedTests: 0 });
    const lines = run("count-tests.mjs", { programs: "", words }).stdout.split("\n");
    expect(lines.slice(0, 4)).toEqual([
      "",
      "Slowest files:",
      "   60.0 s  packages/12.test.ts",
      "   55.0 s  packages/11.test.ts",
    ]);
    expect(lines.slice(11)).toEqual([
      "   15.0 s  packages/3.test.ts",
      "",
      "0 passed, 0 failed, 0 skipped",
      "",
    ]);
  });

  test.runIf(onLinux)("names every test that did not run, with the reason", () => {
    const programs = createPrograms({ socat: "", rg: "" });
    const file = (name: string, results: readonly (readonly [string, string])[]): object => ({
      name: `${root}${name}`,
      assertionResults: results.map(([status, fullName]) => ({ status, fullName })),
    });
    const words = reportOf(
      [
        file("packages/runtime/src/sandbox/bubblewrap/x.test.ts", [
          ["passed", " a name"],
          ["skipped", " the home folder is hidden"],
          ["pending", " so is the network"],
        ]),
        file("packages/core/src/y.test.ts", [
          ["todo", " later"],
          ["failed", " broken"],
        ]),
      ],
      { numPassedTests: 1, numFailedTests: 1 },
    );
    const line = "!".repeat(80);
    expect(run("count-tests.mjs", { programs, words }).stdout).toBe(
      [
        "",
        line,
        "3 TESTS DID NOT RUN",
        "",
        "  packages/runtime/src/sandbox/bubblewrap/x.test.ts: bwrap not installed",
        "    the home folder is hidden",
        "    so is the network",
        "",
        "  packages/core/src/y.test.ts: not for this system, user or Node version",
        "    later",
        line,
        "",
        "1 passed, 1 failed, 3 skipped",
        "",
      ].join("\n"),
    );
  });
});
