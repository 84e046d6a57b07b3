/** Limits of runtime/sandbox. */
export const sandboxLimits = {
  /** Default processor time and file size of a sandboxed program. */
  programCpuSeconds: 600,
  programFileBytes: 1_073_741_824,
  /** Entries counted to measure what a program adds to the disk (about 8 ms); beyond that, free space is measured. */
  countedEntries: 2000,
  /** Entries examined in one folder of `/etc`; a folder of fonts or certificates has a few hundred. */
  settingsEntries: 5000,
  /** Submodules of a repository whose settings are sealed; each costs about 1 ms per run. */
  sealedModules: 32,
  /** Programs shown to a command whose list names them, with what they need; each costs about 0.1 ms per run. */
  shownPrograms: 256,
  /** Hosts in one list of the network. */
  networkHosts: 1000,
  /** Open connections of one sandboxed program; Chromium opens at most 256. */
  networkConnections: 256,
  /** Requests and connections of one run; each request goes into the audit log. */
  networkRequests: 10_000,
  /** Bytes of one message on the pipe, and bytes buffered per connection and side. */
  networkFrameBytes: 65_536,
  networkWindowBytes: 131_072,
  /** Bytes of the headers of a request or response; as in Node. */
  networkHeaderBytes: 16_384,
  /** Addresses of one name that are tried. */
  networkAddresses: 16,
  /** Time to connect to a host, and idle time after which a connection is closed; as in undici. */
  networkConnectMs: 30_000,
  networkIdleMs: 300_000,
} as const;
