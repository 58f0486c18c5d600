package kit

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"net/netip"
	"strings"
)

const tokenBytes = 16

// envelope is what every request has.
type envelope struct {
	ID *int64  `json:"id"`
	Op *string `json:"op"`
}

type helloRequest struct {
	envelope
	Protocol int64 `json:"protocol"`
}

type describeRequest struct {
	envelope
	Stack string `json:"stack"`
}

type listenRequest struct {
	envelope
	Stack              string  `json:"stack"`
	Address            string  `json:"address"`
	Port               *int64  `json:"port"`
	Token              *string `json:"token"`
	Plain              bool    `json:"plain"`
	AllowWildcard      bool    `json:"allow_wildcard"`
	NoDelay            *bool   `json:"no_delay"`
	ReceiveBufferBytes *int64  `json:"receive_buffer_bytes"`
	SendBufferBytes    *int64  `json:"send_buffer_bytes"`
	CongestionControl  *string `json:"congestion_control"`
}

// with carries out a request that has the fields of T, and no other.
func with[T any](line []byte, carryOut func(T) (Fields, error)) (Fields, error) {
	var asked T
	decoder := json.NewDecoder(bytes.NewReader(line))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&asked); err != nil {
		// It names the field, and has no type of its own.
		if strings.Contains(err.Error(), "unknown field") {
			return nil, Unsupported(err.Error())
		}
		return nil, err
	}
	return carryOut(asked)
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

// IsWildcard tells whether the address is every interface's.
func (l Listen) IsWildcard() bool {
	ip, err := netip.ParseAddr(l.Address)
	return err == nil && isWildcard(ip)
}

// of returns what is asked of a stack that has these facts.
func (r listenRequest) of(facts Fields) (Listen, error) {
	options := r.options()
	for name, value := range options {
		if !contains(facts["socket_options"].([]string), name) {
			return Listen{}, Unsupported(fmt.Sprintf("%s has no option %s", facts["stack"], name))
		}
		if number, isNumber := value.(int64); isNumber && (number < 1 || number > math.MaxInt32) {
			return Listen{}, Unsupported(fmt.Sprintf("%s is not within 1 and %d", name, math.MaxInt32))
		}
	}
	if r.Port == nil || *r.Port < 0 || *r.Port > math.MaxUint16 {
		return Listen{}, Unsupported("port is not within 0 and 65535")
	}
	token, err := r.token()
	if err == nil && facts["addresses"] == "ip" {
		err = checkIP(r.Address, r.AllowWildcard)
	}
	return Listen{r.Address, int(*r.Port), options, token}, err
}

// options returns those that the request has.
func (r listenRequest) options() map[string]any {
	options := map[string]any{}
	put(options, noDelay, r.NoDelay)
	put(options, receiveBuffer, r.ReceiveBufferBytes)
	put(options, sendBuffer, r.SendBufferBytes)
	put(options, congestionControl, r.CongestionControl)
	return options
}

func put[T any](options map[string]any, one option, value *T) {
	if value != nil {
		options[one.name] = *value
	}
}

// token returns the secret of the run, nil of a plain server.
func (r listenRequest) token() ([]byte, error) {
	switch {
	case r.Plain && r.Token != nil:
		return nil, Unsupported("plain has no token")
	case r.Plain:
		return nil, nil
	case r.Token == nil:
		return nil, errors.New("a server that is not plain needs a token")
	}
	token, err := hex.DecodeString(*r.Token)
	if err == nil && len(token) != tokenBytes {
		err = errors.New("a token has 32 hex digits")
	}
	return token, err
}

func checkIP(address string, allowsWildcard bool) error {
	ip, err := netip.ParseAddr(address)
	if err == nil && isWildcard(ip) && !allowsWildcard {
		return Unsupported(address + " listens on every interface, which allow_wildcard permits")
	}
	return err
}

func isWildcard(ip netip.Addr) bool { return ip.Unmap().WithZone("").IsUnspecified() }

func contains(names []string, wanted string) bool {
	for _, name := range names {
		if name == wanted {
			return true
		}
	}
	return false
}
