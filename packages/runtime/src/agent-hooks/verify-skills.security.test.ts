import type { InstalledCheck } from "@skillwright/core/installed";
import type { Decision, Policy } from "@skillwright/core/policy";
import { afterAll, expect, test } from "vitest";
import type { FoundSkill } from "./judge-parts.ts";
import { createTestGuard, removeTestGuards } from "./test-guard.ts";

afterAll(removeTestGuards);

const pdf: FoundSkill = { name: "pdf", directory: "/p/.claude/skills/pdf", digest: "sha256:good" };
const refusal: Decision = {
  ...{ effect: "deny", layer: "policy", rule: "install.verifyAtActivation", reason: "not-verified" },
  detail: "The skill pdf is not what was installed: SKILL.md was changed.",
};
const checkInstalled: InstalledCheck = async ({ digest }) => (digest === "sha256:good" ? undefined : refusal);

function policyOf(verifyAtActivation: boolean | "all"): readonly Policy[] {
  return [{ install: { verifyAtActivation } }];
}

const changed = { ...pdf, digest: "sha256:evil" };

test("a changed skill is refused by a call, a prompt, a load, our server's tool and a file that is read", async () => {
  const guard = createTestGuard({
    policy: policyOf(true),
    host: { checkInstalled },
    skills: { pdf: [changed], "/p/.claude/skills/pdf": [changed] },
  });
  const denied = { effect: "deny", reason: expect.stringContaining("SKILL.md was changed.") };
  expect(await guard.load("pdf")).toEqual(denied);
  expect(await guard.loadFromServer("pdf")).toEqual(denied);
  expect(
    await guard.call(
      "Read",
      { file_path: "/p/.claude/skills/pdf/SKILL.md" },
      { loads: ["/p/.claude/skills/pdf"] },
    ),
  ).toEqual(denied);
  expect(await guard.prompt("pdf")).toEqual(denied);
  expect(await guard.call("Read", { file_path: "a" })).toEqual({
    effect: "deny",
    reason: expect.stringContaining("Nothing runs until the user's next message."),
  });
  expect(guard.events.flatMap((event) => ("reason" in event ? [event.reason] : []))).toContain(
    "not-verified",
  );
});

test("an unchanged one is loaded, and without the policy nothing is checked", async () => {
  const guard = createTestGuard({ policy: policyOf(true), host: { checkInstalled }, skills: { pdf: [pdf] } });
  expect(await guard.load("pdf")).toEqual({ effect: "none" });
  const careless = createTestGuard({
    host: { checkInstalled: () => expect.fail("nothing asks for a check") },
    skills: { pdf: [changed] },
  });
  expect(await careless.load("pdf")).toEqual({ effect: "none" });
  expect(careless.queries).toHaveLength(1);
});

test("one changed skill of several with a name is enough", async () => {
  const guard = createTestGuard({
    policy: policyOf(true),
    host: { checkInstalled },
    skills: { pdf: [pdf, changed] },
  });
  expect(await guard.load("pdf")).toMatchObject({ effect: "deny" });
});

test("a skill that changes between the check and the decision was not verified", async () => {
  let reading = 0;
  const guard = createTestGuard({
    policy: policyOf(true),
    host: { checkInstalled, findSkills: () => (reading++ === 0 ? [pdf] : [changed]) },
  });
  expect(await guard.load("pdf")).toEqual({
    effect: "deny",
    reason: expect.stringContaining("could not be verified"),
  });
});

test("a host that cannot verify refuses", async () => {
  const guard = createTestGuard({ policy: policyOf(true), skills: { pdf: [pdf] } });
  expect(await guard.load("pdf")).toMatchObject({ effect: "deny" });
});

test("with all, a skill that the guard cannot find is refused, and a word of a prompt is not", async () => {
  const guard = createTestGuard({ policy: policyOf("all"), host: { checkInstalled } });
  expect(await guard.load("unknown")).toMatchObject({
    effect: "deny",
    reason: expect.stringContaining("policy allows only verified skills"),
  });
  expect(await guard.prompt("unknown")).toEqual({ effect: "none" });
  const some = createTestGuard({ policy: policyOf(true), host: { checkInstalled } });
  expect(await some.load("unknown")).toEqual({ effect: "none" });
});

test("S3-46: a policy with maxVerdict alone asks for the check too", async () => {
  const policy: readonly Policy[] = [{ install: { maxVerdict: "review" } }];
  const guard = createTestGuard({ policy, host: { checkInstalled }, skills: { pdf: [changed] } });
  expect(await guard.load("pdf")).toMatchObject({ effect: "deny" });
  const blind = createTestGuard({ policy, skills: { pdf: [pdf] } });
  expect(await blind.load("pdf")).toMatchObject({ effect: "deny" });
});
