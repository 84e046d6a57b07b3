import fc from "fast-check";
import { expect, test } from "vitest";
import { limits } from "../limits.ts";
import {
  isValidDescription,
  isValidFrontmatter,
  isValidLevel1,
  isValidLevel2,
  isValidLevel3,
  isValidSkillName,
} from "./predicates.ts";

const documentC = /^[a-z0-9](?:[a-z0-9]|-(?=[a-z0-9])){0,62}[a-z0-9]?$/;
const documentB = /^[a-z0-9]+(-[a-z0-9]+)*$/;

const ascii = fc.oneof(
  fc.string({ unit: fc.constantFrom(..."ab09-"), maxLength: 70 }),
  fc.string({ unit: fc.constantFrom(..."a-"), minLength: 60, maxLength: 68 }),
  fc.string({ unit: "binary-ascii", maxLength: 10 }),
);
const words = fc.array(fc.string({ unit: fc.constantFrom(..."az09"), minLength: 1, maxLength: 16 }), {
  minLength: 1,
  maxLength: 5,
});
const names = words.map((parts) => parts.join("-")).filter((name) => name.length <= 64);

test("S1-46, S2-2: for ASCII the predicate equals skillscraft's expression", () => {
  fc.assert(
    fc.property(ascii, (name) => isValidSkillName(name) === documentC.test(name)),
    { numRuns: 20_000 },
  );
});

test("S1-46, S1-2, S4-3: and that of boxxy and VibeTavern with at most 64 characters", () => {
  fc.assert(
    fc.property(ascii, (name) => isValidSkillName(name) === (name.length <= 64 && documentB.test(name))),
    { numRuns: 20_000 },
  );
});

test("S1-46: at 64 characters a name is valid, at 65 it is not, wherever its hyphens are", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 62 }), (at) => {
      const name = `${"a".repeat(at)}-${"b".repeat(63 - at)}`;
      expect([name.length, isValidSkillName(name), isValidSkillName(`${name}c`)]).toEqual([64, true, false]);
    }),
  );
});

test("S1-46: valid names joined by a hyphen are a valid name, as far as the length allows", () => {
  fc.assert(
    fc.property(names, names, (a, b) => {
      const joined = `${a}-${b}`;
      expect(isValidSkillName(joined)).toBe(joined.length <= limits.nameLength);
      expect(isValidSkillName(a + b)).toBe(a.length + b.length <= limits.nameLength);
    }),
  );
});

test("S1-46: every word of a valid name is a valid name", () => {
  fc.assert(fc.property(names, (name) => name.split("-").every(isValidSkillName)));
});

test("S1-46: a valid name is its own NFKC form and its own lower case", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 8 }), (name) => {
      fc.pre(isValidSkillName(name));
      expect([name.normalize("NFKC"), name.toLowerCase()]).toEqual([name, name]);
    }),
  );
});

test("S1-46: any character but a letter or digit before or after a valid name makes it invalid", () => {
  fc.assert(
    fc.property(names, fc.constantFrom("-", "_", " ", "\n", ".", "/", "A", "\u0301"), (name, mark) => {
      expect([isValidSkillName(mark + name), isValidSkillName(name + mark)]).toEqual([false, false]);
    }),
  );
});

test("S1-46: a description stays valid when it grows, until 1024 characters", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", minLength: 1 }), fc.nat(1100), (text, more) => {
      fc.pre(isValidDescription(text));
      expect(isValidDescription(text + "x".repeat(more))).toBe([...text].length + more <= 1024);
    }),
  );
});

test("S1-46: frontmatter is valid only if level 1 is, and optional fields never make it so", () => {
  fc.assert(
    fc.property(ascii, fc.string(), fc.string(), (name, description, license) => {
      const isValid = isValidFrontmatter({ name, description, license });
      expect(isValid).toBe(isValidLevel1(name, description));
      expect(isValidFrontmatter({ name, description })).toBe(isValid);
    }),
  );
});

test("S1-46: fewer lines and fewer references never hurt", () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom("", "x", "# y"), { maxLength: 600 }),
      fc.nat(600),
      (lines, count) => {
        fc.pre(isValidLevel2(lines.join("\n")));
        expect(isValidLevel2(lines.slice(0, count).join("\n"))).toBe(true);
      },
    ),
  );
  fc.assert(
    fc.property(fc.array(fc.string({ unit: fc.constantFrom(..."a./\\") })), fc.nat(10), (paths, count) => {
      expect(isValidLevel3(paths)).toBe(
        isValidLevel3(paths.slice(0, count)) && isValidLevel3(paths.slice(count)),
      );
    }),
  );
});

test("S1-46: paths that level 3 accepts resolve to inside the skill", () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom("a", ".", "/", "..", "\\", "C:") }), (path) => {
      fc.pre(isValidLevel3([path]));
      expect(new URL(`file:///skill/${path}`).pathname.startsWith("/skill/")).toBe(true);
    }),
  );
});
