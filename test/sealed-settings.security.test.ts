import { expect, test } from "vitest";
import { hookPlaces } from "../packages/cli/src/agents/hook-places.ts";
import { mcpAgents } from "../packages/cli/src/agents/mcp-agents.ts";
import { sealedNames } from "../packages/runtime/src/sandbox/sealed-paths.ts";

const here = {
  project: "/app",
  place: { home: "/home/ada", configFolder: "/home/ada/.config", platform: "linux" },
  environment: {},
} as const;

test("the sandbox seals every settings file of a project that holds an agent's hooks or servers", () => {
  const hooks = Object.values(hookPlaces).flatMap(({ files, others }) => [
    ...files.project(here),
    ...others(here),
  ]);
  const servers = mcpAgents.flatMap(({ files }) => files.project?.(here) ?? []);
  const inProject = [...hooks, ...servers].filter((path) => path.startsWith("/app/"));
  const isSealed = (path: string): boolean =>
    sealedNames.some((name) => `${path}/`.startsWith(`/app/${name}/`));
  expect(inProject.length).toBeGreaterThan(10);
  expect(inProject.filter((path) => !isSealed(path))).toEqual([]);
});
