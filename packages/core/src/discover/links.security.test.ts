import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { createTestFolder } from "../fs/contract.ts";
import { createNodeFileSystem } from "../fs/node.ts";
import { followLink, type LinkTarget, linkTerritory } from "./links.ts";

const fs = createNodeFileSystem();

/** A home with a personal folder, a repository in it, and a folder outside of it; each has a skill. */
function createPlaces(): Readonly<Record<"home" | "personal" | "repo" | "outside", string>> {
  const folder = createTestFolder();
  const places = {
    home: `${folder}/home`,
    personal: `${folder}/home/.claude/skills`,
    repo: `${folder}/home/repo`,
    outside: `${folder}/outside`,
  };
  for (const place of Object.values(places)) {
    mkdirSync(`${place}/skill`, { recursive: true });
    writeFileSync(`${place}/skill/SKILL.md`, "");
  }
  mkdirSync(`${places.repo}/.git`);
  mkdirSync(`${places.repo}/skills`);
  mkdirSync(`${places.home}/plain`);
  return places;
}

function follow(root: string, target: string, home?: string): LinkTarget["kind"] {
  const path = `${root}/link`;
  symlinkSync(target, path);
  return followLink(fs, path, { root, territory: () => linkTerritory(fs, root, home) }).kind;
}

test("a personal folder may link to the whole home, a repository in it included", () => {
  const { home, personal, repo } = createPlaces();
  expect(follow(personal, `${home}/skill`, home)).toBe("skill");
  expect(follow(`${repo}/..`, `${repo}/skill`, home)).toBe("visited");
});

test("a repository may link to itself alone, even inside the home", () => {
  const { home, repo, outside, personal } = createPlaces();
  expect(follow(`${repo}/skills`, `${repo}/skill`, home)).toBe("skill");
  const { repo: other } = createPlaces();
  expect(follow(`${other}/skills`, `${personal}/skill`, home)).toBe("foreign");
  expect(follow(`${repo}/skill`, `${outside}/skill`, home)).toBe("foreign");
});

test("nothing outside the home is followed from a personal folder", () => {
  const { home, personal, outside } = createPlaces();
  expect(follow(personal, `${outside}/skill`, home)).toBe("foreign");
});

test("a link to a folder that is not a skill is not followed, wherever it is", () => {
  const { home, personal } = createPlaces();
  expect(follow(personal, `${home}/plain`, home)).toBe("foreign");
});

test("links to a parent, to themselves and to nothing end the search", () => {
  const [one, two, three] = [createPlaces(), createPlaces(), createPlaces()];
  expect(follow(one.personal, "..", one.home)).toBe("visited");
  expect(follow(two.personal, "link", two.home)).toBe("dangling");
  expect(follow(three.personal, "gone", three.home)).toBe("dangling");
});
