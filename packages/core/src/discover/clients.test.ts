import { expect, test } from "vitest";
import { clients } from "./clients.ts";

const find = (id: string): (typeof clients)[number] | undefined => clients.find((client) => client.id === id);

test("clients are sorted by id, without duplicates", () => {
  const ids = clients.map(({ id }) => id);
  expect(ids).toEqual([...new Set(ids)].sort());
  expect(ids.length).toBeGreaterThan(90);
});

test("project folders are relative and stay inside it; the others state their base", () => {
  const enterprise = clients.flatMap((client) => Object.values(client.enterprise ?? {}).flat());
  const packages = clients.flatMap((client) => client.packages ?? []);
  const wrong = [
    ...clients.flatMap(({ project }) => project).filter((path) => /^[~$/]|:|\.\.|\/$/.test(path)),
    ...clients.flatMap(({ personal }) => personal).filter((path) => !/^~\/[^/].*[^/]$/.test(path)),
    ...enterprise.filter((path) => !/^(?:~|\$data|[A-Z]:)?\/[^/].*[^/]$/.test(path)),
    ...packages.filter(({ path, depth }) => !/^(?:~\/|\$data\/)?[^/]/.test(path) || depth < 1 || depth > 3),
  ];
  expect(wrong).toEqual([]);
});

test("every client has folders, none of them twice", () => {
  for (const { id, project, personal } of clients) {
    expect([id, new Set(project).size, new Set(personal).size]).toEqual([
      id,
      project.length,
      personal.length,
    ]);
    expect(project.length, id).toBeGreaterThan(0);
  }
});

test("S0-18: the agents of UAAPS have the folders it names", () => {
  expect(find("claude-code")).toMatchObject({ project: [".claude/skills"], personal: ["~/.claude/skills"] });
  expect(find("claude-code")?.packages).toContainEqual({ path: "~/.claude/plugins/cache", depth: 3 });
  expect(find("cursor")?.packages).toContainEqual({ path: "~/.cursor/plugins/local", depth: 1 });
  expect(find("copilot")?.project).toEqual(expect.arrayContaining([".github/skills", ".claude/skills"]));
  expect(find("copilot")?.personal).toContain("~/.github/skills");
  expect(find("codex")?.project).toContain(".agents/skills");
  expect(find("codex")?.personal).toEqual(expect.arrayContaining(["~/.codex/skills", "~/.agents/skills"]));
  expect(["amp", "goose", "opencode", "letta"].filter((id) => find(id) === undefined)).toEqual([]);
});

test("S3-23: OmniForge has its enterprise, personal and project folders on every platform", () => {
  const enterprise = ["~/.omniforge/enterprise/skills"];
  expect(find("omniforge")).toEqual({
    id: "omniforge",
    name: "OmniForge",
    project: [".omniforge/skills"],
    personal: ["~/.omniforge/skills"],
    enterprise: { linux: enterprise, darwin: enterprise, win32: enterprise },
  });
});

test("standard §2 items 2 to 5: the shared folders exist in every scope", () => {
  expect(find("universal")).toMatchObject({
    project: expect.arrayContaining([".agents/skills", "skills"]),
    personal: expect.arrayContaining(["~/.agents/skills"]),
    enterprise: {
      linux: ["/etc/skillwright/skills", "$data/hub/current/skills"],
      darwin: ["/Library/Application Support/Skillwright/skills", "$data/hub/current/skills"],
      win32: ["C:/ProgramData/Skillwright/skills", "$data/hub/current/skills"],
    },
  });
});
