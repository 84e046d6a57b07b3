import { symlinkSync } from "node:fs";
import { afterAll, describe, expect, test } from "vitest";
import { createTestMachine, removeTestMachines, skillFile } from "../test-io.ts";

afterAll(removeTestMachines);

/** What a cloned repository may try, each with the reason it is refused for. */
const attempts: readonly [string, object, string][] = [
  ["a folder above the project", { roots: [{ path: "../stolen" }] }, "../stolen is outside of the project"],
  ["a folder of the home", { roots: [{ path: "~/stolen" }] }, "~/stolen is outside of the project"],
  ["a folder anywhere", { roots: [{ path: "/etc" }] }, "/etc is outside of the project"],
  ["a folder that only looks inside", { roots: [{ path: "a/../../repo-2" }] }, "is outside of the project"],
  [
    "another scope for its own folder",
    { roots: [{ path: "s", scope: "enterprise" }] },
    "its folders have the scope project, not enterprise",
  ],
  ["scope custom, which needs no trust", { roots: [{ path: "s", scope: "custom" }] }, "not custom"],
  ["turning the user's skills off", { off: ["*"] }, "catalog.off belongs into your own configuration"],
  ["coming first", { precedence: "omniforge" }, "catalog.precedence belongs into your own configuration"],
  ["hiding agents", { clients: ["codex"] }, "catalog.clients belongs into your own configuration"],
  ["being somebody else", { tenant: "acme" }, "catalog.tenant belongs into your own configuration"],
];

describe.each(attempts)("a project's configuration: %s", (_, catalog, reason) => {
  test("is refused in every command", async () => {
    const machine = createTestMachine({
      "repo/.git/HEAD": "",
      "repo/skillwright.config.json": JSON.stringify({ catalog }),
      "repo/s/pdf/SKILL.md": skillFile("pdf"),
      "repo-2/pdf/SKILL.md": skillFile("pdf"),
      "stolen/pdf/SKILL.md": skillFile("pdf"),
      "home/stolen/pdf/SKILL.md": skillFile("pdf"),
    });
    for (const words of [
      ["list"],
      ["search", "pdf"],
      ["explain", "pdf"],
      ["use", "pdf"],
      ["trust", "--yes"],
      ["doctor"],
    ]) {
      const { code, out, err } = await machine.run(words);
      expect({ words, code, out }).toEqual({ words, code: 2, out: "" });
      expect(err).toContain("a project may only add folders of its own to the catalog");
      expect(err).toContain(reason);
    }
  });
});

test("a folder of the project that is a link out of it is refused", async () => {
  const machine = createTestMachine({
    "repo/.git/HEAD": "",
    "repo/skillwright.config.json": JSON.stringify({ catalog: { roots: [{ path: "docs/inside" }] } }),
    "elsewhere/inside/pdf/SKILL.md": skillFile("pdf"),
  });
  symlinkSync("../elsewhere", `${machine.folder}/repo/docs`);
  const { code, out, err } = await machine.run(["list", "--json"]);
  expect({ code, out }).toEqual({ code: 2, out: "" });
  expect(err).toContain("docs/inside is a link out of the project");
});
