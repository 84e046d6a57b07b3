import { afterAll, expect, test } from "vitest";
import { startPostgres } from "../database/test-postgres.ts";
import { startTestHub, type TestHub } from "../test-hub.ts";
import { publishTo } from "./test-registry.ts";

const postgres = await startPostgres();
afterAll(() => postgres?.close());

test.skipIf(postgres === undefined)(
  "what one hub publishes and changes, another hub on the same PostgreSQL finds, lists and serves",
  async () => {
    const database = await postgres?.createDatabase();
    const first = await startTestHub({ database });
    const second = await startTestHub({ database });
    const { token } = first;
    const found = async (hub: TestHub, query: string): Promise<readonly string[]> => {
      const answer = await hub.send("GET", `/api/v1/search?q=${query}`, { token });
      const { skills } = (await answer.json()) as { skills: { name: string }[] };
      return skills.map(({ name }) => name);
    };
    const publish = async (skill: Parameters<typeof publishTo>[1]): Promise<number> =>
      (await publishTo(first, { ...skill, token })).status;
    expect(await found(second, "quaternions")).toEqual([]);
    expect(await publish({ name: "algebra", description: "Multiplies quaternions." })).toBe(201);
    expect(await publish({ name: "algebra", description: "Multiplies quaternions." })).toBe(200);
    expect(await found(second, "quaternions")).toEqual(["algebra"]);
    const put = (path: string, body: unknown) =>
      first.send("PUT", `/api/v1/skills/algebra${path}`, { token, body });
    expect((await put("", { visibility: "public" })).status).toBe(204);
    expect((await put("/tags/beta", { version: "1.0.0" })).status).toBe(204);
    expect((await put("/versions/1.0.0/deprecation", { reason: "Old." })).status).toBe(204);
    const document = await second.send("GET", "/api/v1/skills/algebra");
    expect(await document.json()).toMatchObject({ tags: { beta: "1.0.0", latest: "1.0.0" } });
    const details = await second.send("GET", "/api/v1/skills/algebra/versions/1.0.0");
    expect(await details.json()).toMatchObject({ state: "deprecated", files: [{ path: "SKILL.md" }] });
    const refs = async (hub: TestHub): Promise<string> =>
      (await hub.send("GET", "/git/algebra.git/info/refs?service=git-upload-pack")).text();
    expect(await refs(first)).toBe(await refs(second));
    expect((await put("/versions/1.0.0/yank", { reason: "Wrong." })).status).toBe(204);
    expect(await found(second, "quaternions")).toEqual([]);
    const created = await first.send("POST", "/api/v1/capabilities", { token, body: { name: "x" } });
    const { url } = (await created.json()) as { url: string };
    const index = `${new URL(url).pathname}/.well-known/agent-skills/index.json`;
    expect(await (await second.send("GET", index)).json()).toMatchObject({ skills: [] });
  },
);
