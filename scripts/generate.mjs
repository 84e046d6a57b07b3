import { generateRules } from "./generate-rules.mjs";

generateRules();
