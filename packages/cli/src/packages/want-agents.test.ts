import type { WantedSkill } from "@skillwright/packaging";
import { expect, test } from "vitest";
import { withAgents } from "./want-agents.ts";

function wanted(name: string, ...needs: readonly string[]): WantedSkill {
  const dependencies = Object.fromEntries(needs.map((one) => [one, "*"]));
  return { locked: { name, source: "a", resolved: "1", digest: "d", files: {}, dependencies } };
}

function agentsOf(skills: readonly WantedSkill[], wants: Parameters<typeof withAgents>[1]): unknown {
  return Object.fromEntries(withAgents(skills, wants).map(({ locked, agents }) => [locked.name, agents]));
}

test("what a skill needs goes to its agents, to those of all that need it, or to all", () => {
  const skills = [wanted("a", "c"), wanted("b", "c", "d"), wanted("c", "e"), wanted("d"), wanted("e", "c")];
  const a = { name: "a", source: "x", agents: ["claude-code"] };
  const b = { name: "b", source: "x", agents: ["windsurf"] };
  expect(agentsOf(skills, [a, b])).toEqual({
    a: ["claude-code"],
    b: ["windsurf"],
    c: ["windsurf", "claude-code"],
    d: ["windsurf"],
    e: ["windsurf", "claude-code"],
  });
  expect(agentsOf(skills, [a, { name: "b", source: "x" }])).toEqual({ a: ["claude-code"] });
});

test("an unknown agent is an error", () => {
  const wants = [{ name: "a", source: "x", agents: ["no-such-agent"] }];
  expect(() => withAgents([wanted("a")], wants)).toThrow(expect.objectContaining({ code: "client-unknown" }));
});
