import fc from "fast-check";
import { expect, test } from "vitest";
import { wantedOf } from "../apply/test-install.ts";
import type { Lock } from "../lock/lock.ts";
import { closeLock, dependentsIn, neededOnly, planRemovals } from "./lock-needs.ts";

type Needs = Readonly<Record<string, readonly string[]>>;

function lockOf(needs: Needs): Lock {
  const skills = Object.entries(needs).map(([name, list]) => {
    const dependencies = Object.fromEntries(list.map((one) => [one, "*"]));
    return wantedOf(name, { "SKILL.md": name }, list.length === 0 ? {} : { dependencies }).locked;
  });
  return { version: 1, skills };
}

function names(skills: readonly { readonly name: string }[]): readonly string[] {
  return skills.map(({ name }) => name);
}

const diamond = lockOf({ app: ["left", "right"], left: ["base"], right: ["base"], base: [], other: [] });

test("a closure has what is needed, directly or not, and names what is missing and who asks", () => {
  expect(names(closeLock(diamond, ["left"]).skills)).toEqual(["left", "base"]);
  expect(names(closeLock(diamond, ["app", "unknown"]).skills)).toEqual(["app", "left", "right", "base"]);
  const { skills, missing } = closeLock(lockOf({ a: ["b"], b: ["a", "gone"] }), ["a"]);
  expect([names(skills), [...missing]]).toEqual([["a", "b"], [["gone", "b"]]]);
});

test("dependents, and what is there only for others", () => {
  expect(dependentsIn(diamond).get("base")).toEqual(["left", "right"]);
  expect([...neededOnly(diamond, new Set(["app", "left"]))]).toEqual(["right", "base"]);
});

test("a removal takes along what only it needed, keeps what is wanted, and is blocked by whoever stays", () => {
  expect(planRemovals(diamond, ["app"], new Set(["app"]))).toEqual({
    blocked: [],
    unneeded: ["left", "right", "base"],
  });
  expect(planRemovals(diamond, ["app"], new Set(["app", "left"])).unneeded).toEqual(["right"]);
  expect(planRemovals(diamond, ["base"], new Set()).blocked).toEqual([
    { name: "base", by: ["left", "right"] },
  ]);
  const circle = lockOf({ a: ["b"], b: ["c"], c: ["b"] });
  expect(planRemovals(circle, ["a"], new Set(["a"]))).toEqual({ blocked: [], unneeded: ["b", "c"] });
});

test("after any removal that is not blocked, whoever stays has what it needs, and nothing wanted is gone", () => {
  const all = ["a", "b", "c", "d", "e"];
  const needs = fc.record(
    Object.fromEntries(all.map((name) => [name, fc.uniqueArray(fc.constantFrom(...all), { maxLength: 2 })])),
  );
  fc.assert(
    fc.property(needs, fc.subarray(all), fc.subarray(all, { minLength: 1 }), (graph, wanted, removed) => {
      const lock = lockOf(graph);
      const { blocked, unneeded } = planRemovals(lock, removed, new Set(wanted));
      expect(unneeded.filter((name) => wanted.includes(name) || removed.includes(name))).toEqual([]);
      if (blocked.length > 0) return;
      const gone = new Set([...removed, ...unneeded]);
      const staying = lock.skills.filter(({ name }) => !gone.has(name));
      expect(closeLock({ version: 1, skills: staying }, names(staying)).missing.size).toBe(0);
    }),
  );
});
