/** The name of a hub's marketplace of plugins: in lower case, with hyphens. */
export function marketplaceName(hub: string): string {
  const name = hub.toLowerCase().replace(/[^a-z0-9]+/g, "-");
  return name.replace(/^-/, "").replace(/-$/, "") || "skillwright-hub";
}
