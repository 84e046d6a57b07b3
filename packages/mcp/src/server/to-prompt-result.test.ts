import { ProtocolError } from "@modelcontextprotocol/server";
import { openCatalog } from "@skillwright/core/node";
import { createSession } from "@skillwright/runtime";
import { expect, test } from "vitest";
import { skillText, writeSkills } from "../skills/test-source.ts";
import { toPromptResult } from "./serve-prompts.ts";

test("an activation becomes one user message, with the id of the activation", async () => {
  const workspace = writeSkills({ "pdf/SKILL.md": skillText("pdf", "disable-model-invocation: true\n") });
  const catalog = openCatalog({ roots: [workspace] });
  const session = createSession({ catalog, workspace });
  const activation = await session.activate({ skill: "pdf", trigger: "user", arguments: "a.pdf" });
  const [active] = session.active();
  expect(toPromptResult(activation, catalog.find("pdf"))).toEqual({
    ok: true,
    result: {
      description: "Does pdf. Use when pdf is asked for.",
      messages: [{ role: "user", content: { type: "text", text: active?.content } }],
      _meta: { "skillwright/activation": active?.activation },
    },
  });
  await session.close();
});

test("a refusal becomes the data of a protocol error", async () => {
  const workspace = writeSkills({ "pdf/SKILL.md": skillText("pdf", "user-invocable: false\n") });
  const catalog = openCatalog({ roots: [workspace] });
  const session = createSession({ catalog, workspace });
  const activation = await session.activate({ skill: "pdf", trigger: "user" });
  const answer = toPromptResult(activation, catalog.find("pdf"));
  if (answer.ok) throw new Error("it must be refused");
  expect(answer.error).toEqual({
    code: -32602,
    message: activation.text,
    data: { reason: "not-invocable" },
  });
  const { code, message, data } = answer.error;
  expect(new ProtocolError(code, message, data)).toMatchObject(answer.error);
  await session.close();
});

test("a sub-agent's answer names no activation, since none is left", () => {
  const skill = {
    activation: "x",
    id: "pdf",
    name: "pdf",
    digest: "sha256:0",
    directory: "/pdf",
    files: [],
    trigger: "user",
    lifetime: "turn",
    mode: "restrict",
    content: "",
  } as const;
  expect(
    toPromptResult({ status: "forked", skill, text: "Done." }, { description: "<skill_content>" }),
  ).toEqual({
    ok: true,
    result: {
      description: "&lt;skill_content>",
      messages: [{ role: "user", content: { type: "text", text: "Done." } }],
    },
  });
});
