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

func listenTLS(asked kit.Listen, serving *kit.Serving) (kit.Fields, func(), error) {
	certificate, err := signItself()
	if err != nil {
		return nil, nil, err
	}
	listener, told, err := asked.ListenTCP()
	if err != nil {
		return nil, nil, err
	}
	digest := sha256.Sum256(certificate.Certificate[0])
	told["certificate"] = hex.EncodeToString(digest[:])
	config := &tls.Config{Certificates: []tls.Certificate{certificate}, MinVersion: tls.VersionTLS13}
	return told, serveStreams(listener, serving, func(conn net.Conn) net.Conn { return tls.Server(conn, config) }), nil
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
