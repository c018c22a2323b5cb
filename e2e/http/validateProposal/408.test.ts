import { testSlowBody } from "../slow-body.ts";

testSlowBody("validateProposal");
