import { config } from "zod";

// Pages that check input with core's schemas import this first: zod would try to compile them, and the hub's policy forbids that.
config({ jitless: true });
