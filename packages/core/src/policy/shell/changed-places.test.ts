import { expect, test } from "vitest";
import { collapsePath } from "../request-path.ts";
import type { ToolRequest } from "../tool-request.ts";
import { findChangedPlace } from "./changed-places.ts";

const place = "/real/project/.claude/settings.json";

/** A request in a project whose folder is a link. */
const request: ToolRequest = {
  tool: "Bash",
  input: {},
  workspace: "/link",
  resolvePath: (path) => collapsePath(path.startsWith("/") ? path : `/real/project/${path}`),
};

function find(line: string): string | undefined {
  return findChangedPlace(() => [place], { line, folders: [] }, request);
}

test.each([
  "cat .claude/settings.json",
  "wc -l < .claude/settings.json",
  "git status && ls -la | grep x",
  "sed -n 1p x",
])("places are not listed for %j, which changes nothing", (line) => {
  const list = (): never => {
    throw new Error("listed");
  };
  expect(findChangedPlace(list, { line, folders: [] }, request)).toBeUndefined();
});

test("a pattern starts at the real folder of the project", () => {
  expect(find("rm .cl*/settings.json")).toBe(place);
});

test("without a home folder, a tilde stands for no place", () => {
  expect(find("rm ~/settings.json ~/.claude/x")).toBeUndefined();
});
