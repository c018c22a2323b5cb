import { testRefusals } from "../refusals.ts";

testRefusals("buildProposal", 415);
