// The control part of a worker of Node.js: it reads requests from stdin, a line of JSON each, and answers on stdout.
// docs/write-a-server.md describes what a server must do.

import net from "node:net";
import { COMPILER_THREADS, cpus, used } from "./process.mjs";
import { Counts } from "./serving.mjs";

const PROTOCOL = 1;
const PATIENCE_MS = 1000;
const LOOKS_MS = 10;
const END_MS = 500;

const integer = { name: "whole number", fits: Number.isInteger };
const text = { name: "text", fits: (value) => typeof value === "string" };
const flag = { name: "boolean", fits: (value) => typeof value === "boolean" };
const SOCKET_OPTIONS = { no_delay: flag, receive_buffer_bytes: integer, send_buffer_bytes: integer };
const FIELDS = {
  hello: { protocol: integer },
  describe: { stack: text },
  listen: {
    stack: text, address: text, port: integer, token: text, plain: flag, allow_wildcard: flag, ...SOCKET_OPTIONS,
  },
  disconnect: {},
  usage: {},
  stop: {},
};

// An IPv4 address within IPv6 is compared as IPv4.
const wildcards = new net.BlockList();
wildcards.addAddress("0.0.0.0");
wildcards.addAddress("::", "ipv6");

/** Why a request is refused: `unsupported` what the worker never does, `error` what is malformed or failed. */
class Refusal extends Error {
  constructor(status, reason) {
    super(reason);
    this.status = status;
  }
}

const unsupported = (reason) => new Refusal("unsupported", reason);
const failed = (reason) => new Refusal("error", reason);

/** What `describe` tells of a stack, but for what `more` says otherwise. */
export function facts(stack, about, transport, more = {}) {
  return {
    stack, about, transport, framing: "stream", roles: ["server"], waits: "block",
    threading: "one thread, Node's event loop", min_message_bytes: 8, max_message_bytes: 65_540,
    max_connections: 10_000, loads: ["closed"], reliable: true, unreliable: false, tls: false,
    socket_options: ["no_delay"], ...more,
  };
}

/**
 * Carries out requests. A stack has `facts` and `listen(where, counts, options)`, which serves from then on. That
 * gives, or promises, `address` and `port` as the socket tells them, `options` as they took effect, `isWaiting` (whether
 * `disconnect` waits for clients to end their connections) and `forget()`, which ends those that are left.
 */
export class Worker {
  #name;
  #libraries;
  #stacks;
  #counts = new Counts();
  #server = null;
  #turn = Promise.resolve();

  constructor(name, libraries, stacks) {
    this.#name = name;
    this.#libraries = libraries;
    this.#stacks = new Map(stacks.map((stack) => [stack.facts.stack, stack]));
  }

  /** Answers one request after the other until stdin ends, or until it is told to stop; then the process ends. */
  run() {
    let parts = [];
    process.stdin.on("data", (chunk) => {
      let from = 0;
      for (let end; (end = chunk.indexOf("\n", from)) >= 0; from = end + 1) {
        const line = Buffer.concat([...parts, chunk.subarray(from, end)]).toString();
        parts = [];
        this.#turn = this.#turn.then(() => this.#reply(line));
      }
      parts.push(chunk.subarray(from));
    });
    process.stdin.on("end", () => {
      this.#turn.then(() => process.exit(0));
      setTimeout(() => process.exit(0), END_MS);
    });
  }

  async #reply(line) {
    const request = parsed(line);
    if (request === null) {
      write({ id: null, status: "error", reason: "no object with an id, a whole number, and an op, a text" });
      return;
    }
    const { id, op, ...fields } = request;
    try {
      write({ id, status: "ok", ...(await this.#carryOut(op, fields)) });
      if (op === "stop") process.exit(0);
    } catch (problem) {
      // What was not text, such as half of a surrogate pair, is none in the reason either.
      const reason = Buffer.from(problem.message).toString();
      write({ id, status: problem.status ?? "error", reason });
    }
  }

  #carryOut(op, fields) {
    if (!Object.hasOwn(FIELDS, op)) throw unsupported(`unknown op '${op}'`);
    for (const [name, value] of Object.entries(fields)) {
      if (!Object.hasOwn(FIELDS[op], name)) throw unsupported(`unknown field '${name}' of ${op}`);
      const type = FIELDS[op][name];
      if (!type.fits(value)) throw failed(`${name} is no ${type.name}: ${JSON.stringify(value)}`);
    }
    switch (op) {
      case "hello": return this.#hello(fields.protocol);
      case "describe": return this.#find(fields.stack).facts;
      case "listen": return this.#listen(fields);
      case "disconnect": return this.#disconnect();
      default: return { ...this.#counts.told(), ...used() };
    }
  }

  #hello(protocol) {
    if (protocol !== PROTOCOL) throw unsupported(`protocol ${protocol}; this worker speaks ${PROTOCOL}`);
    return {
      protocol, worker: this.#name, runtime: `Node.js ${process.versions.node}`,
      libraries: [`V8 ${process.versions.v8}`, `libuv ${process.versions.uv}`, ...this.#libraries],
      pid: process.pid, cpus: cpus(), gc: "V8's, of generations", compiler_threads: COMPILER_THREADS,
      stacks: [...this.#stacks.keys()],
    };
  }

  #find(stack) {
    const found = this.#stacks.get(stack);
    if (!found) throw unsupported(`no stack '${stack}'; there are ${[...this.#stacks.keys()].join(", ")}`);
    return found;
  }

  async #listen({ stack, address = "", port, token, plain = false, allow_wildcard = false, ...options }) {
    const found = this.#find(stack);
    const unknown = Object.keys(options).find((name) => !found.facts.socket_options.includes(name));
    if (unknown) throw unsupported(`${stack} has no option ${unknown}`);
    if (plain && token !== undefined) throw unsupported("plain has no token");
    if (this.#server) throw failed("it listens already");
    if (!(port >= 0 && port <= 65_535)) throw unsupported(`port ${port} is not within 0 and 65535`);
    if (!plain && !/^[0-9a-f]{32}$/i.test(token)) throw failed("without plain it needs a token of 32 hex digits");
    const version = net.isIP(address);
    if (!version) throw failed(`no IP address: '${address}'`);
    const isWildcard = wildcards.check(address.split("%")[0], `ipv${version}`);
    if (isWildcard && found.facts.transport === "udp") {
      throw unsupported(`${stack} can't listen at ${address}: Node's dgram does not tell which address was asked, from `
        + "which answers must leave; name one of this machine's addresses");
    }
    if (isWildcard && !allow_wildcard) {
      throw unsupported(`${address} listens on every interface, which allow_wildcard permits`);
    }
    this.#counts.token = plain ? null : Buffer.from(token, "hex");
    this.#server = await found.listen({ address, port, version }, this.#counts, options);
    return { address: this.#server.address, port: this.#server.port, ...this.#server.options };
  }

  async #disconnect() {
    if (!this.#server) throw failed("it does not listen");
    const until = performance.now() + PATIENCE_MS;
    while (this.#server.isWaiting && this.#counts.connections > 0 && performance.now() < until) await pause();
    this.#server.forget();
    while (this.#counts.connections > 0) await pause();
    return { connections: 0 };
  }
}

const pause = () => new Promise((resolve) => setTimeout(resolve, LOOKS_MS));

function write(reply) {
  process.stdout.write(`${JSON.stringify(reply)}\n`);
}

/** A line's request; null where it is none. */
function parsed(line) {
  try {
    const request = JSON.parse(line);
    return Number.isInteger(request?.id) && typeof request.op === "string" ? request : null;
  } catch {
    return null;
  }
}
