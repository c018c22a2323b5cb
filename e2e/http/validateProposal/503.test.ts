import { testUnavailable } from "../unavailable.ts";

testUnavailable("validateProposal");
