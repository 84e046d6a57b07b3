/** Bounds of the hub. */
export const hubLimits = {
  /** A request's body, except for blobs. */
  bodyBytes: 1_048_576,
  /** An archive: as large as the clients download. */
  blobBytes: 67_108_864,
  /** Prepared statements that stay open on one connection. */
  statements: 500,
  /** Changes that share one commit if they wait for the disk at the same time. */
  writesPerCommit: 50,
  /** Rows of one answer; more come page by page. */
  pageRows: 200,
  /** Skills of the same name in different tenants that are looked at for one request. */
  sameNames: 10_000,
  /** Versions of one skill, as many as its document may list. */
  versionsPerSkill: 10_000,
  /** Characters of a version's number, as clients and agents read it. */
  versionLength: 100,
  /** Characters of a draft's SKILL.md, so that it fits into a request, and drafts of one author. */
  draftLength: 300_000,
  draftsEach: 200,
  /** Tags of one skill. */
  tagsPerSkill: 100,
  /** Bytes of a file that is shown as text, and of the texts of one comparison. */
  shownFileBytes: 1_048_576,
  comparedBytes: 4_194_304,
  /** Changed lines of one file that a comparison finds one by one, and the sum of their squares over all files: a third of a second. */
  comparedEdits: 1000,
  comparedWork: 8_000_000,
  /** Bytes of unpacked skills that stay in memory. */
  cachedTreeBytes: 67_108_864,
  /** Milliseconds after which unpublished bytes are removed, and how many of them at a time. */
  uploadMs: 86_400_000,
  sweptUploads: 50,
  /** A published SKILL.md: as much as the rules read of other files, and twice what an agent loads. It takes a quarter of a second. */
  skillFileBytes: 524_288,
  /** Skills that are read and prepared for searches at a time. */
  libraryBatch: 200,
  /** Tenants whose list of skills stays sorted in memory. */
  sortedLists: 100,
  /** Versions that the git view of a skill has, the newest ones. */
  gitVersions: 100,
  /** Git views on the disk; the least recently used one goes. */
  gitRepositories: 1000,
  /**
   * Programs that answer clones: how many at the same time, how many requests wait for one, and milliseconds that they wait, that a program
   * may take, and that its client may read nothing. Each program takes some 10 MB.
   */
  git: {
    processes: 16,
    processesEach: 4,
    waiting: 128,
    waitingEach: 16,
    waitMs: 10_000,
    allMs: 60_000,
    stallMs: 10_000,
  },
  /** What a client may send to ask for commits; a shallow clone needs a few hundred bytes. */
  gitRequestBytes: 1_048_576,
  /** Files that one publication of ClawHub's client may list. */
  clawhubFiles: 1000,
  /** Days that an address with a token may work. */
  capabilityDays: 366,
  /** Names of tenants, teams, people, tokens and agents. */
  nameLength: 100,
  /** Texts of agents by which events are found; what is longer is cut. */
  columnLength: 200,
  /** An upload of audit lines: the longest line with every character escaped, and some more. */
  auditUploadBytes: 4_194_304,
  /** Lines of one upload, and events of one commit. */
  auditLines: 500,
  /** Milliseconds that an upload waits for others to share its commit. */
  auditGroupMs: 5,
  /** Events that one request looks at, if no index leads to the ones it wants. */
  auditScanEvents: 20_000,
  /** Values of one field that are counted for filters. */
  auditFacets: 50,
  /** Rows of each list in reports on use, lines of their charts, and skills of one team that a line counts. */
  reportRows: 20,
  reportSeries: 3,
  reportTeamSkills: 500,
  /** Skills of a catalog that a report compares with all others: a search each. */
  comparedSkills: 200,
  /** Events that one transaction erases. */
  auditEraseEvents: 2000,
  /** Events that one request checks for integrity. */
  auditCheckEvents: 1000,
  /** Milliseconds between two looks for bodies of events that are too old. */
  retentionMs: 3_600_000,
  /** Comments, messages and reasons. */
  remarkLength: 1000,
  /** Unread files that the scan of a version lists. */
  unreadFiles: 1000,
  /** Milliseconds until the use of a token is noted again. */
  tokenUseMs: 3_600_000,
  /** Days that a token is valid at most. */
  tokenDays: 3660,
  /** Milliseconds that a browser stays signed in. */
  sessionMs: 43_200_000,
  /** Milliseconds that a sign-in link works. */
  linkMs: 86_400_000,
  /** Milliseconds that the first administrator's link works: it is printed for a person who waits for it. */
  firstLinkMs: 3_600_000,
  /** Milliseconds that a person has to sign in at an identity provider. */
  signInMs: 900_000,
  /** Seconds that an identity provider has to answer. */
  providerSeconds: 10,
  /** Groups of one person that are looked at. */
  groups: 1000,
  /** Roles of one person in one tenant. */
  rolesOfPerson: 100,
  /** Answers that are kept to be sent again, and their characters in all. */
  cachedAnswers: 10_000,
  cachedBytes: 33_554_432,
  /** Milliseconds after which an answer is made again, though nothing has changed. */
  cachedMs: 60_000,
  /** Patterns in one list of a policy, and their characters. */
  policyPatterns: 1000,
  /** Decisions of one request. */
  bulkDecisions: 100,
  /** Events that a simulation reads, the newest first: some seconds of work. */
  simulatedEvents: 50_000,
  /** Examples in the answer of a preview. */
  samples: 20,
  /** Examples in the answer of a simulation: enough to read what a policy would have refused. */
  simulationSamples: 100,
  /** Days that simulations and previews look back. */
  lookBackDays: 31,
  /** Bytes of one file, and of all files, in the difference of two versions. */
  differenceFileBytes: 65_536,
  differenceBytes: 524_288,
  /** Revocations in force that a tenant has: those of the enterprise and of a tenant together fit into a document. */
  revocations: 5000,
  /** Deployments of a tenant: as for revocations. */
  deployments: 5000,
  /** Contents that one revocation of a publisher names; of more, the skills are named. */
  revokedDigests: 1000,
  /** State documents of a tenant that are kept. */
  keptStates: 100,
  /** Agents of one tenant. */
  agents: 100_000,
  /** Open event streams of this process, and of one token or person. 10,000 take 200 MB. */
  eventStreams: 20_000,
  eventStreamsEach: 2000,
  /** Heartbeats, of 15 seconds, after which a stream ends and its client comes again: half an hour. */
  eventBeats: 120,
  /** Events that wait for a client to read them before it is dropped. */
  eventBacklog: 16,
  /** Milliseconds that one request may take. */
  requestMs: 60_000,
  /** Milliseconds until the headers of a request must be there. */
  headersMs: 10_000,
  /** Milliseconds without a byte in either direction after which a connection is closed. Streams send something more often. */
  silenceMs: 120_000,
  /** Open connections; more are refused. */
  connections: 20_000,
  /** Nesting of a JSON body. */
  jsonDepth: 64,
  /** Milliseconds that open requests get to end when the hub stops. */
  stopMs: 5000,
} as const;
