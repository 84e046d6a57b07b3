import { expect, test } from "vitest";
import { loadRuntime } from "./load-runtime.ts";
import type { SandboxRuntime } from "./sandbox-runtime.ts";

/** The package as it would be found; nothing else of it is asked here. */
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

test("a package that is not installed is a reason, and nothing else that fails is taken for it", async () => {
  const missing = Object.assign(new Error("Cannot find package"), { code: "ERR_MODULE_NOT_FOUND" });
  expect(await loadRuntime(() => Promise.reject(missing))).toBe(
    "the package @anthropic-ai/sandbox-runtime is not installed",
  );
  const broken = new SyntaxError("Unexpected token");
  await expect(loadRuntime(() => Promise.reject(broken))).rejects.toBe(broken);
});

test("what it lacks on this machine is said in its words", async () => {
  const checkDependencies: SandboxRuntime["checkDependencies"] = () => ({
    errors: ["socat not installed", "ripgrep (rg) not found"],
  });
  expect(await loadRuntime(found({ checkDependencies }))).toBe(
    "sandbox-runtime is missing dependencies: socat not installed; ripgrep (rg) not found",
  );
});

test("a process that uses it for itself keeps it for itself", async () => {
  const getConfig: SandboxRuntime["getConfig"] = () => ({ network: { allowedDomains: [] } });
  expect(await loadRuntime(found({ getConfig }))).toMatch(/^another part of this process uses/);
});

test("one that has served us before can serve us again", async () => {
  const getConfig: SandboxRuntime["getConfig"] = () => ({ network: {} });
  expect(await loadRuntime(found({ getConfig }))).toMatchObject({ getConfig });
});
