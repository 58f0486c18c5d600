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
	asked, err := parse(line)
	if err != nil {
		return Fields{"id": nil, "status": "error", "reason": "no request: " + err.Error()}, false
	}
	if err = asked.check(); err == nil {
		reply, err = w.carryOut(asked)
	}
	var unsupported Unsupported
	switch {
	case errors.As(err, &unsupported):
		return Fields{"id": asked.id, "status": "unsupported", "reason": err.Error()}, false
	case err != nil:
		return Fields{"id": asked.id, "status": "error", "reason": err.Error()}, false
	}
	// What describe tells is kept for the next time, and so not changed.
	whole := Fields{"id": asked.id, "status": "ok"}
	for name, value := range reply {
		whole[name] = value
	}
	return whole, asked.op == "stop"
}

func (w *Worker) carryOut(asked request) (Fields, error) {
	switch asked.op {
	case "hello":
		return w.hello(asked)
	case "describe":
		stack, err := w.find(asked)
		return stack.Facts, err
	case "listen":
		return w.listen(asked)
	case "disconnect":
		return w.disconnect()
	default: // usage and stop
		return usage(w.serving), nil
	}
}

func (w *Worker) hello(asked request) (Fields, error) {
	if version := asked.fields["protocol"]; version != int64(protocol) {
		return nil, Unsupported(fmt.Sprintf("protocol %v; this worker speaks %d", version, protocol))
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

func (w *Worker) find(asked request) (Stack, error) {
	for _, stack := range w.Stacks {
		if stack.Facts["stack"] == asked.fields["stack"] {
			return stack, nil
		}
	}
	reason := fmt.Sprintf("no stack %v; there are %s", asked.fields["stack"], strings.Join(w.ids(), ", "))
	return Stack{}, Unsupported(reason)
}

func (w *Worker) listen(asked request) (Fields, error) {
	stack, err := w.find(asked)
	if err != nil {
		return nil, err
	}
	wanted, err := asked.listen(stack.Facts)
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

func (w *Worker) disconnect() (Fields, error) {
	if w.server == nil {
		return nil, errors.New("it does not listen")
	}
	w.server.Disconnect()
	return Fields{"connections": w.serving.Connections.Load()}, nil
}
