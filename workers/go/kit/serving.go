package kit

import (
	"bytes"
	"encoding/binary"
	"math/bits"
	"sync/atomic"
)

const (
	lengthBytes     = 4
	leastBodyBytes  = 4
	mostBodyBytes   = 65_536
	helloBytes      = len(magic) + tokenBytes
	oneWayHelloSize = helloBytes + 4
	mostPart        = 65_536

	acknowledgementBytes = 12

	magic   = "PMK1"
	welcome = "PMOK"
)

var littleEndian = binary.LittleEndian

// Serving is what a server has served and turned away since it listens, and whom it serves.
type Serving struct {
	Messages    atomic.Int64 // echoed or, of messages one way, counted
	Connections atomic.Int64 // open now

	badFrames, rejected atomic.Int64
	lastStranger        atomic.Pointer[string]
	token               []byte
}

// isPlain tells whether it echoes to whoever comes what comes.
func (s *Serving) isPlain() bool { return s.token == nil }

// part returns 0 for a hello whose messages are echoed, and the part of one whose messages go one way.
func (s *Serving) part(hello []byte) (part uint32, isWelcome bool) {
	if len(hello) != helloBytes && len(hello) != oneWayHelloSize {
		return 0, false
	}
	if string(hello[:len(magic)]) != magic || !bytes.Equal(hello[len(magic):helloBytes], s.token) {
		return 0, false
	}
	if len(hello) == helloBytes {
		return 0, true
	}
	part = littleEndian.Uint32(hello[helloBytes:])
	return part, part <= mostPart && bits.OnesCount32(part) == 1
}

func (s *Serving) reject(stranger string) {
	s.lastStranger.Store(&stranger)
	s.rejected.Add(1)
}

func (s *Serving) refuseFrame(stranger string) {
	s.lastStranger.Store(&stranger)
	s.badFrames.Add(1)
}

// addTo adds what it has served and turned away to what is told.
func (s *Serving) addTo(told Fields) Fields {
	told["messages"] = s.Messages.Load()
	told["connections"] = s.Connections.Load()
	told["bad_frames"] = s.badFrames.Load()
	told["rejected"] = s.rejected.Load()
	if stranger := s.lastStranger.Load(); stranger != nil && *stranger != "" {
		told["last_stranger"] = *stranger
	}
	return told
}

// asks tells whether a message asks for an acknowledgement.
func asks(sequence, part uint32) bool { return (sequence+1)%part == 0 }

func appendAcknowledgement(to []byte, sequence uint32, arrived uint64) []byte {
	return littleEndian.AppendUint64(littleEndian.AppendUint32(to, sequence), arrived)
}
