import { expect, test } from "vitest";
import { SkillError } from "../error.ts";
import { formatError } from "../format.ts";
import { defaultPrecedence, readPrecedence } from "./precedence.ts";

test("C-1: the default puts project before personal, and uaaps is the same", () => {
  expect(defaultPrecedence).toEqual({
    scopes: ["enterprise", "custom", "project", "personal", "package"],
    bareNames: "unique",
  });
  expect(readPrecedence("default", "config")).toEqual(defaultPrecedence);
  expect(readPrecedence("uaaps", "config")).toEqual(defaultPrecedence);
});

test("S3-24, S3-66: omniforge puts personal before project and prefers the package installed last", () => {
  const scopes = ["enterprise", "custom", "personal", "project", "package"];
  expect(readPrecedence("personal-first", "config")).toEqual({ scopes, bareNames: "unique" });
  expect(readPrecedence("omniforge", "config")).toEqual({ scopes, bareNames: "last-installed" });
});

test("a custom list is used unchanged", () => {
  const scopes = ["enterprise", "package", "personal", "custom", "project"];
  expect(readPrecedence(scopes, "config")).toEqual({ scopes, bareNames: "unique" });
});

const wanted = "precedence must name each of enterprise, custom, project, personal, package once";

test.each([
  [
    "an unknown preset",
    "mine",
    "unknown precedence: mine. Known: default, uaaps, personal-first, omniforge.",
  ],
  [
    "a member of objects",
    "constructor",
    "unknown precedence: constructor. Known: default, uaaps, personal-first, omniforge.",
  ],
  ["an empty list", [], `${wanted}, but it is: .`],
  ["a scope that is missing", ["enterprise", "project"], `${wanted}, but it is: enterprise, project.`],
  [
    "a scope that is there twice",
    ["enterprise", "custom", "project", "project", "package"],
    `${wanted}, but it is: enterprise, custom, project, project, package.`,
  ],
  [
    "a scope too many",
    ["enterprise", "custom", "project", "personal", "package", "enterprise"],
    `${wanted}, but it is: enterprise, custom, project, personal, package, enterprise.`,
  ],
  [
    "an unknown scope",
    ["enterprise", "custom", "project", "personal", "plugin"],
    `${wanted}, but it is: enterprise, custom, project, personal, plugin.`,
  ],
  [
    "C-3: something before enterprise",
    ["project", "enterprise", "custom", "personal", "package"],
    "precedence must begin with enterprise.",
  ],
])("%s is refused", (_, stated, reason) => {
  expect(() => readPrecedence(stated, "skillwright.config.json")).toThrow(
    new SkillError("config-invalid", { path: "skillwright.config.json", reason }),
  );
});

test("the error states where and what", () => {
  const error = new SkillError("config-invalid", {
    path: "a.json",
    reason: "precedence must begin with enterprise.",
  });
  expect(formatError(error)).toBe(
    "a.json is not a valid configuration: precedence must begin with enterprise.",
  );
});
