import { expect, test } from "vitest";
import { findRule } from "../check/rules.ts";
import { codeOf } from "../fs/contract.ts";
import { fields } from "../parse/fields.ts";
import { findProfile, profiles } from "./profiles.ts";

test("profiles have unique names and a sentence each", () => {
  const names = profiles.map((profile) => profile.name);
  expect(new Set(names).size).toBe(names.length);
  expect(profiles.filter(({ summary }) => !/^[A-Z].*\.$/.test(summary))).toEqual([]);
});

test.each(profiles.map((profile) => [profile.name, profile] as const))(
  "every severity and option of %s belongs to a rule that exists",
  (_, { severities, options = {} }) => {
    const named = [...Object.keys(severities), ...Object.keys(options)];
    expect(named.filter((id) => findRule(id) === undefined)).toEqual([]);
  },
);

test("a profile for a client that reads fields uses the client's id from the field list", () => {
  const readers = new Set(fields.flatMap(({ readBy }) => readBy));
  expect(readers).toContain(findProfile("claude-code").client);
});

test("an unknown profile is an error that lists the known ones", () => {
  expect(codeOf(() => findProfile("nope"))).toBe("profile-unknown");
  expect(findProfile("standard").name).toBe("standard");
});
