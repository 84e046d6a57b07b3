import { expect, test } from "vitest";
import { startTestRegistry } from "./test-registry.ts";

type Difference = {
  readonly files: readonly { readonly path: string; readonly lines?: readonly object[] }[];
};

test("versions that differ in thousands of places in hundreds of files are aligned only as far as is quick", async () => {
  const hub = await startTestRegistry();
  // Every second line differs: many small changes are what takes longest.
  const content = (mark: string): string =>
    Array.from({ length: 450 }, (_, line) => `${line}\n${mark}${line}\n`).join("");
  const filesWith = (mark: string) =>
    Object.fromEntries(
      Array.from({ length: 300 }, (_, at) => [`references/${String(at).padStart(3, "0")}.md`, content(mark)]),
    );
  for (const [version, mark] of [
    ["1.0.0", "a"],
    ["1.1.0", "b"],
  ] as const)
    expect((await hub.publish({ version, files: filesWith(mark) })).status).toBe(201);
  const { files } = (await hub.read(
    "/api/v1/skills/pdf/versions/1.1.0/difference?from=1.0.0",
    hub.token,
  )) as Difference;
  expect(files).toHaveLength(300);
  expect(files[0]?.lines?.length).toBe(900);
  expect(files.filter(({ lines }) => (lines?.length ?? 0) > 3).length).toBeLessThan(30);
});
