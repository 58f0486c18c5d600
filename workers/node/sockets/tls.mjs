// TLS 1.3 by node:tls.

import { execFileSync } from "node:child_process";
import { createHash, X509Certificate } from "node:crypto";
import tls from "node:tls";
import { facts } from "../kit/worker.mjs";
import { serving } from "./streams.mjs";

// Node can't make a certificate. This one signs itself, and ends with the process: nothing of it is written to a file.
const KEY = "-newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout -";
const MAKE = `req -x509 ${KEY} -days 30 -subj /CN=pingmark -out -`;

export const nodeTls = {
  facts: facts("node/tls", "tls.Server: TLS 1.3 over net's sockets", "tls", { tls: true }),

  listen(where, counts, { no_delay: noDelay = true }) {
    const pem = execFileSync("openssl", MAKE.split(" "), { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
    const { raw } = new X509Certificate(pem.slice(pem.indexOf("-----BEGIN CERTIFICATE-----")));
    const certificate = createHash("sha256").update(raw).digest("hex");
    const server = tls.createServer({ key: pem, cert: pem, minVersion: "TLSv1.3", noDelay });
    server.on("tlsClientError", (_, { remoteAddress, remotePort }) => {
      counts.reject({ address: remoteAddress, port: remotePort });
    });
    return serving(server, "secureConnection", where, counts, { no_delay: noDelay, certificate });
  },
};
