import { type HubBlob, type HubPublication, hubPublicationSchema } from "@skillwright/core/registry";
import { digestTree, type FileTree, readArchive, subtree } from "@skillwright/packaging";
import { Refusal } from "../http/refusal.ts";
import { type Call, defineRoute, type Route } from "../http/route.ts";
import { publishVersion } from "./publish-version.ts";
import { readUpload } from "./uploads.ts";

/** Publishes a version. A version never changes; a mistake is corrected by the next one. */
export const publishRoute: Route = defineRoute({
  method: "POST",
  path: "/api/v1/skills/{name}/versions",
  summary: "Publish a version whose archive has been uploaded.",
  needs: "skills:publish",
  body: hubPublicationSchema,
  sample: {
    params: { name: "pdf" },
    body: {
      ...{ version: "1.0.0", description: "d", digest: `sha256:${"0".repeat(64)}` },
      archive: { digest: `sha256:${"0".repeat(64)}`, size: 1 },
    },
  },
  handle: async (call) => {
    const { params, body } = call;
    const { name = "" } = params;
    const archive = await expectUpload(call, body.archive, "archive");
    const signature = body.signature && (await expectUpload(call, body.signature, "signature"));
    const { tree, isPlain } = await readUploaded(archive, `${name}@${body.version}`);
    // What the files hash to is computed here, never believed.
    const digest = digestTree(tree);
    if (digest !== body.digest)
      throw new Refusal("INVALID_PACKAGE", `The content digest is ${digest}, not ${body.digest}.`);
    const publishing = { name, version: body.version, tree, archive, isPlain, signature };
    const { state, isNew } = await publishVersion(call, publishing);
    return Response.json({ state }, { status: isNew ? 201 : 200 });
  },
});

async function expectUpload(
  { hub, tenant, principal }: Call<object, HubPublication>,
  { digest, size }: HubBlob,
  what: string,
): Promise<Uint8Array> {
  const upload = { tenant, principal: principal?.id ?? "" };
  const bytes = await readUpload(hub.database.read, digest, upload);
  if (bytes === undefined) throw new Refusal("INVALID_REQUEST", `Upload the ${what} ${digest} first.`);
  if (bytes.length !== size)
    throw new Refusal("INVALID_REQUEST", `The ${what} has ${bytes.length} bytes, not ${size}.`);
  return bytes;
}

type Uploaded = { readonly tree: FileTree; readonly isPlain: boolean };

/** The files of an archive, with or without a folder around them. */
async function readUploaded(archive: Uint8Array, source: string): Promise<Uploaded> {
  const whole = await readArchive(archive, { source });
  const isGzip = archive[0] === 0x1f && archive[1] === 0x8b;
  if (whole.entries.some(({ path }) => path === "SKILL.md")) return { tree: whole, isPlain: isGzip };
  const folders = new Set(whole.entries.map(({ path }) => path.split("/", 1)[0] ?? ""));
  const [folder = ""] = folders;
  const isAround = folders.size === 1 && whole.entries.some(({ path }) => path === `${folder}/SKILL.md`);
  if (!isAround) throw new Refusal("INVALID_PACKAGE", "The archive has no SKILL.md at its top.");
  return { tree: subtree(whole, folder, source), isPlain: false };
}
