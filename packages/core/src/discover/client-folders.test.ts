import { expect, test } from "vitest";
import { SkillError } from "../error.ts";
import { formatError } from "../format.ts";
import { codeOf } from "../fs/contract.ts";
import { chooseClients, orderFolders } from "./client-folders.ts";
import { clients } from "./clients.ts";

const projectFolders = (ids?: readonly string[]): readonly string[] =>
  orderFolders(chooseClients(ids), ({ project }) => project).map(({ path, client }) => `${path} ${client}`);

test("without ids, all clients apply, the shared row first", () => {
  const chosen = chooseClients();
  expect(chosen[0]?.id).toBe("universal");
  expect(chosen.map(({ id }) => id).sort()).toEqual(clients.map(({ id }) => id));
});

test("with ids, only those clients apply, in that order", () => {
  expect(chooseClients(["codex", "amp", "codex"]).map(({ id }) => id)).toEqual(["codex", "amp"]);
  expect(chooseClients([])).toEqual([]);
});

test("shared folders come first, then each client's in turn", () => {
  expect(projectFolders(["cursor"])).toEqual([
    ".agents/skills cursor",
    ".cursor/skills cursor",
    ".claude/skills cursor",
    ".codex/skills cursor",
  ]);
  expect(projectFolders(["goose", "claude-code"])).toEqual([
    ".agents/skills goose",
    ".goose/skills goose",
    ".claude/skills claude-code",
  ]);
});

test("a folder that many agents read belongs to the client it is named after", () => {
  const all = projectFolders();
  expect(all.slice(0, 3)).toEqual([
    ".agents/skills universal",
    "skills universal",
    ".agent/skills universal",
  ]);
  expect(all).toEqual(
    expect.arrayContaining([
      ".claude/skills claude-code",
      ".codex/skills codex",
      ".github/skills copilot",
      ".trae/skills trae",
    ]),
  );
  expect(new Set(all.map((line) => line.split(" ")[0])).size).toBe(all.length);
});

test("an unknown client is an error that suggests the one meant", () => {
  const attempt = (id: string): string => {
    try {
      chooseClients([id]);
    } catch (error) {
      if (error instanceof SkillError) return formatError(error);
    }
    return "";
  };
  expect(codeOf(() => chooseClients(["claude-code", "nobody"]))).toBe("client-unknown");
  expect(attempt("claude-cod")).toBe("Unknown agent claude-cod. Did you mean claude-code?");
  expect(attempt("nobody-at-all")).toBe("Unknown agent nobody-at-all.");
});
