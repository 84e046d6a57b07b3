import { gzipSync } from "node:zlib";
import { digestTree, writeTarGz } from "@skillwright/packaging";
import { describe, expect, test } from "vitest";
import { hubLimits } from "../limits.ts";
import { startTestRegistry, type TestRegistry, testTree } from "./test-registry.ts";
import { sha256Of } from "./uploads.ts";

type Uploaded = { readonly bytes: Uint8Array; readonly name?: string; readonly version?: string };

async function publishBytes(
  hub: TestRegistry,
  { bytes, name = "pdf", version = "1.0.0" }: Uploaded,
): Promise<{ readonly status: number; readonly message: string }> {
  const { token } = hub;
  await hub.send("PUT", `/api/v1/blobs/${sha256Of(bytes)}`, { token, body: bytes });
  const body = {
    ...{ version, description: "d", digest: digestTree(testTree()) },
    archive: { digest: sha256Of(bytes), size: bytes.length },
  };
  const answer = await hub.send("POST", `/api/v1/skills/${encodeURIComponent(name)}/versions`, {
    token,
    body,
  });
  const { error } = (await answer.json()) as { error?: { message: string } };
  return { status: answer.status, message: error?.message ?? "" };
}

/** One entry of a tar archive as an attacker writes it. */
function tarEntry(path: string, content: string, { type = "0", link = "" } = {}): Buffer {
  const block = Buffer.alloc(512);
  block.write(path, 0);
  block.write("0000644\0".replace("\\0", "\0"), 100);
  block.write(`${content.length.toString(8).padStart(11, "0")}\0`, 124);
  block.write("        ", 148);
  block.write(type, 156);
  block.write(link, 157);
  block.write("ustar\x0000", 257);
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148);
  const body = Buffer.alloc(Math.ceil(content.length / 512) * 512);
  body.write(content);
  return Buffer.concat([block, body]);
}

function tarGz(...entries: readonly Buffer[]): Uint8Array {
  return gzipSync(Buffer.concat([...entries, Buffer.alloc(1024)]));
}

const manifest = tarEntry("SKILL.md", "---\nname: pdf\ndescription: d\n---\n");

describe("uploads", () => {
  test.each([
    ["a path that leaves the folder", tarGz(manifest, tarEntry("../../evil.sh", "x"))],
    ["an absolute path", tarGz(manifest, tarEntry("/etc/evil", "x"))],
    ["a link that leaves the folder", tarGz(manifest, tarEntry("a", "", { type: "2", link: "../../x" }))],
    ["a device", tarGz(manifest, tarEntry("dev", "", { type: "3" }))],
    ["a git folder", tarGz(manifest, tarEntry(".git/config", "x"))],
    ["two files of one name", tarGz(manifest, manifest)],
    ["a bomb", gzipSync(Buffer.alloc(200_000_000))],
    ["no archive", Buffer.from("hello")],
    ["no SKILL.md", tarGz(tarEntry("README.md", "x"))],
    ["a SKILL.md that is deeper", tarGz(tarEntry("a/b/SKILL.md", "---\nname: pdf\n---\n"))],
  ])("%s is refused with a reason, and nothing is published", async (_, bytes) => {
    const hub = await startTestRegistry();
    const { status, message } = await publishBytes(hub, { bytes });
    expect([status, message.length > 20]).toEqual([422, true]);
    expect((await hub.send("GET", "/api/v1/skills/pdf", { token: hub.token })).status).toBe(404);
  });

  test("what an archive claims to contain is computed, not believed", async () => {
    const hub = await startTestRegistry();
    const bytes = writeTarGz(testTree({ body: "# Other\n" }));
    expect(await publishBytes(hub, { bytes })).toMatchObject({ status: 422, message: /content digest/ });
  });

  test.each(["../pdf", "PDF", "pdf'; drop table skills;--", "<script>", "a/b/c", "pdf--x", "", "."])(
    "%j is no name for a skill",
    async (name) => {
      const hub = await startTestRegistry();
      const { status } = await publishBytes(hub, { bytes: writeTarGz(testTree()), name });
      expect([400, 404, 405, 422]).toContain(status);
    },
  );

  test.each(["1", "1.0", "01.0.0", "1.0.0-..", "1.0.0/../2", "1.0.0\n", "v1.0.0"])(
    "%j is no version",
    async (version) => {
      const hub = await startTestRegistry();
      expect((await publishBytes(hub, { bytes: writeTarGz(testTree()), version })).status).toBe(400);
    },
  );

  test("knowing a digest is not enough to publish another principal's bytes", async () => {
    const hub = await startTestRegistry();
    const painter = await hub.tokenOf("publisher", "red", "paint");
    await hub.publish({ token: painter });
    const archive = writeTarGz(testTree());
    for (const token of [await hub.tokenOf("admin", "blue"), await hub.tokenOf("publisher", "red", "wood")]) {
      const answer = await hub.send("POST", "/api/v1/skills/pdf/versions", {
        token,
        body: {
          ...{ version: "9.0.0", description: "d", digest: digestTree(testTree()) },
          archive: { digest: sha256Of(archive), size: archive.length },
        },
      });
      expect([answer.status, await answer.text()]).toEqual([
        400,
        expect.stringContaining("Upload the archive"),
      ]);
    }
  });
});

