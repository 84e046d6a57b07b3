import { expect, test } from "vitest";
import { startGovernedHub } from "../governance/test-governance.ts";
import { hubLimits } from "../limits.ts";

const place = "POST /api/v1/skills/pdf/versions/1.0.0/feedback";

async function startWithSkill() {
  const governed = await startGovernedHub();
  const { person, publish } = governed;
  const bob = await person("bob", { role: "publisher" });
  await publish(bob, { name: "pdf", version: "1.0.0" });
  const ann = await person("ann", { role: "reader" });
  const listed = async (): Promise<readonly Record<string, unknown>[]> =>
    (await governed.call(bob, "GET /api/v1/skills/pdf/feedback?version=1.0.0")).json.feedback;
  return { ...governed, bob, ann, listed };
}

test("a person's feedback is attached to the version, and saying it again replaces it", async () => {
  const { call, ann, bob, listed } = await startWithSkill();
  const first = await call(ann, place, { helped: false, comment: "Loses <b>tables</b>; ' OR 1=1 --" });
  expect(first).toMatchObject({ status: 200, json: { version: "1.0.0", helped: false } });
  expect(await call(bob, place, { helped: true })).toMatchObject({ status: 200 });
  expect(await listed()).toHaveLength(2);
  expect(await listed()).toContainEqual(
    expect.objectContaining({ author: "person:ann", comment: "Loses <b>tables</b>; ' OR 1=1 --" }),
  );
  expect(await call(ann, place, { helped: true, comment: "" })).toMatchObject({ status: 200 });
  const own = (await listed()).filter(({ author }) => author === "person:ann");
  expect(own).toMatchObject([{ helped: true, comment: "" }]);
});

test("the hub's log has that something was said, but not the comment, which can be taken back", async () => {
  const { call, ann, person } = await startWithSkill();
  await call(ann, place, { helped: false, comment: "My salary is 3." });
  const admin = await person("ada", { role: "admin" });
  const { json } = await call(admin, "GET /api/v1/audit?skill=pdf");
  expect(JSON.stringify(json)).toContain("feedback-given");
  expect(JSON.stringify(json)).not.toContain("salary");
});

test("feedback is refused for versions that one may not see, and for comments that are too long", async () => {
  const { call, ann, person, publish, bob } = await startWithSkill();
  const say = async (token: string, line: string, body: object): Promise<number> =>
    (await call(token, line, body)).status;
  expect(await say(ann, place.replace("1.0.0", "9.0.0"), { helped: true })).toBe(404);
  expect(await say(ann, place.replace("pdf", "none"), { helped: true })).toBe(404);
  const long = "x".repeat(hubLimits.remarkLength + 1);
  expect(await say(ann, place, { helped: true, comment: long })).toBe(400);
  expect(await say(ann, place, { helped: "yes" })).toBe(400);
  expect(await say(ann, place, {})).toBe(400);
  expect(await say(ann, place, { helped: true, comment: "a\0b" })).toBe(200);
  // A token that may only read has no say.
  const { json } = await call(ann, "POST /api/v1/me/tokens", { name: "reads", scopes: ["skills:read"] });
  expect(await say(String(json.token), place, { helped: true })).toBe(403);
  // What is revoked is gone for readers, and with it what they could say.
  await publish(bob, { name: "pdf", version: "1.1.0" });
  const admin = await person("ada", { role: "admin" });
  await call(admin, "POST /api/v1/revocations", { kind: "version", value: "pdf@1.1.0", message: "" });
  expect(await say(ann, place.replace("1.0.0", "1.1.0"), { helped: true })).toBe(410);
});

test("a tenant's feedback is not seen by another, and it cannot be given in another's name", async () => {
  const { call, person, ann } = await startWithSkill();
  const rita = await person("rita", { role: "reader", tenant: "blue" });
  expect((await call(ann, `${place}?tenant=blue`, { helped: true })).status).toBe(403);
  await call(ann, place, { helped: false, comment: "Only ours." });
  const seen = await call(rita, "GET /api/v1/skills/pdf/feedback?tenant=blue");
  expect(JSON.stringify(seen.json)).not.toContain("Only ours.");
});
