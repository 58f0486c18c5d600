package kit

import (
	"bufio"
	"bytes"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"net/netip"
)

const (
	mostLineBytes = 4 << 20
	tokenBytes    = 16
)

var errEnd = errors.New("stdin has ended")

// readLine returns the next line, errEnd where there is none, and another error where it is too long.
func readLine(lines *bufio.Reader) ([]byte, error) {
	var line []byte
	for isWhole, length := false, 0; !isWhole; {
		part, err := lines.ReadSlice('\n')
		if err != nil && !errors.Is(err, bufio.ErrBufferFull) {
			return nil, errEnd
		}
		isWhole = err == nil
		if length += len(part); length <= mostLineBytes {
			line = append(line, part...)
		} else if isWhole {
			return nil, fmt.Errorf("a line has %d bytes at most", mostLineBytes)
		}
	}
	return line, nil
}

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

const (
	isNumber = "a whole number"
	isText   = "a text"
	isFlag   = "true or false"
)

// socketOptions are those of all stacks, and what each must be.
var socketOptions = map[string]string{
	"no_delay": isFlag, "receive_buffer_bytes": isNumber, "send_buffer_bytes": isNumber, "congestion_control": isText,
}

// known are the fields of every op, and what each must be.
var known = map[string]map[string]string{
	"hello":    {"protocol": isNumber},
	"describe": {"stack": isText},
	"listen": {
		"stack": isText, "address": isText, "port": isNumber, "token": isText, "plain": isFlag, "allow_wildcard": isFlag,
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
		if option, isOption := socketOptions[name]; isOption && r.op == "listen" {
			wanted, isKnown = option, true
		}
		if !isKnown {
			return Unsupported(fmt.Sprintf("unknown field %q of %s", name, r.op))
		}
		if typeOf(value) != wanted {
			return fmt.Errorf("%s is not %s", name, wanted)
		}
	}
	return nil
}

func typeOf(value any) string {
	switch value.(type) {
	case int64:
		return isNumber
	case string:
		return isText
	case bool:
		return isFlag
	}
	return ""
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
