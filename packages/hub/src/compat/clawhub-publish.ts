import { createTree, type FileTree, type TreeFile, writeTarGz } from "@skillwright/packaging";
import { z } from "zod";
import { mayDo } from "../access/permissions.ts";
import { Refusal } from "../http/refusal.ts";
import { type Call, defineRoute, defineUpload, type Route } from "../http/route.ts";
import { hubLimits } from "../limits.ts";
import { publishVersion } from "../registry/publish-version.ts";
import { readUpload, sha256Of, storeUpload } from "../registry/uploads.ts";
import { baseUrl } from "./base-url.ts";

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const text = z.string().max(1000);

const publication = z.object({
  slug: text,
  version: text,
  ownerHandle: text.optional(),
  source: z.object({ url: text, commit: text }).optional(),
  files: z
    .array(z.object({ path: z.string().max(1024), size: z.int().min(0), sha256 }))
    .min(1)
    .max(hubLimits.clawhubFiles),
});

/** What ClawHub's client sends: each file, then the version that lists them. */
export const clawhubPublishRoutes: readonly Route[] = [
  defineRoute({
    ...{ method: "GET", path: "/clawhub/api/v1/whoami", needs: "credentials" },
    summary: "ClawHub: whose token it is. The owner is the tenant.",
    handle: async ({ principal }) =>
      Response.json(
        { user: { handle: principal?.tenant ?? null, displayName: principal?.id ?? null } },
        { headers: { "cache-control": "no-store" } },
      ),
  }),
  defineRoute({
    ...{ method: "POST", path: "/clawhub/api/v1/skills/-/upload-url", needs: "skills:publish" },
    summary: "ClawHub: where to send a file.",
    body: z.object({ sha256 }),
    sample: { body: { sha256: "0".repeat(64) } },
    handle: async ({ hub, request, body, tenant }) => {
      const uploadUrl = new URL(`${baseUrl(hub, request)}/clawhub/uploads/${body.sha256}`);
      uploadUrl.searchParams.set("tenant", tenant);
      return Response.json({ uploadUrl: uploadUrl.href, uploadTicket: body.sha256 });
    },
  }),
  defineUpload({
    ...{ method: "POST", path: "/clawhub/uploads/{sha256}", needs: "skills:publish" },
    summary: "ClawHub: the bytes of a file.",
    sample: { params: { sha256: "0".repeat(64) } },
    handle: async ({ hub, params, body, tenant, principal }) => {
      if (sha256Of(body) !== `sha256:${params.sha256}`)
        throw new Refusal("INVALID_REQUEST", "The bytes are not those of the address.");
      const upload = { tenant, principal: principal?.id ?? "", now: hub.now() };
      const storageId = await storeUpload(hub.database, body, upload);
      return Response.json({ storageId });
    },
  }),
  defineRoute({
    ...{ method: "POST", path: "/clawhub/api/v1/skills", needs: "skills:publish" },
    summary: "ClawHub: publish a version.",
    body: publication,
    sample: {
      body: { slug: "pdf", version: "1.0.0", files: [{ path: "SKILL.md", size: 0, sha256: "0".repeat(64) }] },
    },
    handle: async (call) => {
      const { body } = call;
      const tenant = ownerOf(call);
      const tree = await readFiles({ ...call, tenant });
      const source = body.source && `${body.source.url}#${body.source.commit}`;
      const { state } = await publishVersion(
        { ...call, tenant },
        {
          ...{ name: body.slug, version: body.version, tree, source },
          ...{ archive: writeTarGz(tree), isPlain: true },
        },
      );
      const publicationStatus = state === "approved" ? "published" : "pending";
      const id = `${tenant}/${body.slug}`;
      return Response.json({
        ...{ ok: true, skillId: id, versionId: `${id}@${body.version}`, publicationStatus },
        ...{ slug: body.slug, version: body.version },
      });
    },
  }),
];

type PublishCall = Call<object, z.infer<typeof publication>>;

/** The client names the tenant that `whoami` told it; another one needs the permission there. */
function ownerOf({ tenant, principal, body }: PublishCall): string {
  const owner = body.ownerHandle ?? tenant;
  if (principal !== undefined && mayDo(principal, { permission: "skills:publish", tenant: owner }))
    return owner;
  throw new Refusal("FORBIDDEN", `This needs the permission skills:publish in the tenant ${owner}.`);
}

async function readFiles({ hub, tenant, principal, body }: PublishCall): Promise<FileTree> {
  const files: TreeFile[] = [];
  let room: number = hubLimits.blobBytes;
  for (const { path, size, sha256: hex } of body.files) {
    room -= size;
    if (room < 0) throw new Refusal("TOO_LARGE", `The files have more than ${hubLimits.blobBytes} bytes.`);
    const upload = { tenant, principal: principal?.id ?? "" };
    const bytes = await readUpload(hub.database.read, `sha256:${hex}`, upload);
    if (bytes?.length !== size) throw new Refusal("INVALID_REQUEST", `Upload ${JSON.stringify(path)} first.`);
    // The format does not say what is a program; scripts say it themselves.
    files.push({ path, bytes, executable: bytes[0] === 0x23 && bytes[1] === 0x21 });
  }
  return createTree(files, body.slug.slice(0, 200));
}
