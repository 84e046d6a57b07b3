import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createHttpClient } from "../http/client.ts";
import { publishOci } from "../publish/oci.ts";
import { testPublication } from "../publish/test-publications.ts";
import { createOciSource } from "./oci.ts";
import type { OciSpec } from "./source.ts";

const program = (process.env.PATH ?? "")
  .split(delimiter)
  .map((folder) => join(folder, "docker-registry"))
  .find((path) => existsSync(path));

/** The registry of Debian's package `docker-registry`, which does not know referrers. */
async function startDockerRegistry(path: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "registry-"));
  const host = `127.0.0.1:${await freePort()}`;
  const config = `version: 0.1\nstorage:\n  filesystem:\n    rootdirectory: ${folder}/data\nhttp:\n  addr: ${host}\n`;
  writeFileSync(`${folder}/config.yml`, config);
  const child = spawn(path, ["serve", `${folder}/config.yml`], { stdio: "ignore" });
  onTestFinished(() => {
    child.kill();
    rmSync(folder, { recursive: true, force: true });
  });
  const isUp = (): Promise<boolean> =>
    fetch(`http://${host}/v2/`).then(
      ({ status }) => status === 200,
      () => false,
    );
  await expect.poll(isUp, { timeout: 10_000 }).toBe(true);
  return host;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === "string") throw new Error("no port");
  return address.port;
}

test.skipIf(program === undefined)(
  "docker-registry takes and gives skills and their signatures",
  async () => {
    const registry = await startDockerRegistry(program ?? "");
    const http = createHttpClient();
    onTestFinished(() => http.close());
    const spec: OciSpec = { kind: "oci", registry, repository: "team/pdf" };
    for (const version of ["1.0.0", "1.1.0", "1.1.0"])
      await publishOci(
        testPublication("pdf", undefined, { version, signature: `{"for":"${version}"}` }),
        { http },
        { spec },
      );
    const source = createOciSource({ http });
    expect((await source.versions(spec)).map(({ version }) => version)).toEqual(["1.1.0", "1.0.0"]);
    const release = await source.resolve({ ...spec, reference: "1.0.0" });
    const { tree, signature } = await source.fetch(spec, release);
    expect(tree.entries.map(({ path }) => path)).toEqual([
      "pdf/SKILL.md",
      "pdf/references/more.md",
      "pdf/scripts/run.sh",
    ]);
    expect(signature).toBe('{"for":"1.0.0"}');
  },
);
