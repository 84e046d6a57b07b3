import { expect, test } from "vitest";
import { loadRuntime, runExclusively, type SandboxRuntime } from "./runtime-package.ts";

test("work runs one at a time, in order, and a failure stops nothing else", async () => {
  const seen: string[] = [];
  const gate = Promise.withResolvers<void>();
  const first = runExclusively(async () => {
    seen.push("first begins");
    await gate.promise;
    seen.push("first ends");
    throw new Error("no luck");
  });
  const second = runExclusively(async () => {
    seen.push("second");
    return 2;
  });
  await Promise.resolve();
  gate.resolve();
  await expect(first).rejects.toThrow("no luck");
  expect(await second).toBe(2);
  expect(seen).toEqual(["first begins", "first ends", "second"]);
});

/** The package as it would be found, with only the members used here. */
function found(parts: Partial<SandboxRuntime>): () => Promise<SandboxRuntime> {
  const never = (): never => {
    throw new Error("not asked for");
  };
  return async () => ({
    checkDependencies: () => ({ errors: [] }),
    getConfig: () => undefined,
    initialize: never,
    updateConfig: never,
    wrapWithSandbox: never,
    getLinuxHttpSocketPath: never,
    cleanupAfterCommand: never,
    reset: never,
    ...parts,
  });
}

test("a missing package is reported as a reason, and no other failure is mistaken for it", async () => {
  const missing = Object.assign(new Error("Cannot find package"), { code: "ERR_MODULE_NOT_FOUND" });
  expect(await loadRuntime(() => Promise.reject(missing))).toBe(
    "the package @anthropic-ai/sandbox-runtime is not installed",
  );
  const broken = new SyntaxError("Unexpected token");
  await expect(loadRuntime(() => Promise.reject(broken))).rejects.toBe(broken);
});

test("missing requirements on this machine are reported in its own words", async () => {
  const checkDependencies: SandboxRuntime["checkDependencies"] = () => ({
    errors: ["socat not installed", "ripgrep (rg) not found"],
  });
  expect(await loadRuntime(found({ checkDependencies }))).toBe(
    "sandbox-runtime is missing dependencies: socat not installed; ripgrep (rg) not found",
  );
});

test("a runtime that the host process uses itself is not shared", async () => {
  const getConfig: SandboxRuntime["getConfig"] = () => ({ network: { allowedDomains: [] } });
  expect(await loadRuntime(found({ getConfig }))).toMatch(/^another part of this process uses/);
});

test("an instance that served us before can be reused", async () => {
  const getConfig: SandboxRuntime["getConfig"] = () => ({ network: {} });
  expect(await loadRuntime(found({ getConfig }))).toMatchObject({ getConfig });
});
