package browsertest

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"net"
	"strconv"
	"testing"
)

// newProxy starts a SOCKS5 proxy, which all connections of the browser must use. These include
// connections that no event of the browser's protocol tells, such as connections in advance, of
// workers and of sandboxed frames. The proxy calls asked with each destination, and connects to it
// if asked returns true.
func newProxy(t *testing.T, asked func(destination string) bool) (address string) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	go func() {
		for {
			client, err := l.Accept()
			if err != nil {
				return
			}
			go func() {
				defer client.Close()
				relay(client, asked)
			}()
		}
	}()
	return l.Addr().String()
}

// relay serves a client until one side ends.
func relay(client net.Conn, asked func(string) bool) {
	destination, err := handshake(client)
	if err != nil {
		return
	}
	answer := []byte{5, 2, 0, 1, 0, 0, 0, 0, 0, 0} // not allowed
	if !asked(destination) {
		_, _ = client.Write(answer)
		return
	}
	server, err := net.Dial("tcp", destination)
	if err != nil {
		answer[1] = 5 // refused
		_, _ = client.Write(answer)
		return
	}
	defer server.Close()
	answer[1] = 0
	if _, err := client.Write(answer); err != nil {
		return
	}
	go func() {
		_, _ = io.Copy(server, client)
		server.Close()
	}()
	_, _ = io.Copy(client, server)
}

var errNoSocks = errors.New("the client does not speak SOCKS5")

// handshake reads the request of a client (RFC 1928), and returns its destination.
func handshake(client net.Conn) (string, error) {
	read := func(n int) []byte {
		b := make([]byte, n)
		if _, err := io.ReadFull(client, b); err != nil {
			return make([]byte, n)
		}
		return b
	}
	hello := read(2)
	methods := read(int(hello[1]))
	if hello[0] != 5 || !bytes.Contains(methods, []byte{0}) {
		return "", errNoSocks
	}
	if _, err := client.Write([]byte{5, 0}); err != nil {
		return "", err
	}
	request := read(4)
	if request[0] != 5 || request[1] != 1 {
		return "", errNoSocks
	}
	var host string
	switch request[3] {
	case 1:
		host = net.IP(read(net.IPv4len)).String()
	case 3:
		host = string(read(int(read(1)[0])))
	case 4:
		host = net.IP(read(net.IPv6len)).String()
	default:
		return "", errNoSocks
	}
	return net.JoinHostPort(host, strconv.Itoa(int(binary.BigEndian.Uint16(read(2))))), nil
}
