import { expect, test } from "vitest";
import * as config from "../packages/core/src/config/config.ts";
import * as core from "../packages/core/src/index.ts";
import * as node from "../packages/core/src/node.ts";
import * as mcp from "../packages/mcp/src/index.ts";
import * as aiSdk from "../packages/runtime/src/adapters/ai-sdk.ts";
import * as anthropic from "../packages/runtime/src/adapters/anthropic.ts";
import * as claudeAgent from "../packages/runtime/src/adapters/claude-agent.ts";
import * as langchain from "../packages/runtime/src/adapters/langchain.ts";
import * as mastra from "../packages/runtime/src/adapters/mastra.ts";
import * as openaiAgents from "../packages/runtime/src/adapters/openai-agents.ts";
import * as agent from "../packages/runtime/src/agent/agent.ts";
import * as opentelemetry from "../packages/runtime/src/audit/opentelemetry.ts";
import * as runtime from "../packages/runtime/src/index.ts";

/** A name that appears or vanishes here is a promise made or broken: review it as such. */
test("@skillwright/core exports exactly these values", () => {
  expect(Object.keys(core).sort()).toMatchInlineSnapshot(`
    [
      "SkillError",
      "addToSummary",
      "analyseDocument",
      "auditEventKinds",
      "balanceOf",
      "balanceOfElements",
      "canonicalTool",
      "chainStart",
      "checkSkill",
      "checkSkills",
      "clients",
      "combinePolicies",
      "compileGlob",
      "createAnalyser",
      "createChecker",
      "createCompositeStore",
      "createDirectoryStore",
      "createEmbeddingStage",
      "createLineIndex",
      "createListing",
      "createMemoryFileSystem",
      "createMemorySink",
      "createMemoryStore",
      "createPathResolver",
      "createRerankStage",
      "createSearchIndex",
      "createSystemPrompt",
      "createVerifier",
      "decide",
      "decodeUtf8",
      "digestFiles",
      "digestProject",
      "digestSkill",
      "emptySummary",
      "expandArguments",
      "expandBraces",
      "explainSkill",
      "fields",
      "findProfile",
      "findRoots",
      "findRule",
      "findSkill",
      "findSkills",
      "fixSkill",
      "formatAudit",
      "formatDecision",
      "formatDiscoveryFinding",
      "formatError",
      "formatFault",
      "formatFinding",
      "formatNumber",
      "headBytes",
      "headFileOf",
      "isFilePath",
      "isIgnoredItself",
      "isInside",
      "isJsonObject",
      "isScript",
      "isSkillTool",
      "isValidCompleteSkill",
      "isValidDescription",
      "isValidFrontmatter",
      "isValidLevel1",
      "isValidLevel2",
      "isValidLevel3",
      "isValidSkillDirectory",
      "isValidSkillName",
      "joinArguments",
      "knownTools",
      "limits",
      "linkEvent",
      "listingDelta",
      "loadSkill",
      "loadSkills",
      "mayRun",
      "neutraliseMarkup",
      "openCatalog",
      "parseHead",
      "parseJson",
      "parseMention",
      "parseRecord",
      "parseSkill",
      "printable",
      "profiles",
      "promptFormats",
      "rankSkills",
      "readDigestEntries",
      "readIgnoreRules",
      "readLikeReference",
      "readLink",
      "readMetadata",
      "readPlainPolicy",
      "readPrecedence",
      "readProjectInstructions",
      "readProperties",
      "readSealed",
      "readTrust",
      "redactEvent",
      "redactText",
      "renderActivation",
      "resolveInside",
      "resolveSkills",
      "rules",
      "searchDefaults",
      "severityIn",
      "sha256Hex",
      "skillFromBytes",
      "skillFromText",
      "skillLayer",
      "skippedFolders",
      "splitArguments",
      "statedTrit",
      "suggest",
      "suggestSkillName",
      "toEventText",
      "toHeadText",
      "toListedSkills",
      "toPrompt",
      "toPythonJson",
      "toReferencePrompt",
      "toReport",
      "toSearchDocument",
      "tokenizeTools",
      "tritOf",
      "tritOfElement",
      "truncateAtLine",
      "trustState",
      "updateSearchIndex",
      "vouchFor",
      "writeSealed",
      "writeTrust",
    ]
  `);
});

test("@skillwright/core/node and /config export exactly these values", () => {
  expect(Object.keys(node).sort()).toEqual([
    "attemptOn",
    "createNodeFileSystem",
    "createNodeWatcher",
    "nodeSha256",
    "openCatalog",
    "toFileError",
  ]);
  expect(Object.keys(config).sort()).toEqual(["ConfigSchema", "PolicySchema", "readConfig", "readPolicy"]);
});

test("@skillwright/runtime and its adapters export exactly these values", () => {
  const names = (module: object): readonly string[] => Object.keys(module).sort();
  expect({
    runtime: names(runtime),
    "ai-sdk": names(aiSdk),
    anthropic: names(anthropic),
    "claude-agent": names(claudeAgent),
    langchain: names(langchain),
    mastra: names(mastra),
    "openai-agents": names(openaiAgents),
    agent: names(agent),
    opentelemetry: names(opentelemetry),
  }).toMatchInlineSnapshot(`
    {
      "agent": [
        "createSubagentRunner",
        "runAgent",
      ],
      "ai-sdk": [
        "prepareStep",
        "repairToolCall",
        "skillTools",
        "toolApproval",
        "unguardedTools",
        "wrapTools",
      ],
      "anthropic": [
        "offeredTools",
        "runToolUse",
        "skillTools",
        "unguardedTools",
        "wrapTools",
      ],
      "claude-agent": [
        "canUseTool",
        "hooks",
        "serverName",
        "skillTools",
      ],
      "langchain": [
        "skillMiddleware",
        "skillTools",
        "wrapTools",
      ],
      "mastra": [
        "expectApproval",
        "hooks",
        "prepareStep",
        "requireToolApproval",
        "skillTools",
        "wrapTools",
      ],
      "openai-agents": [
        "runOptions",
        "skillTools",
        "wrapTools",
      ],
      "opentelemetry": [
        "createOpenTelemetrySink",
      ],
      "runtime": [
        "chooseDialect",
        "combineSinks",
        "createJsonlSink",
        "createQueue",
        "createSequenceFilter",
        "createSession",
        "createUnconfinedSandbox",
        "defineFunction",
        "describeEvent",
        "dialects",
        "execScript",
        "findDialect",
        "findScript",
        "formatScriptWarning",
        "formatStop",
        "judgeHook",
        "openSandbox",
        "readHostRules",
        "reviewScript",
        "skillToolDefinitions",
        "systemClock",
      ],
    }
  `);
});

test("@skillwright/mcp exports exactly these values", () => {
  expect(Object.keys(mcp).sort()).toMatchInlineSnapshot(`
    [
      "createSkillServer",
      "openGateway",
      "readGatewayConfig",
      "serveHttp",
      "serveStdio",
    ]
  `);
});
