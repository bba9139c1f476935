package nodes

import (
	"bufio"
	"fmt"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
)

// network is between the nodes of a cluster: each publishes the port of a proxy instead of its own.
// A proxy knows which node has connected by the process that owns the socket. Of a node that is
// isolated it passes nothing on, as a network that drops packets does: connections stay open, new
// ones get no answer, and what was sent arrives when the network is whole again.
type network struct {
	mu        sync.Mutex // guards what follows
	changed   *sync.Cond
	nodes     []*Node
	isolated  *Node
	closed    bool
	listeners []net.Listener
	open      map[net.Conn]bool
}

func newNetwork() *network {
	n := &network{open: map[net.Conn]bool{}}
	n.changed = sync.NewCond(&n.mu)
	return n
}

// listen returns the port of a new proxy, and a function that makes it the proxy of a node.
func (n *network) listen() (port int, serve func(to *Node), err error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return 0, nil, err
	}
	n.listeners = append(n.listeners, l)
	serve = func(to *Node) {
		n.mu.Lock()
		defer n.mu.Unlock()
		n.nodes = append(n.nodes, to)
		go func() {
			for {
				c, err := l.Accept()
				if err != nil {
					return
				}
				go n.pass(c, to)
			}
		}()
	}
	return l.Addr().(*net.TCPAddr).Port, serve, nil
}

// pass passes a connection on to a node.
func (n *network) pass(in net.Conn, to *Node) {
	defer n.drop(in)
	from, err := n.owner(in.RemoteAddr().(*net.TCPAddr).Port)
	if err != nil || !n.keep(in) {
		return // it has ended
	}
	if !n.wait(from, to) {
		return
	}
	out, err := net.Dial("tcp", fmt.Sprint("127.0.0.1:", to.transport))
	if err != nil {
		return
	}
	defer n.drop(out)
	if !n.keep(out) {
		return
	}
	ended := make(chan struct{}, 2)
	flow := func(a, b net.Conn) {
		n.copy(a, b, from, to)
		ended <- struct{}{}
	}
	go flow(in, out)
	go flow(out, in)
	<-ended
}

// copy copies from one connection to another, as long as the network between the nodes is whole.
func (n *network) copy(a, b net.Conn, from, to *Node) {
	buffer := make([]byte, 64<<10)
	for {
		size, err := a.Read(buffer)
		if !n.wait(from, to) {
			return
		}
		if _, failed := b.Write(buffer[:size]); err != nil || failed != nil {
			return
		}
	}
}

// wait waits until the network between two nodes is whole. It returns false if the cluster has
// ended.
func (n *network) wait(from, to *Node) bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	for !n.closed && from != to && n.isolated != nil && (n.isolated == from || n.isolated == to) {
		n.changed.Wait()
	}
	return !n.closed
}

// isolate drops all traffic of a node, until it is called again. nil makes the network whole.
func (n *network) isolate(node *Node) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.isolated = node
	n.changed.Broadcast()
}

func (n *network) keep(c net.Conn) bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.open[c] = true
	return !n.closed
}

func (n *network) drop(c net.Conn) {
	n.mu.Lock()
	defer n.mu.Unlock()
	delete(n.open, c)
	c.Close()
}

// close ends all connections.
func (n *network) close() {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.closed = true
	for _, l := range n.listeners {
		l.Close()
	}
	for c := range n.open {
		c.Close()
	}
	n.changed.Broadcast()
}

// owner returns the node that has connected from a port of this machine.
func (n *network) owner(port int) (*Node, error) {
	inode, err := inodeOf(port)
	if err != nil {
		return nil, err
	}
	processes, err := filepath.Glob("/proc/[0-9]*")
	if err != nil {
		return nil, err
	}
	n.mu.Lock()
	nodes := slices.Clone(n.nodes)
	n.mu.Unlock()
	for _, p := range processes {
		var pid int
		if _, err := fmt.Sscan(filepath.Base(p), &pid); err != nil {
			continue
		}
		group, err := syscall.Getpgid(pid)
		if err != nil {
			continue // it has ended
		}
		for _, node := range nodes {
			if node.group.Load() == int64(group) && holds(p, inode) {
				return node, nil
			}
		}
	}
	return nil, fmt.Errorf("port %d: no node has connected from it: %w", port, fs.ErrNotExist)
}

// inodeOf returns the number of the socket whose local port it is.
func inodeOf(port int) (string, error) {
	for _, table := range []string{"/proc/net/tcp6", "/proc/net/tcp"} {
		f, err := os.Open(table)
		if err != nil {
			continue
		}
		defer f.Close()
		for lines := bufio.NewScanner(f); lines.Scan(); {
			// number, local address, remote address, state, queues, timer, retransmits, user,
			// timeout, inode
			fields := strings.Fields(lines.Text())
			if len(fields) > 9 && strings.HasSuffix(fields[1], fmt.Sprintf(":%04X", port)) && fields[9] != "0" {
				return fields[9], nil
			}
		}
	}
	return "", fmt.Errorf("port %d: %w", port, fs.ErrNotExist)
}

// holds reports whether a process has a socket.
func holds(process, inode string) bool {
	files, err := filepath.Glob(process + "/fd/*")
	if err != nil {
		return false
	}
	for _, f := range files {
		if to, err := os.Readlink(f); err == nil && to == "socket:["+inode+"]" {
			return true
		}
	}
	return false
}
