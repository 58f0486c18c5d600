// A server of gRPC on Go's package google.golang.org/grpc, which serves each call in a goroutine of its own.
package main

import (
	"google.golang.org/grpc"

	"pingmark/kit"
)

func main() {
	facts := kit.FactsOf("go/grpc", "package grpc: a service whose unary call returns its message", "grpc",
		"a goroutine per call and two per connection, on as many threads as there are cores")
	facts["loads"] = []string{"closed"}
	facts["socket_options"] = []string{"no_delay", "receive_buffer_bytes", "send_buffer_bytes", "congestion_control"}
	worker := kit.Worker{
		Name: "go/grpc", Libraries: []string{"grpc-go " + grpc.Version},
		Stacks: []kit.Stack{{Facts: facts, Listen: listen}},
	}
	worker.Run()
}
