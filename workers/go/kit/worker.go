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

// Unsupported is what the worker can't do, and never will; other errors should not have happened.
type Unsupported string

func (reason Unsupported) Error() string { return string(reason) }

// Worker carries out requests.
type Worker struct {
	Name      string
	Libraries []string
	Stacks    []Stack

	serving    Serving
	disconnect func() // nil before listen
	isStopped  bool
}

// Run answers requests until stdin ends, or until it is told to stop; then the program is to end.
func (w *Worker) Run() {
	lines, replies := bufio.NewReader(os.Stdin), json.NewEncoder(os.Stdout)
	for !w.isStopped {
		line, err := lines.ReadBytes('\n')
		if err != nil || replies.Encode(w.answer(line)) != nil {
			return
		}
	}
}

func (w *Worker) answer(line []byte) Fields {
	asked, err := parse(line)
	if err != nil {
		return Fields{"id": nil, "status": "error", "reason": err.Error()}
	}
	reply, err := w.carryOut(asked)
	if err == nil {
		err = asked.check()
	}
	status := "ok"
	if err != nil {
		status, reply = "error", Fields{"reason": err.Error()}
		if errors.As(err, new(Unsupported)) {
			status = "unsupported"
		}
	}
	// The facts of a stack are kept for the next reply, which has an id of its own.
	reply["id"], reply["status"] = asked.id, status
	w.isStopped = err == nil && asked.op == "stop"
	return reply
}

// carryOut returns what is told. The fields that are left are checked afterwards; what can't be undone does it before.
func (w *Worker) carryOut(asked *request) (Fields, error) {
	switch asked.op {
	case "hello":
		return w.hello(asked)
	case "describe":
		stack, err := w.find(asked)
		return stack.Facts, err
	case "listen":
		return w.listen(asked)
	case "disconnect":
		return w.endConnections(asked)
	case "usage", "stop":
		return w.serving.addTo(usage()), nil
	}
	return nil, Unsupported(fmt.Sprintf("unknown op %q", asked.op))
}

func (w *Worker) hello(asked *request) (Fields, error) {
	if version := take[int64](asked, "protocol"); version != protocol {
		return nil, Unsupported(fmt.Sprintf("protocol %d; this worker speaks %d", version, protocol))
	}
	var ids []any
	for _, stack := range w.Stacks {
		ids = append(ids, stack.Facts["stack"])
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
		"stacks":           ids,
	}, nil
}

func (w *Worker) find(asked *request) (Stack, error) {
	id := take[string](asked, "stack")
	for _, stack := range w.Stacks {
		if stack.Facts["stack"] == id {
			return stack, nil
		}
	}
	return Stack{}, Unsupported(fmt.Sprintf("%s has no stack %q", w.Name, id))
}

func (w *Worker) listen(asked *request) (told Fields, err error) {
	stack, err := w.find(asked)
	if err != nil {
		return nil, err
	}
	wanted, err := asked.listen(stack.Facts)
	if err != nil {
		return nil, err
	}
	if w.disconnect != nil {
		return nil, errors.New("it listens already")
	}
	w.serving.token = wanted.token
	told, w.disconnect, err = stack.Listen(wanted, &w.serving)
	return told, err
}

func (w *Worker) endConnections(asked *request) (Fields, error) {
	if w.disconnect == nil {
		return nil, errors.New("it does not listen")
	}
	if err := asked.check(); err != nil {
		return nil, err
	}
	w.disconnect()
	return Fields{"connections": w.serving.Connections.Load()}, nil
}
