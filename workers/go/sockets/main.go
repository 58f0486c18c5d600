// Servers on Go's standard library, as its documentation writes them: a goroutine for each connection of a stream, and
// one for a socket of datagrams.
package main

import "pingmark/kit"

func main() {
	const perConnection = "a goroutine per connection, on as many threads as there are cores"
	worker := kit.Worker{
		Name: "go/sockets",
		Stacks: []kit.Stack{
			{Facts: kit.FactsOf("go/net-tcp", "package net, blocking calls", "tcp", perConnection), Listen: listenTCP},
			{Facts: kit.FactsOf("go/net-udp", "package net, one socket for all", "udp", "one goroutine"), Listen: listenUDP},
			{Facts: kit.FactsOf("go/tls", "package crypto/tls: TLS 1.3 over TCP", "tls", perConnection), Listen: listenTLS},
			{Facts: kit.FactsOf("go/unix", "package net, Unix stream sockets", "unix", perConnection), Listen: listenUnix},
		},
	}
	worker.Run()
}
