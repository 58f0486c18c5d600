package kit

import (
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"net/netip"
)

const tokenBytes = 16

// request is what a line asks for. Its fields are taken out one by one, and in the end none may be left.
type request struct {
	id     int64
	op     string
	fields map[string]json.RawMessage
	failed error // why the first one can't be read that is no value of its type
}

// parse returns the request of a line; an error says that it is none.
func parse(line []byte) (*request, error) {
	var r request
	if err := json.Unmarshal(line, &r.fields); err != nil {
		return nil, err
	}
	id, op := take[*int64](&r, "id"), take[*string](&r, "op")
	if r.failed != nil || id == nil || op == nil {
		return nil, errors.New("no object with an id, a whole number, and an op, a text")
	}
	r.id, r.op = *id, *op
	return &r, nil
}

// take returns the value of a field, and the zero of its type where the request does not have it.
func take[T any](r *request, name string) (value T) {
	if raw, isThere := r.fields[name]; isThere {
		delete(r.fields, name)
		if err := json.Unmarshal(raw, &value); err != nil {
			r.failed = fmt.Errorf("%s: %w", name, err)
		}
	}
	return value
}

// check tells what is wrong with a request whose fields have been taken.
func (r *request) check() error {
	for name := range r.fields {
		return Unsupported(fmt.Sprintf("unknown field %q of %s", name, r.op))
	}
	return r.failed
}

// Listen is what a server is asked for.
type Listen struct {
	Address string // an IP literal, or a folder
	Port    int
	Options Options

	token []byte // the run's secret, which strangers do not have; nil of a plain server
}

// listen returns what is asked of a stack that has these facts.
func (r *request) listen(facts Fields) (Listen, error) {
	wanted := Listen{Address: take[string](r, "address"), Options: takeOptions(r, facts)}
	port, digits := take[*int](r, "port"), take[string](r, "token")
	isPlain, allowsWildcard := take[bool](r, "plain"), take[bool](r, "allow_wildcard")
	if err := r.check(); err != nil {
		return wanted, err
	}
	secret, err := hex.DecodeString(digits)
	switch {
	case port == nil || *port < 0 || *port > math.MaxUint16:
		return wanted, Unsupported("port is not within 0 and 65535")
	case isPlain && digits != "":
		return wanted, Unsupported("plain has no token")
	case !isPlain && (err != nil || len(secret) != tokenBytes):
		return wanted, errors.New("a server that is not plain needs a token of 32 hex digits")
	case !isPlain:
		wanted.token = secret
	}
	wanted.Port = *port
	if facts["addresses"] != "ip" {
		return wanted, nil
	}
	ip, err := netip.ParseAddr(wanted.Address)
	if err == nil && ip.Unmap().WithZone("").IsUnspecified() && !allowsWildcard {
		err = Unsupported(wanted.Address + " listens on every interface, which allow_wildcard permits")
	}
	return wanted, err
}
