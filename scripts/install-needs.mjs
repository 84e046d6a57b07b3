import { spawnSync } from "node:child_process";
import { findProgram, missingNeeds } from "./test-needs.mjs";

// Runs before the tests and installs what they need if it may. It never fails: a machine that lacks something runs the other tests
// and prints which ones it skips.
const installers = [
  ["Debian, Ubuntu", "apt", "sudo apt-get install"],
  ["Fedora", "dnf", "sudo dnf install"],
  ["Arch", "pacman", "sudo pacman -S"],
  ["Alpine", "apk", "sudo apk add"],
];
const path = process.env.PATH ?? "";
const missing = missingNeeds({ path });
if (missing.length > 0 && mayInstall()) installWithApt(missing.map(({ packages }) => packages.apt));
report(missing.length > 0 ? missingNeeds({ path }) : []);

function mayInstall() {
  return process.getuid?.() === 0 && findProgram("apt-get", path) !== undefined;
}

function installWithApt(packages) {
  console.log(`Installing ${packages.join(", ")}, which tests need …`);
  // A failed update is not fatal: the package lists may be recent enough.
  apt(["update"], 120);
  const install = (names) => apt(["install", "--yes", "--no-install-recommends", ...names], 300);
  // A package that the system does not know keeps apt-get from installing the others.
  if (!install(packages) && packages.length > 1) for (const name of packages) install([name]);
}

function apt(words, seconds) {
  const { status, error, stdout, stderr } = spawnSync(
    "apt-get",
    ["-q", "-o", "DPkg::Lock::Timeout=60", ...words],
    {
      encoding: "utf8",
      timeout: seconds * 1000,
      env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    },
  );
  if (status === 0) return true;
  console.log(`apt-get ${words.join(" ")} did not work${error ? ` (${error.message})` : ""}:`);
  console.log(`${stdout ?? ""}${stderr ?? ""}`.trim());
  return false;
}

function report(stillMissing) {
  if (stillMissing.length === 0) return;
  const line = "!".repeat(80);
  console.log(`${line}\nSOME TESTS WILL NOT RUN: this machine lacks what they need.\n`);
  for (const { program, what } of stillMissing) console.log(`  ${program} is missing: ${what}`);
  console.log("\nTo install it:");
  for (const [system, tool, command] of installers) {
    const names = stillMissing.flatMap(({ packages }) => packages[tool] ?? []);
    if (names.length > 0) console.log(`  ${system}: ${command} ${names.join(" ")}`);
  }
  console.log(line);
}
