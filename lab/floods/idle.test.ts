import { testFloods } from "./test-floods.ts";

// More connections than HAProxy accepts at a time. It closes one without a byte after 40 seconds, the others after 10.
const connections = 6_500;

await testFloods({
  "connections from one address without a byte": {
    kind: "silent",
    from: ["127.0.0.20"],
    connections,
    perSecond: 2_000,
  },
  "connections from one address with a TLS handshake alone": {
    kind: "handshake",
    from: ["127.0.0.21"],
    connections,
    perSecond: 700,
  },
  "HTTP/2 connections from one address without a request": {
    kind: "http2",
    from: ["127.0.0.22"],
    connections,
    perSecond: 700,
  },
});
