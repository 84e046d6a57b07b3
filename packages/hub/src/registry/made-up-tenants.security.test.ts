import { expect, test } from "vitest";
import { createLibrary } from "./library.ts";
import { startTestRegistry } from "./test-registry.ts";

// Anyone may name a tenant. Names that are made up must cost nothing and show nothing.

test("made-up tenants share one view, which is that of tenants without skills of their own", async () => {
  const hub = await startTestRegistry();
  const publisher = await hub.tokenOf("publisher", "red");
  await hub.publish({ token: publisher });
  const library = createLibrary(hub.database, Date.now);
  const [empty, ...madeUp] = await Promise.all(["blue", "x1", "x2", ""].map((name) => library.view(name)));
  expect(madeUp.every((view) => view === empty)).toBe(true);
  const own = await library.view("red");
  expect([own === empty, own.entries.length, empty?.entries.length]).toEqual([false, 1, 0]);
  // A revocation of its own gives a tenant a view of its own.
  const admin = await hub.tokenOf("admin", "blue");
  await hub.send("POST", "/api/v1/revocations", { token: admin, body: { kind: "name", value: "pdf" } });
  expect((await library.view("blue")) === (await library.view("x1"))).toBe(false);
});

test("answers do not tell a made-up tenant from one without public skills", async () => {
  const hub = await startTestRegistry();
  const publisher = await hub.tokenOf("publisher", "red");
  await hub.publish({ token: publisher, name: "hidden" });
  await hub.publish({ name: "shown" });
  await hub.send("PUT", "/api/v1/skills/shown", { token: hub.token, body: { visibility: "public" } });
  const paths = ["/api/v1/skills", "/api/v1/search?q=files", "/.well-known/agent-skills/index.json"];
  for (const path of paths) {
    const answers = await Promise.all(
      ["red", "blue", "made-up"].map(async (tenant) => {
        const answer = await hub.send("GET", `${path}${path.includes("?") ? "&" : "?"}tenant=${tenant}`);
        return [answer.status, (await answer.text()).replaceAll(tenant, "TENANT")];
      }),
    );
    expect([path, answers[1], answers[2]]).toEqual([path, answers[0], answers[0]]);
  }
});
