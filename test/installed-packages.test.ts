import { execFile } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { root } from "./source-files.ts";

/**
 * The packages as a stranger gets them: packed, installed with npm into an empty folder outside this repository, and used there. npm
 * takes third-party packages from its cache, which `npm ci` filled, or from the registry. Only the SDKs that are optional peers are
 * linked from here.
 */
const names = ["core", "runtime", "evals", "packaging", "hub", "mcp", "cli"] as const;
const folder = mkdtempSync(join(tmpdir(), "skillwright-installed-"));
const modules = join(folder, "node_modules");
/** A busy machine compiles everything for minutes if nothing is built yet. */
const longest = 300_000;

const PackageSchema = z.looseObject({
  name: z.string(),
  description: z.string(),
  keywords: z.array(z.string()).min(3),
  repository: z.object({ type: z.literal("git"), url: z.string(), directory: z.string() }),
  license: z.literal("Apache-2.0"),
  exports: z.record(z.string(), z.unknown()).optional(),
  peerDependencies: z.record(z.string(), z.string()).default({}),
});

beforeAll(async () => {
  await runNode(["node_modules/typescript/bin/tsc", "-b", "tsconfig.json"]);
  await runNode(["scripts/prune-dist.mjs"]);
  const packed = join(folder, "packed");
  mkdirSync(packed);
  const workspaces = names.map((name) => `--workspace=packages/${name}`);
  await run("npm", ["pack", "--ignore-scripts", `--pack-destination=${packed}`, ...workspaces]);
  writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, type: "module" }));
  const tarballs = readdirSync(packed).map((name) => join(packed, name));
  const quick = ["--prefer-offline", "--no-audit", "--no-fund", "--omit=optional"];
  await run("npm", ["install", `--prefix=${folder}`, ...quick, ...tarballs]);
  for (const name of names) linkPeers(join(root, "packages", name));
  linkModule("@types/node");
  cpSync(join(root, "examples/skills"), join(folder, "examples/skills"), { recursive: true });
}, longest);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe.each(names)("packages/%s", (directory) => {
  const name = directory === "cli" ? "skillwright" : `@skillwright/${directory}`;

  test("says what it is, and brings its README and license", () => {
    const installed = join(modules, name);
    const { repository } = readPackage(installed);
    expect(repository.directory).toBe(`packages/${directory}`);
    expect(readFileSync(join(installed, "README.md"), "utf8")).toContain(name);
    expect(readFileSync(join(installed, "LICENSE"), "utf8")).toContain("Apache License");
  });

  test("holds what its sources make and nothing else: no tests, no fixtures, no leftovers", () => {
    const files = readdirSync(join(modules, name), { recursive: true, encoding: "utf8" }).filter(
      (file) => !file.startsWith("node_modules"),
    );
    expect(files.filter((file) => /\.test\.|fixtures|tsbuildinfo|^src\/|^tsconfig/.test(file))).toEqual([]);
    // The command is a bundle, whose parts are named after commands such as `test`.
    const helpers = /(?:^|\/)(?:contract|test-[\w-]+)\.(?:js|d\.ts)$/;
    expect(directory === "cli" ? [] : files.filter((file) => helpers.test(file))).toEqual([]);
  });
});

test("the command checks and lists skills", { timeout: longest }, async () => {
  const checked = await skillwright("check", "examples/skills/csv-check");
  expect(checked).toContain("csv-check");
  expect(await skillwright("list", "--root", "examples/skills")).toContain("csv-check");
});

test("the program of the library guide runs", { timeout: longest }, async () => {
  const guide = readFileSync(join(root, "docs/guides/library.md"), "utf8");
  const [, program = ""] = /```ts\n([\s\S]*?)```/.exec(guide) ?? [];
  expect(program).toContain("@skillwright/core");
  writeFileSync(join(folder, "program.ts"), program);
  expect(await runNode(["program.ts"], folder)).toContain("csv-check");
});

test.each([
  ["nodenext", "nodenext"],
  ["bundler", "esnext"],
])(
  "every public subpath resolves and type-checks with %s",
  { timeout: longest },
  async (moduleResolution, module) => {
    const paths = names.flatMap((name) => publicPaths(join(root, "packages", name)));
    expect(paths).toContain("@skillwright/core/policy");
    const lines = paths.map(
      (path, index) => `import * as part${index} from "${path}";\nexport { part${index} };\n`,
    );
    writeFileSync(join(folder, "every-path.ts"), lines.join(""));
    const compilerOptions = {
      ...{
        strict: true,
        noEmit: true,
        target: "es2024",
        lib: ["es2025", "dom", "dom.iterable"],
        types: ["node"],
      },
      ...{ module, moduleResolution, skipLibCheck: true },
    };
    writeFileSync(
      join(folder, "tsconfig.json"),
      JSON.stringify({ compilerOptions, files: ["every-path.ts"] }),
    );
    expect(await runNode([join(root, "node_modules/typescript/bin/tsc"), "-p", "."], folder)).toBe("");
  },
);

function publicPaths(directory: string): readonly string[] {
  const { name, exports = {} } = readPackage(directory);
  return Object.keys(exports)
    .filter((path) => !path.includes("*"))
    .map((path) => name + path.slice(1));
}

function linkPeers(directory: string): void {
  for (const name of Object.keys(readPackage(directory).peerDependencies)) linkModule(name);
}

function linkModule(name: string): void {
  const link = join(modules, name);
  if (existsSync(link)) return;
  mkdirSync(dirname(link), { recursive: true });
  symlinkSync(join(root, "node_modules", name), link);
}

function readPackage(directory: string): z.infer<typeof PackageSchema> {
  return PackageSchema.parse(JSON.parse(readFileSync(join(directory, "package.json"), "utf8")));
}

function skillwright(...words: readonly string[]): Promise<string> {
  return runNode([join(modules, ".bin/skillwright"), ...words], folder);
}

function runNode(words: readonly string[], cwd: string = root): Promise<string> {
  return run(process.execPath, words, cwd);
}

async function run(program: string, words: readonly string[], cwd: string = root): Promise<string> {
  const { NODE_OPTIONS: _options, ...env } = process.env;
  const home = { HOME: folder, SKILLWRIGHT_HOME: join(folder, "home") };
  const failed = (error: { readonly stdout?: string; readonly stderr?: string }): never => {
    throw new Error(`${[program, ...words].join(" ")} failed: ${error.stdout ?? ""}${error.stderr ?? ""}`, {
      cause: error,
    });
  };
  const { stdout } = await promisify(execFile)(program, [...words], {
    cwd,
    env: { ...env, ...(cwd === root ? {} : home) },
    maxBuffer: 50_000_000,
  }).catch(failed);
  return stdout;
}
