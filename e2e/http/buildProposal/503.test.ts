import { testUnavailable } from "../unavailable.ts";

testUnavailable("buildProposal");
