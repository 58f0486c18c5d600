package main

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/hex"
	"math/big"
	"net"
	"time"

	"pingmark/kit"
)

const day = 24 * time.Hour

// secured is a server of TLS 1.3.
type secured struct {
	*tcp
	certificate []byte
}

func listenTLS(request kit.Listen, serving *kit.Serving) (kit.Server, error) {
	certificate, err := signItself()
	if err != nil {
		return nil, err
	}
	config := &tls.Config{Certificates: []tls.Certificate{certificate}, MinVersion: tls.VersionTLS13}
	server, err := openTCP(request, serving, func(conn net.Conn) net.Conn { return tls.Server(conn, config) })
	if err != nil {
		return nil, err
	}
	return &secured{server, certificate.Certificate[0]}, nil
}

// Listening tells the SHA-256 of the certificate, too.
func (s *secured) Listening() (kit.Fields, error) {
	told, err := s.tcp.Listening()
	if err == nil {
		digest := sha256.Sum256(s.certificate)
		told["certificate"] = hex.EncodeToString(digest[:])
	}
	return told, err
}

// signItself makes a key, and a certificate for the life of this process.
func signItself() (tls.Certificate, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return tls.Certificate{}, err
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1),
		Subject:      pkix.Name{CommonName: "pingmark"},
		NotBefore:    time.Now().Add(-day), // Clocks of two machines differ.
		NotAfter:     time.Now().Add(30 * day),
	}
	signed, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	return tls.Certificate{Certificate: [][]byte{signed}, PrivateKey: key}, err
}
