import { listAddresses } from "./flood.ts";
import { testFloods } from "./test-floods.ts";

// Each flood from a single address has its own address, whose rate limit no other flood has used up.
const listAddress = (last: number) => [`127.0.0.${last}`];
const thousand = listAddresses("127.1", 1_000);
await testFloods({
  "calls from one address on kept connections": {
    kind: "kept",
    from: listAddress(10),
    connections: 64,
    perSecond: 3_000,
  },
  "calls from one address on new connections": {
    kind: "new",
    from: listAddress(11),
    connections: 64,
    perSecond: 2_000,
  },
  "65 KB of pipelined calls from one address": {
    kind: "pipelined",
    from: listAddress(12),
    connections: 4,
    perSecond: 100,
  },
  "requests for pages from one address": {
    kind: "kept",
    path: "/openapi.json",
    from: listAddress(13),
    connections: 64,
    perSecond: 3_000,
  },
  "slow bodies from 1,000 addresses": { kind: "slow", from: thousand, connections: 500, perSecond: 200 },
  "calls from 1,000 addresses on kept connections": {
    kind: "kept",
    from: thousand,
    connections: 1_000,
    perSecond: 1_000,
  },
  "calls from 1,000 addresses on new connections": { kind: "new", from: thousand, connections: 500, perSecond: 1_000 },
});
