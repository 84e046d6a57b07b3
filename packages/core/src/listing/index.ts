/** What a model sees before it uses a skill. */
export { readProperties } from "../prompt/read-properties.ts";
export { type PromptFormat, type PromptSkill, promptFormats, toPrompt } from "../prompt/to-prompt.ts";
export { createListing } from "./create-listing.ts";
export { listingLimits } from "./limits.ts";
export { toListedSkills } from "./listed-skill.ts";
export { estimateTokens, type Listing, type ListingOptions } from "./listing.ts";
export { listingDelta } from "./listing-delta.ts";
export { readProjectInstructions } from "./project-instructions.ts";
export { createSystemPrompt } from "./system-prompt.ts";
