// A plain server that refuses everything, for early.ts: at the connection (`connection`) or once the head is read
// (`request`). It tells its address, and answers at the second one how much processor time it took so far.

import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, createServer as createNetServer } from "node:net";

const lingerMs = 500;
const body = JSON.stringify({ code: "overloaded", status: 503, retryAfterSeconds: 1 });
const head = [
  "HTTP/1.1 503 Service Unavailable",
  "Content-Type: application/problem+json; charset=utf-8",
  `Content-Length: ${body.length}`,
  "Retry-After: 1",
  "Connection: close",
];
const answer = Buffer.from(`${head.join("\r\n")}\r\n\r\n${body}`);

const server =
  process.argv[2] === "connection"
    ? createNetServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
        socket.on("error", () => {});
        socket.end(answer);
        // What the client still sends is discarded. Closed at once, the connection would be reset, and the answer lost.
        socket.resume();
        const late = setTimeout(() => socket.destroy(), lingerMs);
        socket.on("close", () => clearTimeout(late));
      })
    : createServer((request, response) => {
        request.resume();
        response.writeHead(503, { "retry-after": "1", "content-length": body.length, connection: "close" });
        response.end(body);
      });
const meter = createServer((_request, response) => {
  const { user, system } = process.cpuUsage();
  response.end(String(user + system));
});
for (const one of [server, meter]) one.listen(0, "127.0.0.1");
await Promise.all([once(server, "listening"), once(meter, "listening")]);
const portOf = (one: typeof server | typeof meter) => (one.address() as AddressInfo).port;
console.log(`listening http://127.0.0.1:${portOf(server)} http://127.0.0.1:${portOf(meter)}`);
