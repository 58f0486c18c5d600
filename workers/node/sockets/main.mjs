// The stacks of Node's own modules.

import { Worker } from "../kit/worker.mjs";
import { netTcp } from "./streams.mjs";
import { nodeTls } from "./tls.mjs";
import { dgramUdp } from "./udp.mjs";

new Worker("node/sockets", [`OpenSSL ${process.versions.openssl}`], [netTcp, dgramUdp, nodeTls]).run();
