import { mkdirSync, realpathSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createTestFolder } from "../test-contract-runs.ts";
import { inspectMachine } from "./inspect-machine.ts";

describe.skipIf(process.platform !== "linux")("on Linux", () => {
  test("the system's folders come with their real paths and the links that lead there", () => {
    const { places } = inspectMachine({ path: "/usr/bin", homes: [], network: "none" });
    const shell = realpathSync("/bin/sh");
    expect(places.some(({ real }) => shell.startsWith(`${real}/`))).toBe(true);
    expect(places.map(({ real }) => real)).toContain("/usr");
  });

  test("nothing in /etc with accounts, keys or service settings is exposed", () => {
    const { places } = inspectMachine({ path: "/usr/bin", homes: [], network: "all" });
    const names = places.flatMap(({ real, links }) => [real, ...links.map(({ at }) => at)]);
    const telling =
      /^\/etc$|shadow|passwd|group|ssh|sudo|private|^\/(root|home|sys|boot)\b|^\/var\/(log|run)/;
    expect(names.filter((name) => telling.test(name))).toEqual([]);
  });

  test("name resolution files are included only with full network access", () => {
    const look = (network: "none" | "all") =>
      inspectMachine({ path: "", homes: [], network }).places.flatMap(({ real, links }) => [
        real,
        ...links.map(({ at }) => at),
      ]);
    expect(look("none")).not.toContain("/etc/hosts");
    expect(look("all")).toContain("/etc/hosts");
  });

  test("a link on PATH is recreated only if it leads to a toolchain", () => {
    const home = createTestFolder();
    for (const name of [".pyenv/bin", "private/bin"]) mkdirSync(join(home, name), { recursive: true });
    symlinkSync(".pyenv", join(home, "one"));
    symlinkSync("private", join(home, "two"));
    const path = [join(home, "one", "bin"), join(home, "two", "bin")].join(":");
    const { places, links } = inspectMachine({ path, homes: [home], network: "none" });
    expect(places.filter(({ real }) => real.startsWith(home))).toEqual([
      { real: join(home, ".pyenv"), links: [] },
    ]);
    expect(links).toEqual([{ at: join(home, "one"), target: ".pyenv" }]);
  });

  test("T4: a PATH entry that leaves a toolchain, or a toolchain that is a link, exposes nothing else", () => {
    const home = createTestFolder();
    for (const name of ["bin", "opt"]) mkdirSync(join(home, name));
    symlinkSync(home, join(home, ".pyenv"));
    const path = ["/opt/../etc/bin", `/opt/x/../..${home}/bin`, join(home, ".pyenv", "bin"), ".", ""].join(
      ":",
    );
    const { places, links } = inspectMachine({ path, homes: [home], network: "none" });
    const system = inspectMachine({ path: "", homes: [], network: "none" });
    expect({ places, links }).toEqual({ places: system.places, links: [] });
  });
});
