import { SkillError } from "../error.ts";
import type { Profile } from "./profile.ts";
import { profiles } from "./profiles.ts";

export function findProfile(name: string): Profile {
  const profile = profiles.find((candidate) => candidate.name === name);
  if (profile) return profile;
  throw new SkillError("profile-unknown", { name, known: profiles.map((one) => one.name).join(", ") });
}
