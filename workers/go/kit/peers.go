package kit

import (
	"net/netip"
	"sync"
)

const mostPeers = 16_384

// Peers are those that have said hello to a socket of datagrams. Nobody else is answered.
type Peers struct {
	serving *Serving
	answer  [acknowledgementBytes]byte

	mutex  sync.Mutex
	known  map[netip.AddrPort]*peer
	order  []netip.AddrPort // a ring
	oldest int              // in order, once it is full
}

type peer struct {
	part    uint32
	arrived uint64
}

// NewPeers returns those of a server, none.
func NewPeers(serving *Serving) *Peers {
	return &Peers{serving: serving, known: map[netip.AddrPort]*peer{}}
}

// Forget forgets them all.
func (p *Peers) Forget() {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.known, p.order, p.oldest = map[netip.AddrPort]*peer{}, nil, 0
	p.serving.Connections.Store(0)
}

// Answer returns the answer to a datagram, if there is one. It holds until the next call.
func (p *Peers) Answer(datagram []byte, from netip.AddrPort) (answer []byte, isAnswered bool) {
	if p.serving.isPlain() {
		p.serving.Messages.Add(1)
		return datagram, true
	}
	p.mutex.Lock()
	defer p.mutex.Unlock()
	sender := p.known[from]
	if part, isWelcome := p.serving.part(datagram); isWelcome {
		p.greet(from, sender, part)
		return []byte(welcome), true
	}
	switch {
	case sender == nil:
		p.serving.reject(from.String())
	case len(datagram) < leastBodyBytes || sender.part > 0 && len(datagram) < acknowledgementBytes:
		p.serving.refuseFrame(from.String())
	case sender.part == 0:
		p.serving.Messages.Add(1)
		return datagram, true
	default:
		p.serving.Messages.Add(1)
		sender.arrived++
		if sequence := littleEndian.Uint32(datagram); asks(sequence, sender.part) {
			return appendAcknowledgement(p.answer[:0], sequence, sender.arrived), true
		}
	}
	return nil, false
}

// greet makes a sender known; one who says the same hello again stays what it is.
func (p *Peers) greet(from netip.AddrPort, known *peer, part uint32) {
	switch {
	case known != nil && known.part == part:
	case known != nil:
		*known = peer{part: part}
	case len(p.order) < mostPeers:
		p.order = append(p.order, from)
		p.known[from] = &peer{part: part}
	default:
		delete(p.known, p.order[p.oldest])
		p.order[p.oldest] = from
		p.oldest = (p.oldest + 1) % mostPeers
		p.known[from] = &peer{part: part}
	}
	p.serving.Connections.Store(int64(len(p.known)))
}
