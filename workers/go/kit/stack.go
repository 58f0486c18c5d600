package kit

// Stack is one way to serve.
type Stack struct {
	// Facts are what describe tells.
	Facts Fields
	// Listen begins to serve in the background. It returns the address, the port and the socket options as the socket
	// has them, and what waits for clients to end their connections, 1 s at most, and closes those that are left.
	Listen func(asked Listen, serving *Serving) (told Fields, disconnect func(), err error)
}

// FactsOf returns what describe tells of a stack whose transport is tcp, tls, unix or udp.
func FactsOf(stack, about, transport, threading string) Fields {
	facts := Fields{
		"stack":             stack,
		"about":             about,
		"transport":         transport,
		"addresses":         "ip",
		"framing":           "stream",
		"roles":             []string{"server"},
		"waits":             "block",
		"threading":         threading,
		"min_message_bytes": 8,
		"max_message_bytes": lengthBytes + mostBodyBytes,
		"max_connections":   10_000,
		"loads":             []string{"closed", "stream"},
		"reliable":          true,
		"unreliable":        false,
		"tls":               transport == "tls",
		"socket_options":    []string{"receive_buffer_bytes", "send_buffer_bytes"},
	}
	switch transport {
	case "tcp", "tls":
		facts["socket_options"] = append(facts["socket_options"].([]string), "no_delay", "congestion_control")
	case "unix":
		facts["addresses"] = "folder"
	case "udp":
		facts["framing"], facts["max_message_bytes"] = "datagram", 65_507
		facts["reliable"], facts["unreliable"] = false, true
	}
	return facts
}
