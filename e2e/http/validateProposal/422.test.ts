import { testRefusals } from "../refusals.ts";

testRefusals("validateProposal", 422);