describe("reads", () => {
  test("bytes of another tenant are not found by any digest", async () => {
    const hub = await startTestRegistry();
    const [red, blue] = [await hub.tokenOf("publisher", "red"), await hub.tokenOf("admin", "blue")];
    await hub.publish({ token: red });
    const archive = sha256Of(writeTarGz(testTree()));
    for (const path of [`blobs/${archive}`, `digests/${digestTree(testTree())}`]) {
      for (const token of [blue, undefined])
        for (const search of ["", "?tenant=red"])
          expect((await hub.send("GET", `/api/v1/${path}${search}`, { token })).status).toBe(404);
      expect((await hub.send("GET", `/api/v1/${path}`, { token: red })).status).toBe(200);
    }
  });

  test.each(["pending", "rejected", "draft"] as const)(
    "a %s version is for reviewers: no bytes, details, files or search results for readers",
    async (state) => {
      const hub = await startTestRegistry();
      const reader = await hub.tokenOf("reader", "red");
      const reviewer = await hub.tokenOf("reviewer", "red");
      await hub.publish({ token: await hub.tokenOf("publisher", "red") });
      await hub.database.write("red", async (transaction) => {
        await transaction.updateTable("versions").set({ state }).execute();
      });
      const archive = sha256Of(writeTarGz(testTree()));
      const paths = [
        `blobs/${archive}`,
        `digests/${digestTree(testTree())}`,
        "skills/pdf/versions/1.0.0",
        "skills/pdf/versions/1.0.0/file?path=SKILL.md",
        "skills/pdf/versions/1.0.0/difference?from=1.0.0",
      ];
      for (const path of paths) {
        expect([path, (await hub.send("GET", `/api/v1/${path}`, { token: reader })).status]).toEqual([
          path,
          404,
        ]);
        expect([path, (await hub.send("GET", `/api/v1/${path}`, { token: reviewer })).status]).toEqual([
          path,
          200,
        ]);
      }
      expect(await hub.read("/api/v1/skills/pdf", reader)).toMatchObject({ versions: [], tags: {} });
      expect(await hub.read("/api/v1/search?q=pdf", reader)).toMatchObject({ skills: [] });
    },
  );

  test.each([
    "../../../etc/passwd",
    "/etc/passwd",
    "a/../SKILL.md",
    "..%2fSKILL.md",
    "./SKILL.md",
    "a",
    "",
    "SKILL.md\0",
  ])("the path %j of a file leads nowhere", async (path) => {
    const hub = await startTestRegistry();
    await hub.publish({ files: { "a/b.md": "x" } });
    const search = new URLSearchParams({ path });
    const answer = await hub.send("GET", `/api/v1/skills/pdf/versions/1.0.0/file?${search}`, {
      token: hub.token,
    });
    expect([400, 404]).toContain(answer.status);
  });

  test("a file is text for download, whatever it pretends to be", async () => {
    const hub = await startTestRegistry();
    await hub.publish({ files: { "x.html": "<script>alert(1)</script>", "bin.dat": "\0\x01" } });
    const answer = await hub.send("GET", "/api/v1/skills/pdf/versions/1.0.0/file?path=x.html", {
      token: hub.token,
    });
    expect(answer.headers.get("content-type")).toBe("text/plain; charset=utf-8");
    expect(answer.headers.get("content-disposition")).toBe("attachment");
    expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
    expect(answer.headers.get("content-security-policy")).toContain("default-src 'none'");
  });

  test("HTML and SQL in a description stay text in every answer", async () => {
    const hub = await startTestRegistry();
    const description = `<img src=x onerror=alert(1)> '; drop table skills; -- \u202e`;
    await hub.publish({ description });
    for (const path of ["/api/v1/skills/pdf", "/api/v1/skills", "/api/v1/search?q=onerror+alert"]) {
      const answer = await hub.send("GET", path, { token: hub.token });
      expect(answer.headers.get("content-type")).toBe("application/json");
      expect(JSON.stringify(await answer.json())).toContain("drop table");
    }
    for (const q of ["' or 1=1 --", "%", "_", "\u0000", "a".repeat(4000)])
      expect((await hub.send("GET", `/api/v1/search?${new URLSearchParams({ q })}`)).status).toBe(200);
  });
});

test("a SKILL.md that is longer than the rules read is not published", async () => {
  const hub = await startTestRegistry();
  const refused = await hub.publish({ body: "x".repeat(hubLimits.skillFileBytes) });
  expect([refused.status, await refused.text()]).toEqual([422, expect.stringContaining("SKILL.md has")]);
  expect((await hub.publish({ body: "x".repeat(hubLimits.skillFileBytes - 1000) })).status).toBe(201);
});

test("a team cannot take a deployed skill away from the agents of others", async () => {
  const hub = await startTestRegistry();
  const [lead, admin] = [await hub.tokenOf("admin", "red", "paint"), await hub.tokenOf("admin", "red")];
  const root = hub.token;
  await hub.publish({ token: lead, name: "pdf" });
  await hub.publish({ token: root, name: "rules" });
  const deploy = async (token: string, name: string): Promise<string> => {
    const answer = await hub.send("POST", "/api/v1/deployments", { token, body: { name } });
    return ((await answer.json()) as { id: string }).id;
  };
  const hide = (token: string, name: string, team: string) =>
    hub.send("PUT", `/api/v1/skills/${name}`, { token, body: { visibility: "team", team } });
  const own = await deploy(admin, "pdf");
  const refused = await hide(lead, "pdf", "paint");
  expect([refused.status, await refused.text()]).toEqual([
    ...[409, expect.stringContaining("pdf@1.0.0 is deployed to agents outside of the team")],
  ]);
  await hub.send("POST", `/api/v1/deployments/${own}/end`, { token: admin, body: {} });
  expect((await hide(lead, "pdf", "paint")).status).toBe(204);
  // One of the enterprise, which a tenant deploys.
  await hub.send("PUT", "/api/v1/teams/core", { token: root });
  const below = await deploy(admin, "rules");
  expect((await hide(root, "rules", "core")).status).toBe(409);
  await hub.send("POST", `/api/v1/deployments/${below}/end`, { token: admin, body: {} });
  expect((await hide(root, "rules", "core")).status).toBe(204);
});
