import { expect, test } from "vitest";
import { applyPolicy, startGovernedHub } from "../governance/test-governance.ts";

const text =
  "---\nname: pdf\ndescription: Reads PDF files. Use when the user has a PDF.\n---\n\n# PDF\n\nRead it.\n";

test("a draft is for its author alone, and no version", async () => {
  const { call, person } = await startGovernedHub();
  const author = await person("pat", { role: "publisher" });
  const others = [
    await person("pam", { role: "publisher" }),
    await person("ann", { role: "admin" }),
    await person("bob", { role: "admin", tenant: "blue" }),
  ];
  const saved = await call(author, "PUT /api/v1/drafts/pdf", { version: "1.0.0", text });
  expect([saved.status, saved.json.verdict]).toEqual([200, { effect: "allow", reasons: [] }]);
  for (const other of others) {
    expect((await call(other, "GET /api/v1/drafts/pdf")).status).toBe(404);
    expect((await call(other, "POST /api/v1/drafts/pdf/publication", {})).status).toBe(404);
    expect((await call(other, "DELETE /api/v1/drafts/pdf")).status).toBe(404);
    expect((await call(other, "GET /api/v1/drafts")).json.drafts).toEqual([]);
  }
  expect((await call(author, "GET /api/v1/skills/pdf")).status).toBe(404);
  expect((await call(author, "GET /api/v1/skills")).json.total).toBe(0);
  expect((await call(author, "GET /api/v1/drafts/pdf")).json).toMatchObject({ version: "1.0.0", text });
});

test("a draft is published under the policies, once, and cannot change a version", async () => {
  const { call, person } = await startGovernedHub();
  const admin = await person("ann", { role: "admin" });
  const author = await person("pat", { role: "publisher" });
  await applyPolicy({ call }, admin, { skills: { requireApprovalFor: ["network-tools"] } });
  const asking = text.replace("---\n\n#", "allowed-tools: WebFetch\n---\n\n#");
  const saved = await call(author, "PUT /api/v1/drafts/pdf", { version: "1.0.0", text: asking });
  expect(saved.json.verdict.effect).toBe("ask");
  const published = await call(author, "POST /api/v1/drafts/pdf/publication", {});
  expect([published.status, published.json]).toEqual([201, { version: "1.0.0", state: "pending" }]);
  expect((await call(author, "GET /api/v1/drafts")).json.drafts).toEqual([]);
  await call(author, "PUT /api/v1/drafts/pdf", { version: "1.0.0", text });
  expect((await call(author, "POST /api/v1/drafts/pdf/publication", {})).status).toBe(409);
  expect((await call(author, "GET /api/v1/drafts")).json.drafts).toHaveLength(1);
});

test("an unfinished draft is kept with the reason why it cannot be published", async () => {
  const { call, person } = await startGovernedHub();
  const author = await person("pat", { role: "publisher" });
  for (const unfinished of ["", "# Notes", text.replace("name: pdf", "name: doc")]) {
    const { status, json } = await call(author, "PUT /api/v1/drafts/pdf", {
      version: "1.0.0",
      text: unfinished,
    });
    expect([status, json.problem, json.verdict]).toEqual([200, expect.stringMatching(/./), undefined]);
    expect((await call(author, "POST /api/v1/drafts/pdf/publication", {})).status).toBe(422);
  }
  const named = await call(author, "PUT /api/v1/drafts/..%2Fpdf", { version: "1.0.0", text });
  expect(named.status).toBe(400);
});

test("a draft keeps the other files of its base, and reaches no version that its author may not read", async () => {
  const { call, person, publish } = await startGovernedHub();
  const [author, other] = [
    await person("pat", { role: "publisher" }),
    await person("bob", { role: "publisher", tenant: "blue" }),
  ];
  const files = { "scripts/run.sh": "#!/bin/sh\necho ok\n" };
  await publish(author, { name: "pdf", version: "1.0.0", files });
  await call(author, "PUT /api/v1/drafts/pdf", { version: "1.1.0", base: "1.0.0", text });
  await call(author, "POST /api/v1/drafts/pdf/publication", {});
  const { json } = await call(author, "GET /api/v1/skills/pdf/versions/1.1.0");
  expect(json.files.map(({ path }: { path: string }) => path)).toEqual(["SKILL.md", "scripts/run.sh"]);
  const foreign = await call(other, "PUT /api/v1/drafts/pdf", { version: "1.1.0", base: "1.0.0", text });
  expect(foreign.json).toMatchObject({ problem: expect.stringMatching(/No skill|No version/), findings: [] });
  expect((await call(other, "POST /api/v1/drafts/pdf/publication", {})).status).toBe(404);
});
