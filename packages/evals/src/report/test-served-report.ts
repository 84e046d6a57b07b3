import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createNodeFileSystem } from "@skillwright/core/node";
import { onTestFinished } from "vitest";
import { type ServedReport, type ServeReportOptions, serveReport } from "./serve-report.ts";
import { type TestFiles, testWorkspace } from "./test-workspace.ts";

/** A workspace on the disk until the test has ended. */
export type DiskWorkspace = { readonly folder: string; readText(path: string): string };

export function writeTestWorkspace(files: TestFiles = testWorkspace({ runs: 1 })): DiskWorkspace {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "report-")));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const folder = `${root}/pdf-forms-workspace`;
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  return { folder, readText: (path) => readFileSync(join(folder, path), "utf8") };
}

export type TestServed = ServedReport & {
  readonly workspace: DiskWorkspace;
  readonly troubles: readonly string[];
  abort(): void;
};

/** A report that is served until the test has ended. */
export async function serveTestReport(
  workspace: DiskWorkspace = writeTestWorkspace(),
  options: Omit<ServeReportOptions, "folder"> = {},
): Promise<TestServed> {
  const controller = new AbortController();
  const troubles: string[] = [];
  const served = await serveReport(
    { folder: workspace.folder, ...options },
    {
      fs: createNodeFileSystem(),
      today: () => Date.UTC(2026, 2, 4, 10),
      signal: controller.signal,
      onTrouble: (message) => troubles.push(message),
    },
  );
  onTestFinished(() => served.close());
  return { ...served, workspace, troubles, abort: () => controller.abort() };
}
