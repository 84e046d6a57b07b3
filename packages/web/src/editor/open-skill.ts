import { callHub, hubAddress, readHubText } from "../api/call-hub.ts";
import { nextVersion } from "./skill-text.ts";

/** A skill of the hub, ready to be changed. */
export type OpenedSkill = {
  readonly text: string;
  /** The version that the change is going to be. */
  readonly version: string;
  /** The version whose other files stay as they are. */
  readonly base?: string | undefined;
  /** Paths of those files. */
  readonly files: readonly string[];
};

type OpenOptions = {
  readonly tenant: string | undefined;
  readonly mayPublish: boolean;
  readonly signal: AbortSignal;
};

/** The user's draft of a skill, or else its newest version. */
export async function openSkill(name: string, options: OpenOptions): Promise<OpenedSkill> {
  const { tenant, mayPublish, signal } = options;
  const { drafts } = mayPublish
    ? await callHub("GET /api/v1/drafts", {}, { tenant, signal })
    : { drafts: [] };
  const draft = drafts.some((one) => one.name === name)
    ? await callHub("GET /api/v1/drafts/{name}", { params: { name } }, { tenant, signal })
    : undefined;
  if (draft !== undefined)
    return { ...draft, files: draft.base === undefined ? [] : await filesOf(name, draft.base, options) };
  const address = { params: { name } };
  const { versions } = await callHub("GET /api/v1/skills/{name}/versions", address, { tenant, signal });
  const base = versions[0]?.version ?? "";
  const path = "/api/v1/skills/{name}/versions/{version}/file";
  const query = { path: "SKILL.md", tenant };
  const text = await readHubText(hubAddress(path, { params: { name, version: base }, query }), signal);
  return { text, version: nextVersion(base), base, files: await filesOf(name, base, options) };
}

async function filesOf(
  name: string,
  version: string,
  { tenant, signal }: OpenOptions,
): Promise<readonly string[]> {
  const route = "GET /api/v1/skills/{name}/versions/{version}";
  const { files } = await callHub(route, { params: { name, version } }, { tenant, signal });
  return files.map(({ path }) => path).filter((path) => path !== "SKILL.md");
}
