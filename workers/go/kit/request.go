package kit

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"net/netip"
	"reflect"
)

const tokenBytes = 16

// request is a line from stdin; numbers among its fields are int64 where they are whole.
type request struct {
	id     int64
	op     string
	fields map[string]any
}

func parse(line []byte) (request, error) {
	var fields map[string]any
	decoder := json.NewDecoder(bytes.NewReader(line))
	decoder.UseNumber()
	if err := decoder.Decode(&fields); err != nil {
		return request{}, err
	}
	if decoder.Decode(new(any)) != io.EOF {
		return request{}, errors.New("something is behind the object")
	}
	for name, value := range fields {
		if number, isNumber := value.(json.Number); isNumber {
			if whole, err := number.Int64(); err == nil {
				fields[name] = whole
			}
		}
	}
	id, hasID := fields["id"].(int64)
	op, hasOp := fields["op"].(string)
	if !hasID || !hasOp {
		return request{}, errors.New("it has an id, a whole number, and an op, a text")
	}
	delete(fields, "id")
	delete(fields, "op")
	return request{id, op, fields}, nil
}

// socketOptions are those of all stacks, each with a value of its type.
var socketOptions = map[string]any{
	"no_delay": false, "receive_buffer_bytes": int64(0), "send_buffer_bytes": int64(0), "congestion_control": "",
}

// known are the other fields of every op.
var known = map[string]map[string]any{
	"hello":    {"protocol": int64(0)},
	"describe": {"stack": ""},
	"listen": {
		"stack": "", "address": "", "port": int64(0), "token": "", "plain": false, "allow_wildcard": false,
	},
	"disconnect": {},
	"usage":      {},
	"stop":       {},
}

// check refuses an op or a field that nobody knows, and a value of a wrong type.
func (r request) check() error {
	fields, isKnown := known[r.op]
	if !isKnown {
		return Unsupported(fmt.Sprintf("unknown op %q", r.op))
	}
	for name, value := range r.fields {
		wanted, isKnown := fields[name]
		if !isKnown && r.op == "listen" {
			wanted, isKnown = socketOptions[name]
		}
		if !isKnown {
			return Unsupported(fmt.Sprintf("unknown field %q of %s", name, r.op))
		}
		if reflect.TypeOf(value) != reflect.TypeOf(wanted) {
			return fmt.Errorf("%s is no %T", name, wanted)
		}
	}
	return nil
}

// Listen is what a listen asks for.
type Listen struct {
	// Address is an IP literal, or a folder.
	Address string
	Port    int
	// Options are the socket's: bool, int64 or string.
	Options map[string]any

	token []byte // nil of a plain server
}

func (r request) listen(facts Fields) (Listen, error) {
	options := map[string]any{}
	for name, value := range r.fields {
		if _, isOption := socketOptions[name]; !isOption {
			continue
		}
		if !contains(facts["socket_options"].([]string), name) {
			return Listen{}, Unsupported(fmt.Sprintf("%s has no option %s", facts["stack"], name))
		}
		if number, isNumber := value.(int64); isNumber && (number < 1 || number > math.MaxInt32) {
			return Listen{}, Unsupported(fmt.Sprintf("%s is not within 1 and %d", name, math.MaxInt32))
		}
		options[name] = value
	}
	port, hasPort := r.fields["port"].(int64)
	if !hasPort || port < 0 || port > math.MaxUint16 {
		return Listen{}, Unsupported(fmt.Sprintf("port %v is not within 0 and 65535", r.fields["port"]))
	}
	token, err := r.token()
	if err != nil {
		return Listen{}, err
	}
	address, _ := r.fields["address"].(string)
	if facts["addresses"] == "ip" {
		err = checkIP(address, r.fields["allow_wildcard"] == true)
	}
	return Listen{address, int(port), options, token}, err
}

// token returns the secret of the run, nil of a plain server.
func (r request) token() ([]byte, error) {
	digits, hasToken := r.fields["token"].(string)
	if r.fields["plain"] == true {
		if hasToken {
			return nil, Unsupported("plain has no token")
		}
		return nil, nil
	}
	token, err := hex.DecodeString(digits)
	if err != nil || len(token) != tokenBytes {
		return nil, errors.New("a server that is not plain needs a token, 32 hex digits")
	}
	return token, nil
}

func checkIP(address string, allowsWildcard bool) error {
	ip, err := netip.ParseAddr(address)
	if err != nil {
		return fmt.Errorf("no IP address: %q", address)
	}
	if ip.Unmap().WithZone("").IsUnspecified() && !allowsWildcard {
		return Unsupported(address + " listens on every interface, which allow_wildcard permits")
	}
	return nil
}

func contains(names []string, wanted string) bool {
	for _, name := range names {
		if name == wanted {
			return true
		}
	}
	return false
}
