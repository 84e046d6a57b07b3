import { expect, test } from "vitest";
import { narrowPrograms, shownPrograms } from "./narrow-programs.ts";
import { traceAll } from "./trace-links.ts";

const system = traceAll(["/usr", "/bin", "/sbin", "/lib", "/lib64"]);
const path = "/usr/bin:/bin";

function shown(...programs: readonly string[]): readonly string[] {
  return narrowPrograms({ programs, path, system, toolchains: [] }).map(({ real }) => real);
}

test.skipIf(process.platform !== "linux")(
  "a program brings its file, and neither folders of programs nor all of /usr",
  () => {
    const places = shown("cat");
    expect(places.filter((place) => /\/s?bin(?:\/|$)|^\/usr$|libexec/.test(place))).toEqual(["/usr/bin/cat"]);
  },
);

test.skipIf(process.platform !== "linux")(
  "a script brings its interpreter, and a shell script what such scripts use",
  () => {
    // A shell script on every Linux system with glibc.
    const places = shown("ldd");
    expect(places).toContain("/usr/bin/ldd");
    expect(places.some((place) => /\/(?:ba|da)sh$/.test(place))).toBe(true);
    expect(places).toContain("/usr/bin/cat");
  },
);

test("a program that does not exist brings nothing", () => {
  expect(shown("no-such-program")).toEqual(shown());
});

test("a request without a list shows everything, one with a list also the shell and the command's own program", () => {
  const request = { command: ["bash", "-c", "x"] as const, environment: { PATH: "/bin" } };
  expect(shownPrograms(request)).toBeUndefined();
  expect(shownPrograms({ ...request, programs: ["git"] })).toEqual({
    programs: ["bash", "/bin/sh", "/usr/bin/env", "git"],
    path: "/bin",
  });
});
