import { expect, test } from "vitest";
import { explainSkill } from "./find-skill.ts";
import type { Resolution } from "./resolve-skills.ts";
import { resolve, roots, skillIn } from "./test-skill.ts";

/** The explanation with ids and reasons in place of whole skills. */
function explained(resolution: Resolution, name: string): unknown {
  const { winner, losers, others, ...rest } = explainSkill(resolution, name);
  return {
    ...rest,
    ...(winner ? { winner: [winner.id, ...winner.disabled] } : {}),
    losers: losers.map(({ id, reason, disabled }) => [id, reason, ...disabled]),
    others: others.map(({ id, disabled }) => [id, ...disabled]),
  };
}

const library = resolve(
  [
    skillIn(roots.project, "pdf"),
    skillIn(roots.personal, "pdf", { scope: { agents: ["other"] } }),
    skillIn(roots.codex, "pdf"),
    skillIn(roots.acme, "pdf"),
    skillIn(roots.acme, "lint"),
    skillIn(roots.tools, "lint"),
  ],
  { turnedOff: ["acme:*"] },
);

test("a name has a winner, losers with reasons, and namesakes in packages", () => {
  expect(explained(library, "pdf")).toEqual({
    name: "pdf",
    winner: ["pdf"],
    losers: [
      ["pdf@personal/claude-code", "disabled", "agent"],
      ["pdf@personal/codex", "scope"],
    ],
    others: [["acme:pdf", "turned-off"]],
  });
});

test("the explanation contains the skills themselves, with their files", () => {
  const { winner, losers } = explainSkill(library, "pdf");
  expect(winner).toBe(library.skills.find(({ id }) => id === "pdf"));
  expect(losers).toEqual(library.shadowed);
});

test.each(["pdf@personal/codex", "pdf@personal", "/pdf", "pdf@project"])(
  "for %s, it explains the whole name",
  (reference) => {
    expect({ ...explainSkill(library, reference), name: "pdf" }).toEqual(explainSkill(library, "pdf"));
  },
);

test("a bare name that several packages have has no winner, but all of them", () => {
  const both = resolve([skillIn(roots.acme, "lint"), skillIn(roots.tools, "lint")]);
  expect(explained(both, "lint")).toEqual({
    name: "lint",
    losers: [],
    others: [["@beta/tools:lint"], ["acme:lint"]],
  });
});

test("a package's skill is explained by its id", () => {
  expect(explained(library, "acme:lint")).toEqual({
    name: "acme:lint",
    winner: ["acme:lint", "turned-off"],
    losers: [],
    others: [["@beta/tools:lint"]],
  });
});

test("an untrusted skill of the same name is reported, though it did not win", () => {
  const resolution = resolve([skillIn(roots.project, "deploy"), skillIn(roots.acme, "deploy")], {
    isTrusted: () => false,
  });
  expect(explained(resolution, "deploy")).toEqual({
    name: "deploy",
    winner: ["acme:deploy"],
    losers: [],
    others: [["deploy@project", "untrusted"]],
  });
});

test("an unknown name is answered with the nearest one, even if disabled", () => {
  expect(explainSkill(library, "acme:lnt")).toEqual({
    name: "acme:lnt",
    losers: [],
    others: [],
    near: "acme:lint",
  });
  expect(explainSkill(library, "nothing-like-it")).toEqual({
    name: "nothing-like-it",
    losers: [],
    others: [],
  });
});
