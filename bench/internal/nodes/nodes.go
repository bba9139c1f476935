// Package nodes runs OpenSearch clusters on this machine, for tests and measurements.
//
//	install.go  the server, from Maven's central repository
//	nodes.go    clusters and their nodes
//	security.go certificates, users and their roles
//	user_*.go   a server refuses to run as root
package nodes

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"
)

// Options specify what to start.
type Options struct {
	Version string // one of Versions; empty means the first
	Nodes   int    // 0 means 1
	Heap    string // such as 256m, which is also the default
	// Security lets the nodes encrypt and know users; nil means neither. Not every version can.
	Security *Security
}

// Cluster is a running cluster.
type Cluster struct {
	Nodes     []*Node
	Authority string // the file of the certificate to trust; empty if nodes do not encrypt
	dir       string
	client    *http.Client      // connects as the administrator
	secured   map[string][]byte // files of the configuration of nodes, for their security
}

// Node is a node of a cluster.
type Node struct {
	URL string // such as http://127.0.0.1:34567

	cluster *Cluster
	dir     string
	program string
	env     []string
	process *exec.Cmd
	done    chan struct{}
}

// Start starts a cluster and waits until all of its nodes answer. The error is [ErrUnavailable] if
// it cannot be installed here. Stop it.
func Start(ctx context.Context, o Options) (*Cluster, error) {
	if o.Nodes < 1 {
		o.Nodes = 1
	}
	if o.Heap == "" {
		o.Heap = "256m"
	}
	server, err := install(ctx, o.Version, o.Security != nil)
	if err != nil {
		return nil, err
	}
	place := ""
	if os.Getuid() == 0 { // the servers run as another user, who may not reach $TMPDIR
		place = "/tmp"
	}
	dir, err := os.MkdirTemp(place, "chaffinch-nodes-")
	if err != nil {
		return nil, err
	}
	c := &Cluster{dir: dir, client: http.DefaultClient}
	if err := c.start(ctx, server, o); err != nil {
		return nil, errors.Join(err, c.Stop())
	}
	return c, nil
}

func (c *Cluster) start(ctx context.Context, s *server, o Options) error {
	ports, err := freePorts(2 * o.Nodes)
	if err != nil {
		return err
	}
	transports := ports[o.Nodes:]
	var names, seeds []string
	for i := range o.Nodes {
		names = append(names, fmt.Sprintf("%q", fmt.Sprint("node", i)))
		seeds = append(seeds, fmt.Sprintf(`"127.0.0.1:%d"`, transports[i]))
	}
	if err := os.Chmod(c.dir, 0o755); err != nil {
		return err
	}
	scheme, own := "http", slices.Clone(s.settings)
	if o.Security != nil {
		secured, err := c.secure(s, o.Security)
		if err != nil {
			return err
		}
		scheme, own = "https", append(own, secured...)
	}
	for i := range o.Nodes {
		n := &Node{URL: fmt.Sprint(scheme, "://127.0.0.1:", ports[i]), cluster: c, dir: filepath.Join(c.dir, fmt.Sprint("node", i))}
		n.program = filepath.Join(s.home, "bin", s.name)
		settings := append([]string{
			"cluster.name: chaffinch", fmt.Sprint("node.name: node", i), "network.host: 127.0.0.1",
			fmt.Sprint("http.port: ", ports[i]), fmt.Sprint("transport.port: ", transports[i]),
			"discovery.seed_hosts: [" + strings.Join(seeds, ", ") + "]",
			fmt.Sprintf("cluster.%s: [%s]", s.initial, strings.Join(names, ", ")),
			"path.data: " + filepath.Join(n.dir, "data"), "path.logs: " + filepath.Join(n.dir, "logs"),
		}, own...)
		if err := n.prepare(s, o.Heap, settings); err != nil {
			return err
		}
		if err := n.start(); err != nil {
			return err
		}
		c.Nodes = append(c.Nodes, n)
	}
	for _, n := range c.Nodes {
		if err := n.wait(ctx, o.Nodes); err != nil {
			return err
		}
	}
	return nil
}

// freePorts returns ports that nothing listens at.
func freePorts(n int) (ports []int, err error) {
	for range n {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			return nil, err
		}
		defer l.Close() // after the others are found, so that they differ
		ports = append(ports, l.Addr().(*net.TCPAddr).Port)
	}
	return ports, nil
}

