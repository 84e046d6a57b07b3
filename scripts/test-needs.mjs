import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

/** What tests use shells for. */
const completion = {
  tests: "packages/cli/src/commands/completion.test.ts",
  what: "the test of the completion script for",
};
const reading = {
  tests: "packages/core/src/policy/shell/",
  what: "the comparison of read command lines with",
};

/** System programs that some tests need, one row each; `tests` says which. */
const needs = [
  {
    program: "bwrap",
    packages: { apt: "bubblewrap", dnf: "bubblewrap", pacman: "bubblewrap", apk: "bubblewrap" },
    tests: ["packages/runtime/src/", "packages/cli/src/", "test/"],
    what: "every test that runs a program in a sandbox, the attempts to escape among them",
  },
  {
    program: "socat",
    packages: { apt: "socat", dnf: "socat", pacman: "socat", apk: "socat" },
    tests: ["packages/runtime/src/sandbox/"],
    what: "the tests of the sandbox-runtime backend",
  },
  {
    program: "rg",
    packages: { apt: "ripgrep", dnf: "ripgrep", pacman: "ripgrep", apk: "ripgrep" },
    tests: ["packages/runtime/src/sandbox/"],
    what: "the tests of the sandbox-runtime backend",
  },
  {
    program: "chromium",
    // What systems and Google call it.
    aliases: ["chromium-browser", "google-chrome"],
    packages: { apt: "chromium", dnf: "chromium", pacman: "chromium", apk: "chromium" },
    tests: [
      "packages/evals/src/report/report-page.browser.test.ts",
      "packages/hub/src/sign-in/sign-in.browser.test.ts",
      "test/dashboard/",
    ],
    what: "the tests of the dashboard, the eval report and the hub's sign-in in a browser",
  },
  {
    program: "docker-registry",
    packages: { apt: "docker-registry" },
    tests: ["packages/packaging/src/sources/oci-registry.test.ts"],
    what: "the test of OCI artifacts in a real registry",
  },
  ...Object.entries({ bash: [reading], dash: [reading], zsh: [completion, reading], fish: [completion] }).map(
    ([shell, purposes]) => ({
      program: shell,
      packages: { apt: shell, dnf: shell, pacman: shell, apk: shell },
      tests: purposes.map(({ tests }) => tests),
      what: purposes.map(({ what }) => `${what} ${shell}`).join(", "),
    }),
  ),
];

/** The rows whose program is in none of these folders. They are for Linux; elsewhere nothing is missing. */
export function missingNeeds({ path = "", platform = process.platform } = {}) {
  if (platform !== "linux") return [];
  return needs.filter(({ program, aliases = [] }) =>
    [program, ...aliases].every((name) => findProgram(name, path) === undefined),
  );
}

/** The path of a program, as a shell finds it. */
export function findProgram(program, path) {
  return path
    .split(delimiter)
    .filter((folder) => folder !== "")
    .map((folder) => join(folder, program))
    .find(isExecutable);
}

function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
