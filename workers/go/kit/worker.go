// Package kit is what the servers of Go share: the control part, which answers requests, and what a server knows of
// hellos and messages. docs/write-a-server.md describes what a server must do.
package kit

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"runtime"
	"strings"
)

const protocol = 1

// Fields are those of a reply.
type Fields map[string]any

// Stack is one way to serve.
type Stack struct {
	// Facts are what describe tells.
	Facts Fields
	// Listen begins to serve in the background.
	Listen func(request Listen, serving *Serving) (Server, error)
}

// Server is what serves since listen.
type Server interface {
	// Listening tells the address, the port and the socket options as the socket has them.
	Listening() (Fields, error)
	// Disconnect waits for clients to end their connections, 1 s at most, and closes those that are left.
	Disconnect()
}

// Unsupported is what the worker can't do, and never will; other errors should not have happened.
type Unsupported string

func (reason Unsupported) Error() string { return string(reason) }

// Worker carries out requests.
type Worker struct {
	Name      string
	Libraries []string
	Stacks    []Stack

	server  Server
	serving *Serving
}

// Run answers requests until stdin ends, or until it is told to stop; then the process ends.
func (w *Worker) Run() {
	lines := bufio.NewReader(os.Stdin)
	replies := json.NewEncoder(os.Stdout)
	replies.SetEscapeHTML(false)
	for {
		line, err := lines.ReadBytes('\n')
		if err != nil {
			os.Exit(0)
		}
		reply, isLast := w.answer(line)
		if replies.Encode(reply) != nil || isLast {
			os.Exit(0)
		}
	}
}

func (w *Worker) answer(line []byte) (reply Fields, isLast bool) {
	var asked envelope
	if err := json.Unmarshal(line, &asked); err != nil || asked.ID == nil || asked.Op == nil {
		const reason = "no object with an id, a whole number, and an op, a text"
		return Fields{"id": nil, "status": "error", "reason": reason}, false
	}
	told, err := w.carryOut(*asked.Op, line)
	if err != nil {
		status := "error"
		if errors.As(err, new(Unsupported)) {
			status = "unsupported"
		}
		return Fields{"id": asked.ID, "status": status, "reason": err.Error()}, false
	}
	// What describe tells is kept for the next time, and so not changed.
	reply = Fields{"id": asked.ID, "status": "ok"}
	for name, value := range told {
		reply[name] = value
	}
	return reply, *asked.Op == "stop"
}

func (w *Worker) carryOut(op string, line []byte) (Fields, error) {
	switch op {
	case "hello":
		return with(line, w.hello)
	case "describe":
		return with(line, w.describe)
	case "listen":
		return with(line, w.listen)
	case "disconnect":
		return with(line, w.disconnect)
	case "usage", "stop":
		return with(line, func(envelope) (Fields, error) { return usage(w.serving), nil })
	}
	return nil, Unsupported(fmt.Sprintf("unknown op %q", op))
}

func (w *Worker) hello(asked helloRequest) (Fields, error) {
	if asked.Protocol != protocol {
		return nil, Unsupported(fmt.Sprintf("protocol %d; this worker speaks %d", asked.Protocol, protocol))
	}
	return Fields{
		"protocol":         protocol,
		"worker":           w.Name,
		"runtime":          "Go " + strings.TrimPrefix(runtime.Version(), "go"),
		"libraries":        append([]string{}, w.Libraries...),
		"pid":              os.Getpid(),
		"cpus":             cpus(),
		"gc":               "concurrent mark and sweep",
		"compiler_threads": []string{},
		"stacks":           w.ids(),
	}, nil
}

func (w *Worker) ids() []string {
	var ids []string
	for _, stack := range w.Stacks {
		ids = append(ids, stack.Facts["stack"].(string))
	}
	return ids
}

func (w *Worker) find(id string) (Stack, error) {
	for _, stack := range w.Stacks {
		if stack.Facts["stack"] == id {
			return stack, nil
		}
	}
	return Stack{}, Unsupported(fmt.Sprintf("no stack %q; there are %s", id, strings.Join(w.ids(), ", ")))
}

func (w *Worker) describe(asked describeRequest) (Fields, error) {
	stack, err := w.find(asked.Stack)
	return stack.Facts, err
}

func (w *Worker) listen(asked listenRequest) (Fields, error) {
	stack, err := w.find(asked.Stack)
	if err != nil {
		return nil, err
	}
	wanted, err := asked.of(stack.Facts)
	if err != nil {
		return nil, err
	}
	if w.server != nil {
		return nil, errors.New("it listens already")
	}
	serving := &Serving{token: wanted.token}
	server, err := stack.Listen(wanted, serving)
	if err != nil {
		return nil, err
	}
	w.server, w.serving = server, serving
	return server.Listening()
}

func (w *Worker) disconnect(envelope) (Fields, error) {
	if w.server == nil {
		return nil, errors.New("it does not listen")
	}
	w.server.Disconnect()
	return Fields{"connections": w.serving.Connections.Load()}, nil
}