// prepare writes the configuration of a node.
func (n *Node) prepare(s *server, heap string, settings []string) error {
	config := filepath.Join(n.dir, "config")
	for _, folder := range []string{"config", "data", "logs", "tmp"} {
		if err := os.MkdirAll(filepath.Join(n.dir, folder), 0o755); err != nil {
			return err
		}
	}
	files := maps.Clone(n.cluster.secured)
	if files == nil {
		files = map[string][]byte{}
	}
	for name, content := range map[string]string{
		s.name + ".yml":     strings.Join(settings, "\n") + "\n",
		"jvm.options":       fmt.Sprintf("-Xms%s\n-Xmx%s\n%s", heap, heap, s.jvm),
		"log4j2.properties": "status = error\nrootLogger.level = error\nrootLogger.appenderRef.c.ref = c\nappender.c.type = Console\nappender.c.name = c\nappender.c.layout.type = PatternLayout\nappender.c.layout.pattern = %m%n\n",
	} {
		files[name] = []byte(content)
	}
	for name, content := range files {
		path := filepath.Join(config, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(path, content, 0o644); err != nil {
			return err
		}
	}
	up := strings.ToUpper(s.name)
	if s.name == "elasticsearch" {
		up = "ES"
	}
	n.env = []string{
		"PATH=/usr/bin:/bin", "HOME=" + n.dir, s.javaVariable + "=" + s.java,
		up + "_PATH_CONF=" + config, up + "_TMPDIR=" + filepath.Join(n.dir, "tmp"),
	}
	return giveAway(n.dir)
}

// start starts a node, and returns without waiting for it.
func (n *Node) start() error {
	out, err := os.OpenFile(filepath.Join(n.dir, "out"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	defer out.Close()
	cmd := exec.Command(n.program)
	cmd.Dir, cmd.Env, cmd.Stdout, cmd.Stderr = n.dir, n.env, out, out
	asNobody(cmd)
	if err := cmd.Start(); err != nil {
		return err
	}
	n.process, n.done = cmd, make(chan struct{})
	go func() {
		_ = cmd.Wait()
		close(n.done)
	}()
	return nil
}

// kill ends a node and the processes that it has started, at once.
func (n *Node) kill() {
	_ = sendAll(n.process.Process.Pid, syscall.SIGKILL)
	<-n.done
}

// wait waits until a node is in a cluster of that many.
func (n *Node) wait(ctx context.Context, nodes int) error {
	for {
		var health struct {
			Nodes int `json:"number_of_nodes"`
		}
		err := n.Get(ctx, "/_cluster/health", &health)
		if n.cluster.Authority != "" && err == nil { // it knows users after a while
			err = n.Get(ctx, "/_plugins/_security/health?mode=strict", nil)
		}
		if err == nil && health.Nodes == nodes {
			return nil
		}
		select {
		case <-n.done:
			log, _ := os.ReadFile(filepath.Join(n.dir, "out"))
			return fmt.Errorf("a node has ended: %s", log[max(0, len(log)-2000):])
		case <-ctx.Done():
			return fmt.Errorf("waiting for %s: %w", n.URL, ctx.Err())
		case <-time.After(200 * time.Millisecond):
		}
	}
}

// Get reads JSON from a node.
func (n *Node) Get(ctx context.Context, path string, into any) error {
	return n.Do(ctx, http.MethodGet, path, "", into)
}

// Do sends JSON to a node and reads the answer into a value. It does not read the answer if the
// value is nil.
func (n *Node) Do(ctx context.Context, method, path, body string, into any) error {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, method, n.URL+path, strings.NewReader(body))
	if err != nil {
		return err
	}
	req.Header.Set("Content-Type", "application/json")
	res, err := n.cluster.client.Do(req)
	if err != nil {
		return err
	}
	defer res.Body.Close()
	if res.StatusCode >= 300 {
		return fmt.Errorf("%s %s: %s", method, path, res.Status)
	}
	if into == nil {
		return nil
	}
	return json.NewDecoder(res.Body).Decode(into)
}

// Address returns the address of an index on the nodes.
func (c *Cluster) Address(name string) string {
	scheme, hosts := "opensearch", []string(nil)
	if c.Authority == "" {
		scheme = "opensearch+http"
	}
	for _, n := range c.Nodes {
		_, host, _ := strings.Cut(n.URL, "://")
		hosts = append(hosts, host)
	}
	address := scheme + "://" + strings.Join(hosts, ",")
	if name != "" {
		address += "/" + name
	}
	return address
}

// Stop ends all nodes and removes their data.
func (c *Cluster) Stop() error {
	for _, n := range c.Nodes {
		n.kill()
	}
	return os.RemoveAll(c.dir)
}
