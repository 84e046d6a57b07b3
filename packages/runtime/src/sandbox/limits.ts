/** Bounds on what runtime/sandbox reads, holds and prints. */
export const sandboxLimits = {
  programCpuSeconds: 600,
  programFileBytes: 1_073_741_824,
  /** Files and folders that are counted to tell what a program adds to the disk, in about 8 ms; of more, the free space tells. */
  countedEntries: 2000,
  /** Hosts in one list of the network. */
  networkHosts: 1000,
  /** Connections of one confined program that are open at once; Chromium opens at most 256. */
  networkConnections: 256,
  /** Requests of one run, and connections that it opens; each request is told to the audit log. */
  networkRequests: 10_000,
  /** Bytes of one message on its pipe, and bytes that one of its connections holds unread on each side. */
  networkFrameBytes: 65_536,
  networkWindowBytes: 131_072,
  /** Bytes of the headers of a request or an answer; Node's own number. */
  networkHeaderBytes: 16_384,
  /** Addresses of one name that are tried. */
  networkAddresses: 16,
  /** Milliseconds until a host has to accept a connection, and after which a silent one is closed; undici waits as long. */
  networkConnectMs: 30_000,
  networkIdleMs: 300_000,
} as const;
