import { expect, test } from "vitest";
import * as config from "../packages/core/src/config/config.ts";
import * as node from "../packages/core/src/fs/node.ts";
import * as core from "../packages/core/src/index.ts";

/** A name that appears or vanishes here is a promise made or broken: review it as such. */
test("@skillwright/core exports exactly these values", () => {
  expect(Object.keys(core).sort()).toMatchInlineSnapshot(`
    [
      "SkillError",
      "addToSummary",
      "analyseDocument",
      "balanceOf",
      "balanceOfElements",
      "checkSkill",
      "checkSkills",
      "compileGlob",
      "createChecker",
      "createLineIndex",
      "createMemoryFileSystem",
      "createSearchIndex",
      "decodeAnalysed",
      "emptySummary",
      "encodeAnalysed",
      "fields",
      "findProfile",
      "findRule",
      "findSkills",
      "fixSkill",
      "formatError",
      "formatFinding",
      "formatNumber",
      "isValidCompleteSkill",
      "isValidDescription",
      "isValidFrontmatter",
      "isValidLevel1",
      "isValidLevel2",
      "isValidLevel3",
      "isValidSkillDirectory",
      "isValidSkillName",
      "limits",
      "loadSkill",
      "loadSkills",
      "parseMention",
      "parseSkill",
      "printable",
      "profiles",
      "promptFormats",
      "rankSkills",
      "readLikeReference",
      "readMetadata",
      "readProperties",
      "rules",
      "searchDefaults",
      "searchIndexSize",
      "severityIn",
      "skillFromBytes",
      "skillFromText",
      "statedTrit",
      "suggest",
      "suggestNames",
      "suggestSkillName",
      "toPrompt",
      "toPythonJson",
      "toReferencePrompt",
      "toReport",
      "toSearchDocument",
      "tokenizeTools",
      "tritOf",
      "tritOfElement",
      "updateSearchIndex",
    ]
  `);
});

test("@skillwright/core/node and /config export exactly these values", () => {
  expect(Object.keys(node).sort()).toEqual(["createNodeFileSystem"]);
  expect(Object.keys(config).sort()).toEqual(["ConfigSchema", "readConfig"]);
});
