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

test("a personal folder can link anywhere in the home, including into a repository", () => {
  const { home, personal, repo } = createPlaces();
  expect(follow(personal, `${home}/skill`, home)).toBe("skill");
  expect(follow(`${repo}/..`, `${repo}/skill`, home)).toBe("visited");
});

test("a repository can link only into itself, even inside the home", () => {
  const { home, repo, outside, personal } = createPlaces();
  expect(follow(`${repo}/skills`, `${repo}/skill`, home)).toBe("skill");
  const { repo: other } = createPlaces();
  expect(follow(`${other}/skills`, `${personal}/skill`, home)).toBe("foreign");
  expect(follow(`${repo}/skill`, `${outside}/skill`, home)).toBe("foreign");
});

test("a personal folder's links out of the home are not followed", () => {
  const { home, personal, outside } = createPlaces();
  expect(follow(personal, `${outside}/skill`, home)).toBe("foreign");
});

test("a link to a folder that is not a skill is never followed", () => {
  const { home, personal } = createPlaces();
  expect(follow(personal, `${home}/plain`, home)).toBe("foreign");
});

test("links to a parent, to themselves and to nothing terminate the search", () => {
  const [one, two, three] = [createPlaces(), createPlaces(), createPlaces()];
  expect(follow(one.personal, "..", one.home)).toBe("visited");
  expect(follow(two.personal, "link", two.home)).toBe("dangling");
  expect(follow(three.personal, "gone", three.home)).toBe("dangling");
});
