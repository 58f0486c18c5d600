// A server of HTTP/1.1 on Go's package net/http, which serves each connection in a goroutine of its own.
package main

import "pingmark/kit"

func main() {
	facts := kit.FactsOf("go/net-http", "package net/http: a handler that reads the body and writes it back", "http",
		"a goroutine per connection, on as many threads as there are cores")
	facts["loads"] = []string{"closed"}
	facts["socket_options"] = []string{"no_delay", "receive_buffer_bytes", "send_buffer_bytes", "congestion_control"}
	worker := kit.Worker{Name: "go/http", Stacks: []kit.Stack{{Facts: facts, Listen: listen}}}
	worker.Run()
}
