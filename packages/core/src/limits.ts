/** Every bound the system puts on foreign input, with where the number comes from. */
export const limits = {
  /** Standard: name is 1–64 characters. */
  nameLength: 64,
  /** Standard: description is 1–1024 characters. */
  descriptionLength: 1024,
  /** Standard: compatibility is 1–500 characters. */
  compatibilityLength: 500,
  /** Standard: "keep SKILL.md under 500 lines". */
  bodyLines: 500,
  /** Standard: body under 5,000 tokens. */
  bodyTokens: 5000,
  /** Rule of thumb of the standard's guides: four characters to a token. */
  charactersPerToken: 4,
  /** Largest SKILL.md that is read; the longest public one of 19,160 has 3,448 lines. */
  skillFileBytes: 2_097_152,
  /** Skills that are handled together, and the characters of their texts with which a group is full. */
  groupItems: 32,
  groupSize: 1_048_576,
  /** What a file counts for that rules may read: most have no more, and 256 of the largest that are read fit in memory. */
  groupFileSize: 4096,
  /** Largest script or reference that rules read. */
  bundledFileBytes: 524_288,
  /** Largest frontmatter; thirteen of 19,160 public skills pass 4 KB. */
  frontmatterBytes: 262_144,
  /** First read when only metadata is wanted; of 5,000 public skills six have a longer frontmatter. */
  metadataPrefixBytes: 2048,
  /** YAML nodes in one frontmatter after aliases are followed: stops alias bombs. */
  yamlNodes: 10_000,
  /** YAML nesting in one frontmatter. */
  yamlDepth: 64,
  /** Files listed in one skill; MCP hosts must support 512. */
  filesPerSkill: 2000,
  /** Folders below one skill's root. */
  skillDepth: 8,
  /** Folders below a collection's root. */
  collectionDepth: 256,
  /** Folders below a root of skills; the standard's client guide says four to six. */
  rootDepth: 6,
  /** Folders of a project looked at for nested `.agents/skills` and the like; the client guide says 2,000. */
  nestedFolders: 2000,
  /** Bytes of one .gitignore or .skillignore that are read; the longest of GitHub's templates has about 8 KB. */
  ignoreFileBytes: 32_768,
  /** Patterns of one .gitignore or .skillignore. */
  ignorePatterns: 1000,
  /** Folders looked at below one folder of packages. */
  packageFolders: 5000,
  /** Largest manifest of a package that is read. */
  packageManifestBytes: 65_536,
  /** Folders of skills that one manifest may name. */
  packageSkillFolders: 500,
  /** Skills past which agents choose worse and `doctor` warns; Claude Code's listing budget holds about as many. */
  recommendedSkills: 200,
  /** Patterns in `paths` of one skill; one with more is offered always. Public skills have one or two. */
  pathPatterns: 64,
  /** Characters of one such pattern, and patterns that its `{a,b}` may stand for. */
  pathPatternCharacters: 512,
  pathPatternChoices: 64,
  /** Characters of another client's nested metadata that are read; the longest of 5,000 public skills has 969. */
  nestedMetadataCharacters: 16_384,
  /** Commands that one skill may ask for. */
  requiredCommands: 32,
  /** Bytes of the list of trusted projects: about thirty thousand skills, each with its path and digest. */
  trustFileBytes: 4_194_304,
  /** Files of one skill that its digest covers. */
  digestFiles: 20_000,
  /** Bytes of one skill that its digest covers. */
  digestBytes: 268_435_456,
  /** Bytes of one file that `readFile` answers with; document e. */
  readFileBytes: 200_000,
  /** Bytes of instructions that one activation puts before a model; the standard advises 20,000 characters. */
  activationBytes: 200_000,
  /** Bundled files named in one activation. */
  activationFiles: 200,
  /** Bytes that their names may take up; the most files of 600 public skills are 68, in 3,600 bytes. */
  activationFilesBytes: 16_384,
  /** Characters of a path inside a skill; document b's formal specification. */
  filePathLength: 1024,
  /** Bytes of a list of skills when no budget is asked for: 2 % of 200,000 tokens, the share that Codex gives it. */
  listingBytes: 16_384,
  /** Smallest budget that still has room to say that there are skills and how to find them. */
  listingMinimumBytes: 640,
  /** Characters of a name in a list: a package and a skill of 64 each, twice over; a longer one is left out. */
  listedName: 256,
  /** Characters of one description in a list; Claude Code's number. */
  listedDescription: 1536,
  /** Characters that a shortened description has room for at least; with fewer, only the name is listed. */
  shortestDescription: 40,
  /** Skills shown in full when the others must be searched for. */
  listedBest: 10,
  /** Categories named when skills must be searched for. */
  listedCategories: 20,
  /** Tags of one skill that count as its categories. */
  tagsPerSkill: 16,
  /** Characters of a tag that counts as a category. */
  tagLength: 32,
  /** Ids named in the report of what a list leaves out. */
  reportedIds: 20,
  /** Bytes of AGENTS.md and CLAUDE.md files put before a model; Codex's number. */
  projectInstructionBytes: 32_768,
  /** Largest file of an index that is read; about 1 GB would hold a million skills. */
  indexBytes: 1_073_741_824,
  /** Directory entries looked at in one walk. */
  walkEntries: 2_000_000,
  /** Descriptions remembered to find near-duplicates, about 0.8 KB each; later skills are compared with these. */
  comparedDescriptions: 10_000,
  /** Findings kept of one rule in one skill; past it one finding says how many more there are. */
  findingsPerRule: 50,
  /** Characters of a request that search reads; the longest of 3,703 collected requests has 1,500. */
  searchQueryLength: 4000,
  /** Terms of a request that are looked up, the weightiest first. */
  searchQueryTerms: 48,
  /** Characters of a body that search reads; 99 of 100 public skills have fewer than 40,000. */
  searchBodyLength: 100_000,
  /** Different terms kept of one skill; a body of 20,000 characters has about 900. */
  searchTermsPerSkill: 4096,
  /** Letters of a word that search tells apart. */
  searchWordLength: 40,
  /** Parts of one compound such as `a-b/c.d` before the next begins. */
  searchCompoundParts: 8,
  /** Results of one search. */
  searchResults: 1000,
  /** Characters of one shell command that is read: room for a here-document of several pages. */
  shellCommandCharacters: 32_768,
  /** Substitutions, groups and loops inside each other, and programs that run programs; people write three. */
  shellDepth: 16,
  /** Milliseconds that a program has to end after it was asked to; systemd and Docker give 90 s and 10 s, to services. */
  stopGraceMs: 2000,
  /** Milliseconds that a session which closes waits for calls under way: a program that does not heed the first signal is among them. */
  callsEndMs: 5000,
  /** Hooks of one skill. */
  hooksPerSkill: 64,
  /** Seconds that a hook may take when its author did not say, and at most; UAAPS. */
  hookTimeoutSeconds: 30,
  hookTimeoutSecondsMax: 300,
  /** Bytes kept of what a hook writes to each stream; a larger answer is none. */
  hookOutputBytes: 65_536,
  /** Characters of a hook's reason that go before a model, and of its output that go into the audit log. */
  hookReasonCharacters: 2000,
  /** Characters of a hook's matcher, and of a tool's name that it is tried on. */
  hookMatcherCharacters: 256,
  hookToolCharacters: 128,
  /** Characters of one audit event; the end of a longer input or output is left out, and the event says so. */
  auditEventCharacters: 65_536,
  /** Lists and objects inside each other in the input of an audit event. */
  auditDepth: 16,
  /** Longest line of an audit log: the longest event with each character spelled as an escape, twice over. */
  auditLineBytes: 1_048_576,
  /** Faults that are told of one audit log; the others are counted. */
  auditFaults: 100,
  /** Skills active inside one another; document d. */
  activationDepth: 5,
  /** Times that one call is decided anew because a person, a hook or another skill changed something meanwhile. */
  admissionRounds: 8,
  /** How long an approval that the host asked for stays good. */
  approvalMs: 3_600_000,
  /** Events kept for one reader of a session's events that does not keep up. */
  unreadEvents: 10_000,
  /** Characters of one skill, and of all, that are kept when a conversation is shortened: Claude Code's 5,000 and 25,000 tokens. */
  protectedCharacters: 20_000,
  protectedTotalCharacters: 100_000,
  /** Commands in one skill's instructions that are run, and for how long each; document d's project gives them 5 s. */
  inlineCommands: 16,
  inlineCommandMs: 10_000,
  /** Bytes of what such a command prints that go into the instructions. */
  inlineCommandBytes: 20_000,
  /** Characters of a call that a person is shown in one line when asked: every command that is read at all, escapes included. */
  questionCharacters: 100_000,
  /** Characters of one text that a model sends to a tool, such as a file to write. */
  toolTextCharacters: 2_000_000,
  /** Characters of a name, path or pattern that a model sends to a tool. */
  toolWordCharacters: 4096,
  /** Milliseconds that a script or command may take when nothing is said, and at most; Claude Code's numbers. */
  commandMs: 120_000,
  longestCommandMs: 600_000,
  /** Bytes kept of each stream of a program's output; Claude Code shows 30,000 characters of both. */
  commandOutputBytes: 30_000,
  /** What a confined program may use up, with all that it starts, when nothing is said. Node counts a dozen threads each. */
  programMemoryBytes: 2_147_483_648,
  programProcesses: 256,
  programCpuSeconds: 600,
  programFileBytes: 1_073_741_824,
  programDiskBytes: 1_073_741_824,
  /** What a command in a workspace may add to the disk: a build with its dependencies has one or two gigabytes. */
  commandDiskBytes: 8_589_934_592,
  /** Files and folders that are counted to tell what a program adds to the disk, in about 8 ms; of more, the free space tells. */
  countedEntries: 2000,
  /** Bytes that a script may leave in its output folder. */
  outputFolderBytes: 1_073_741_824,
  /** Files of that folder that are named. */
  outputFiles: 200,
  /** Folders that one skill may ask to write to; document d's example has two. */
  allowedPaths: 64,
  /** Programs that one skill may say it needs, and milliseconds that one has to tell its version. */
  requirements: 64,
  versionMs: 15_000,
  /** Bytes kept of each stream of a script that a person runs: they go on to a file or a screen. */
  execOutputBytes: 67_108_864,
  /** Sub-agents inside one another; document d's project has two. */
  subagentDepth: 2,
  /** Bytes of a sub-agent's answer that go before the agent that asked. */
  subagentAnswerBytes: 100_000,
  /** New skills that one session writes at a time, and files and characters of one. */
  drafts: 8,
  draftFiles: 64,
  draftCharacters: 1_000_000,
  /** Steps of one agent on one task, when nothing is said and at most. */
  agentSteps: 50,
  mostAgentSteps: 1000,
  /** Bytes of a task that is read from standard input; the text of a thick book. */
  taskBytes: 1_048_576,
  /** Times that an agent may make the very same call before it is told, and before it is stopped. */
  repeatedCalls: 3,
  repeatedCallsAtMost: 6,
  /** Milliseconds without a word from a model after which its stream counts as broken. */
  modelSilenceMs: 120_000,
  /** Times that one step is begun again when a model fails; the AI SDK's number. */
  modelRetries: 2,
  /** Milliseconds before the first of these, doubled each time; the AI SDK's number. */
  modelRetryMs: 2000,
  /** Seconds that a provider may ask an agent to wait; past them it gives up. The AI SDK's number. */
  retryAfterSeconds: 60,
  /** Characters of one answer of a model, its calls included; the longest answers have 128,000 tokens. */
  modelAnswerCharacters: 4_000_000,
  /** Tool calls of one answer; OpenAI's number. */
  callsPerAnswer: 128,
  /** Lists and objects inside each other in a call's input; the SDK walks through them by recursion. */
  callDepth: 256,
  /** Characters of a provider's own words in a message, and errors inside errors that are looked at. */
  faultCharacters: 300,
  faultDepth: 4,
  /** Calls in a circle that is found. */
  callCircle: 3,
  /** Arguments of one script. */
  scriptArguments: 256,
  /** Skills in one page of `skills_list`, when nothing is said and at most. */
  skillsPerPage: 50,
  mostSkillsPerPage: 200,
  /** Hits of one `skills_search` at most. */
  skillHits: 50,
  /** Largest file that `read` and `edit` open, and `grep` looks into. */
  workspaceFileBytes: 10_485_760,
  /** Files and folders that `glob` and `grep` look at in one call. */
  workspaceEntries: 200_000,
  /** Folders below the one where `glob` and `grep` begin. */
  workspaceDepth: 64,
  /** Bytes that one `grep` reads. */
  grepBytes: 268_435_456,
  /** Paths of one `glob`, matches of one `grep`. */
  searchMatches: 1000,
  /** Milliseconds that one `glob` or `grep` takes at most. */
  workspaceSearchMs: 20_000,
  /** Milliseconds that an expression may take on one file: all other sessions of the process wait meanwhile. */
  expressionMs: 600,
  /** Characters of a line that `grep` matches against, and of one that it answers with. */
  grepLineCharacters: 10_000,
  grepShownCharacters: 500,
  /** Characters of what a host's function failed with that a model gets to see. */
  failureCharacters: 2000,
  /** Characters of a tool's name; agent SDKs allow 64 to 128. */
  toolNameCharacters: 256,
  /** Fields of a tool call that are looked at for paths, addresses and names; one with more cannot be read. */
  requestFields: 10_000,
  /** Lists and objects inside each other in such a call. */
  requestDepth: 8,
  /** Paths in such a call, each of which costs looks at the disk; agents name a few dozen at most. */
  requestPaths: 500,
  /** Calls inside one call; OpenCode allows 25. */
  batchCalls: 100,
  /** Characters of a call's part that a decision names. */
  detailCharacters: 200,
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
  /** Largest settings file of another agent that is edited; Claude Code's own grows to several megabytes. */
  settingsFileBytes: 16_777_216,
  /** Lists and objects inside each other in such a file. */
  settingsDepth: 128,
  /** Largest policy file. */
  policyFileBytes: 1_048_576,
  /** Bytes of one payload that an agent writes to its hook: a file that is written, with room for escapes. */
  hookPayloadBytes: 16_777_216,
  /** Skills that one prompt may begin with, as `/one /two`; Claude Code's number. */
  stackedSkills: 6,
  /** Bytes that are kept of the skills active in one session of an agent; a skill takes about 300. */
  guardStateBytes: 1_048_576,
  /** Milliseconds after which such a file is of a session that nobody goes on with, and files looked at in one sweep. */
  guardIdleMs: 2_592_000_000,
  guardSweptFiles: 1000,
  /** Characters of an agent's own id of a session in the audit log. */
  sessionLabelCharacters: 200,
  /** Files and folders looked at to find the skills that a name stands for; past them the skill is refused. */
  guardedSkillEntries: 100_000,
  /** Milliseconds to judge an event of an agent; together with waiting for locks, less than agents wait for their hook. */
  guardedMs: 4000,
  /** Files that one patch changes; of a longer one nobody can be sure. */
  patchedFiles: 1000,
  /** Conversations that one MCP server holds at once, in all and for one user; a session of the runtime each. */
  conversations: 5000,
  conversationsPerUser: 1000,
  /** Milliseconds without a call after which a conversation is over, and after which one is in which skills are active. */
  conversationIdleMs: 3_600_000,
  restrictedIdleMs: 86_400_000,
  /** Milliseconds that a call waits for a person's answer through an MCP client; the MCP SDK's number. */
  questionMs: 600_000,
  /** Questions that one conversation has open at once; people answer one after another. */
  openQuestions: 16,
  /** Largest file of tokens; thousands of users. */
  tokenFileBytes: 1_048_576,
  /** Tools in one page of an MCP server's list. */
  toolsPerPage: 500,
  /** Bytes of the skills listed in an MCP server's instructions; Claude Code cuts these after 2 KB. */
  instructionBytes: 1024,
  /** Largest file with an `mcpServers` object; Claude Code's own grows to several megabytes. */
  gatewayConfigBytes: 16_777_216,
  /** Servers behind one gateway, and letters of a server's name. */
  gatewayServers: 64,
  gatewayServerName: 32,
  /** Gateways that start one another. */
  gatewayDepth: 4,
  /** Letters of a tool's name as clients see it; the models' providers allow 64. */
  gatewayToolName: 64,
  /** Tools of one server, pages of their list, bytes of one definition and of all; GitHub's server has about a hundred tools of 1 KB. */
  gatewayTools: 5000,
  gatewayPages: 1000,
  gatewayDefinitionBytes: 65_536,
  gatewayDefinitionsBytes: 8_388_608,
  /** Milliseconds that the first list of tools waits for servers that are still starting. */
  gatewayWaitMs: 2000,
  /** Milliseconds that a server has to tell which protocol it speaks, to connect and to list its tools. */
  gatewayProbeMs: 5000,
  gatewayConnectMs: 15_000,
  gatewayListMs: 15_000,
  /** Milliseconds without news from a list of tools before it is fetched again. */
  gatewayRelistMs: 200,
  /** Milliseconds before a lost server is tried again, doubled each time, and at most. */
  gatewayRetryMs: 1000,
  gatewayRetryMostMs: 60_000,
  /** Seconds that a call to a server may take without a sign of life, when nothing is said and at most; and how often signs prolong it. */
  gatewayCallSeconds: 60,
  gatewayCallSecondsMost: 3600,
  gatewayCallStretch: 10,
  /** Bytes of one message from a server; with the SDK's own number, a file of 7 MB in Base64 would break the connection. */
  gatewayMessageBytes: 16_777_216,
  /** Bytes of one result that is passed on. */
  gatewayResultBytes: 8_388_608,
  /** Characters of what a server writes to its standard error that are kept, and of these that are shown. */
  gatewayStderrKept: 16_384,
  gatewayStderrCharacters: 1000,
  /** Bytes of the body of one HTTP request; the MCP SDK's number. */
  httpBodyBytes: 4_194_304,
  /** Bytes of bodies that are worked on at once, in all and of one user: parsed, a byte may take up ten. */
  httpBodiesBytes: 67_108_864,
  httpBodiesBytesPerUser: 33_554_432,
  /** Lists and objects inside each other in one message; JSON Schemas of tools have about twenty. */
  httpJsonDepth: 128,
  /** Headers of one HTTP request; Apache's number. */
  httpHeaders: 100,
  /** Milliseconds that a client has to send the head of a request, and all of it; Apache gives 20 to 40 s to each. */
  httpHeadMs: 10_000,
  httpRequestMs: 30_000,
  /** Milliseconds without a byte in either direction after which a connection is closed: longer than the longest command. */
  httpSilentMs: 900_000,
  /** Milliseconds that a client which is refused may go on sending, so that it gets to read why. */
  httpLingerMs: 1000,
  /** Open connections: each conversation with one for its notifications and one for a request. */
  httpConnections: 4096,
  /** Requests that are answered at once, in all and of one user; more than 500 agents that work side by side. */
  httpRequests: 1024,
  httpRequestsPerUser: 600,
  /** Open subscriptions to changes, in all, which is the MCP SDK's number, and of one user. */
  httpSubscriptions: 1024,
  httpSubscriptionsPerUser: 600,
  /** Milliseconds between looks for sessions that are over. */
  httpSweepMs: 60_000,
  /** Characters of a conversation's name in a header, and of the name of a user; room for a digest or an address. */
  httpConversationCharacters: 128,
  httpUserCharacters: 128,
  /** Characters of an access token: at the least what cannot be guessed, at most what fits into a header. */
  httpTokenCharactersMin: 16,
  httpTokenCharacters: 1024,
  /** Skills, prompts and files of a folder in one page that an MCP client lists; the MCP SDK's number. */
  publishedPerPage: 100,
  /** Characters of one such page of skills, and of what one skill may take up in it; 512 files take about 100,000. */
  publishedPageCharacters: 1_048_576,
  /** Characters kept of what was listed, so that it need not be read again: about 20,000 skills of five files each. */
  publishedCharacters: 33_554_432,
  /** Skills in `resources/list`, which has no pages; `skills/list` has them all. */
  publishedResources: 100,
  /** Seconds that a skill's test may take when nothing is said, document a, and at most: as long as any command. */
  testSeconds: 30,
  mostTestSeconds: 600,
  /** Cases of one skill; the example skills have three or four. */
  testCases: 1000,
  /** Bytes of `test-config.json` and of one case: what the YAML reader takes. */
  testFileBytes: 262_144,
  /** Variables of one `test-config.json`. */
  testVariables: 256,
  /** Texts in one list of a case, of which expressions; the longest list of the example skills has five. */
  testExpectations: 64,
  testExpressions: 32,
  /** Characters of one such expression. */
  testExpressionCharacters: 1000,
  /** Problems that are told of one file, the others are counted; characters of one. */
  testFileProblems: 100,
  testProblemCharacters: 500,
  /** Bytes kept of each stream of a tested command; a test that writes more is no test that anybody reads. */
  testOutputBytes: 1_048_576,
  /** Bytes of a kept snapshot: both streams, each character spelled as an escape of six. */
  testSnapshotBytes: 16_777_216,
  /** Characters of output, and of one JSON value, that a failure shows. */
  testExcerptCharacters: 2000,
  testValueCharacters: 200,
  /** Differences in JSON, and files, that one case is told. */
  testDifferences: 20,
  /** Lines on each side that are compared one with another, lines that are shown of a difference, and of its surroundings. */
  testDiffLines: 500,
  testShownLines: 60,
  testContextLines: 2,
  /** Evals of one skill, and statements that one is judged by; the guide starts with two or three evals, skill-creator's longest has ten statements. */
  evalCases: 500,
  evalAssertions: 64,
  /** Queries that try a description; the guides say about twenty. */
  triggerQueries: 1000,
  /** Seconds that one eval of a package may take when nothing is said, UAAPS, and at most. */
  evalSeconds: 120,
  mostEvalSeconds: 3600,
  /** Characters of one file of results: 1,000 runs with ten graded statements of 1 KB each. */
  evalResultCharacters: 16_777_216,
  /** Lists and objects inside each other in a file of results; the deepest format has six. */
  evalResultDepth: 32,
  /** Characters of an answer that a report of UAAPS shows: its number. */
  evalSnippetCharacters: 500,
  /** Characters of the name of an eval's folder, so that paths stay short on Windows. */
  evalSlugCharacters: 40,
  /** Pairs up to which every change of signs is tried, 65,536 of them; beyond, so many are drawn (error of p about 0.002). */
  evalExactPairs: 16,
  evalShuffles: 10_000,
  /** Samples that an interval is taken from; Efron and Tibshirani say a thousand or more. */
  evalResamples: 2000,
  /** Times that one eval is run on each side, and one query is tried, at most; the guides say three. */
  evalRuns: 100,
  /** Files that a trial made whose text judges see, characters of all of them, and bytes above which a file is not opened. */
  trialTexts: 20,
  trialTextCharacters: 60_000,
  trialFileBytes: 1_048_576,
  /** Files that are kept of what one trial made. */
  trialKeptFiles: 200,
  /** Characters and answers of one recording, and characters of each request that it shows; a long session has fifty answers. */
  recordingCharacters: 16_777_216,
  recordingExchanges: 2000,
  recordingExcerptCharacters: 500,
  /** Steps in which an agent has to come to a skill, and trials at a time when nothing is said. */
  triggerSteps: 3,
  triggerJobs: 4,
  /** Trials in a row in which the model may fail before a measurement ends. */
  triggerFaults: 5,
  /** Skills that are listed beside a measured one when nothing is said: about as many as an agent's listing shows in full. */
  triggerNeighbours: 50,
  /** Bytes of kept runs that are read: about 150,000 runs. */
  triggerRunsBytes: 67_108_864,
  /** What the page of an eval looks at: files and folders of an iteration, and levels of them. */
  reportEntries: 200_000,
  reportDepth: 12,
  /** What it shows of one output and of all, in characters of texts and bytes of pictures: a page of 30 MB still opens. */
  reportTextCharacters: 20_000,
  reportTextsCharacters: 6_000_000,
  reportImageBytes: 2_097_152,
  reportImagesBytes: 16_777_216,
  /** Outputs of one run, characters of a transcript, and problems that it shows. */
  reportOutputs: 50,
  reportTranscriptCharacters: 60_000,
  reportProblems: 50,
  /** Characters of one remark of a person, and bytes of all that the page sends at once. */
  reportFeedbackCharacters: 20_000,
  reportFeedbackBytes: 2_097_152,
  /** How long nobody has to touch a served page until the command ends. */
  reportIdleMs: 1_800_000,
  /** Characters of the name of a scenario or of its case, and of a tag: one line of a report. */
  scenarioNameCharacters: 120,
  /** Characters of one quote that shows what came of an assertion, and files or commands that are named beside it. */
  evidenceCharacters: 300,
  evidenceItems: 10,
  /** Characters of a sentence that may be an assertion; a longer one says more than one thing. */
  statementCharacters: 1000,
  /** Characters of the text that everything in a trial becomes for a judge, and of one speech, call or answer in it. */
  transcriptCharacters: 60_000,
  transcriptEventCharacters: 4000,
  /** Characters of an agent's answer and of the names of its files that a judge sees: with texts and transcript about 40,000 tokens. */
  judgedAnswerCharacters: 40_000,
  judgedFileNameCharacters: 10_000,
  /** Characters of a task, of what is expected and of a skill's body in a question, and of one statement or description. */
  questionTextCharacters: 40_000,
  questionLineCharacters: 4000,
  /** Characters of a judge's answer, of which so many are shown to it again, and lists and objects inside each other in it. */
  judgementCharacters: 262_144,
  judgementShownCharacters: 20_000,
  judgementDepth: 16,
  /** Characters of a quote that counts, blanks aside and unless it is a whole line; and quotes of one statement. */
  quoteCharacters: 8,
  quotes: 16,
  /** Characters of a text whose absence proves something: a longer one is never there. */
  absentCharacters: 120,
  /** Characters of one quote and of all the evidence that is kept of a judge's answer; claims, suggestions and such of one. */
  shownQuoteCharacters: 300,
  judgedEvidenceCharacters: 2000,
  judgeRemarks: 20,
  /** Seconds that an agent has for an eval of `evals.json`, which says nothing on it: as long as any command. */
  outputEvalSeconds: 600,
  /** Finished runs of a workspace that are looked at: a hundred iterations of the largest that anybody has. */
  evalKeptRuns: 200_000,
  /** Runs in a row whose model fails in the same way before evals stop: a key that is wrong stays wrong. */
  evalFaults: 3,
  /** Seconds that an agent may take for a case of a scenario when nothing is said: as long as an eval. */
  scenarioSeconds: 120,
  /** Statements of one eval that the page shows. */
  reportStatements: 200,
  /** Bytes of the files that are kept of what one trial made, holes included: hundreds of documents or pictures. */
  trialKeptBytes: 67_108_864,
  /** What is kept of a trial: characters of one speech, call or answer; bytes of all as JSON, and of each list of files. All fits into a file of results. */
  trialEventCharacters: 200_000,
  trialEventsBytes: 8_388_608,
  trialPathsBytes: 1_048_576,
  /** Lists and objects inside each other that a trial keeps of a call's input; tools have two or three. */
  trialInputDepth: 16,
  /** Notes on statements and runs of one iteration: more than that nobody reads. */
  critiqueNotes: 12,
} as const;
