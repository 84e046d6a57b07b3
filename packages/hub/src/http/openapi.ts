import { z } from "zod";
import { defineRoute, type Route } from "./route.ts";

/** The routes with one more that describes them all. */
export function withOpenApi(routes: readonly Route[]): readonly Route[] {
  const described = defineRoute({
    method: "GET",
    path: "/api/v1/openapi.json",
    summary: "This description.",
    needs: "nothing",
    handle: async () => Response.json(document),
  });
  const all = [...routes, described];
  const document = openApiDocument(all);
  return all;
}

/** The OpenAPI 3.1 document of a table of routes. */
function openApiDocument(routes: readonly Route[]): unknown {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const route of routes) {
    const address = route.path.replace("*}", "}");
    const path = paths[address] ?? {};
    path[route.method.toLowerCase()] = operationOf(route);
    paths[address] = path;
  }
  return {
    openapi: "3.1.0",
    info: { title: "Skillwright hub", version: "1" },
    components: { securitySchemes: { token: { type: "http", scheme: "bearer" } } },
    paths,
  };
}

function operationOf({ method, path, summary, needs, query, body, answer }: Route): unknown {
  const inPath = [...path.matchAll(/\{(\w+)\*?\}/g)].map(([, name]) => ({
    ...{ name, in: "path", required: true, schema: { type: "string" } },
  }));
  const schema = z.toJSONSchema(query, { io: "input", unrepresentable: "any" });
  const inQuery = Object.entries(schema.properties ?? {}).map(([name, one]) => ({
    ...{ name, in: "query", required: schema.required?.includes(name) ?? false, schema: one },
  }));
  const content = (type: z.ZodType | "bytes"): unknown =>
    type === "bytes"
      ? { "application/octet-stream": {} }
      : { "application/json": { schema: z.toJSONSchema(type, { io: "input", unrepresentable: "any" }) } };
  return {
    operationId: `${method} ${path}`,
    summary,
    ...(needs === "nothing" ? {} : { security: [{ token: [] }] }),
    ...(needs === "nothing" || needs === "credentials" ? {} : { "x-permission": needs }),
    parameters: [...inPath, ...inQuery],
    ...(body && { requestBody: { required: true, content: content(body) } }),
    responses: {
      default: { description: "The answer.", ...(answer && { content: content(answer) }) },
    },
  };
}
