/** What hubs and their clients say to each other. */
export {
  type HubBlob,
  type HubPublication,
  type HubRefusal,
  type HubSkill,
  type HubVersion,
  hubPaths,
  hubPublicationSchema,
  hubRefusalSchema,
  hubSkillSchema,
} from "./wire.ts";
