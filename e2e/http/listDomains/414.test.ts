import { testRefusals } from "../refusals.ts";

testRefusals("listDomains", 414);
