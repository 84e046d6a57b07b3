import { expect, test } from "vitest";
import * as core from "../packages/core/src/index.ts";
import * as config from "../packages/core/src/config/config.ts";
import * as node from "../packages/core/src/fs/node.ts";

/** A name that appears or vanishes here is a promise made or broken: review it as such. */
test("@skillwright/core exports exactly these values", () => {
  expect(Object.keys(core).sort()).toMatchInlineSnapshot();
});

test("@skillwright/core/node and /config export exactly these values", () => {
  expect(Object.keys(node).sort()).toEqual(["createNodeFileSystem"]);
  expect(Object.keys(config).sort()).toEqual(["ConfigSchema", "readConfig"]);
});
