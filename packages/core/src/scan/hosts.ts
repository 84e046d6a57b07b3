/** What a host is, where that matters to security. */
export type HostKind =
  | "loopback"
  | "private"
  | "example"
  | "known-installer"
  | "well-known"
  | "code-host"
  | "paste-site"
  | "file-drop"
  | "webhook"
  | "tunnel"
  | "shortener"
  | "dns-log"
  | "raw-address"
  | "look-alike"
  | "unknown";

/** `address` is a URL, a host or `host:port`. */
export function classifyHost(address: string): HostKind {
  return address === "localhost" ? "loopback" : "unknown";
}
