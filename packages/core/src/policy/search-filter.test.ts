import { expect, test } from "vitest";
import { limits } from "../limits.ts";
import { foldPath } from "./path-pattern.ts";
import { readSearchFilter } from "./search-filter.ts";

const points = (filter: string, name: string): boolean => readSearchFilter([filter]).mayName(foldPath(name));

test.each([
  [".env", ".env"],
  [".ENV", ".env"],
  [".env*", ".env"],
  ["**/.env", ".env"],
  ["config/.env", ".env"],
  [".e?v", ".env"],
  [".[e]nv", ".env"],
  [".[!x]nv", ".env"],
  [".[!]]nv", ".env"],
  [".env", ".e?v"],
  [".*", ".env"],
  ["*.env", ".env"],
  ["*env*", ".env"],
  ["{.env,x}", ".env"],
  [".{env,x}", ".env"],
  ["*.ts,.env", ".env"],
  ["*.ts .env", ".env"],
  ["\\.env", ".env"],
  ["a(b", ".env"],
  ["secrets/**", "secrets"],
  ["**/secrets/*.json", "secrets"],
  ["*.pem", "*.pem"],
  ["server.pem", "*.pem"],
  ["*.pem*", "*.pem"],
  [".env.local", ".env*"],
  ["\u{1f511}*", "\u{1f511}.txt"],
])("%j points at %s", (filter, name) => {
  expect(points(filter, name)).toBe(true);
});

test.each([
  ["*.ts", ".env"],
  ["*.{ts,tsx}", ".env"],
  ["src/**/*.ts", ".env"],
  ["**/*", ".env"],
  ["*", ".env"],
  ["*.json", "secrets.json"],
  ["**/*.json", "secrets.json"],
  ["*.json", "secrets"],
  ["!.env", ".env"],
  ["secrets.ts", "secrets"],
  ["test_*", "*.pem"],
  ["*.ts", "*.pem"],
  [".env", ""],
  ["[a].ts", ".env"],
  ["[!a].ts", ".env"],
  ["[!]a].ts", ".env"],
  ["x*", ".env"],
])("%j does not target %s", (filter, name) => {
  expect(points(filter, name)).toBe(false);
});

test("a filter that is too long may target anything", () => {
  expect(points("{a,b}".repeat(20), "x")).toBe(true);
  expect(points("a".repeat(limits.pathPatternCharacters + 1), "x")).toBe(true);
  expect(points("a".repeat(limits.pathPatternCharacters + 1), "")).toBe(false);
  expect(points(Array(1000).fill("a").join(","), "x")).toBe(true);
});

test("a filter of many open sets takes time proportional to its length", () => {
  expect(points("[".repeat(1_000_000), "x")).toBe(true);
});
