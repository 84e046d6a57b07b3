import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { hubAddress, readHubText } from "../api/call-hub.ts";
import { useTenant } from "../state/use-tenant.ts";

type FileQuery = {
  readonly name: string;
  readonly version: string;
  /** Undefined asks for nothing. */
  readonly path: string | undefined;
  /** The content, which never changes. */
  readonly digest: string | undefined;
};

/** A text file of a version. The answer for one content is kept for good. */
export function useFile({ name, version, path, digest }: FileQuery): UseQueryResult<string> {
  const tenant = useTenant();
  return useQuery({
    queryKey: ["file", { tenant, name, version, path, digest }],
    queryFn: ({ signal }) => {
      const params = { name, version };
      const place = "/api/v1/skills/{name}/versions/{version}/file";
      return readHubText(hubAddress(place, { params, query: { path, tenant } }), signal);
    },
    enabled: path !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** The instructions without what stands before them. */
export function splitFrontmatter(text: string): { readonly frontmatter: string; readonly body: string } {
  const normal = text.replaceAll("\r\n", "\n").replace(/^\uFEFF/, "");
  const end = normal.startsWith("---\n") ? normal.indexOf("\n---", 3) : -1;
  if (end === -1) return { frontmatter: "", body: normal };
  const rest = normal.indexOf("\n", end + 1);
  return { frontmatter: normal.slice(4, end), body: rest === -1 ? "" : normal.slice(rest + 1) };
}
