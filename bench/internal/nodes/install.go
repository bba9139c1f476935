package nodes

import (
	"archive/zip"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
)

// ErrUnavailable means that no cluster can run here: a JDK or Maven is missing, or the network.
var ErrUnavailable = errors.New("no cluster can run here")

// release is a server in Maven's central repository, in the form that its own tests use.
type release struct {
	name, group, version, sha256 string
	java                         int    // the least version
	plugin                       string // the sum of its security plugin; empty if there is none
}

const (
	openSearch    = "org.opensearch.distribution.integ-test-zip"
	elasticsearch = "org.elasticsearch.distribution.integ-test-zip"
)

var releases = []release{
	{"opensearch", openSearch, "3.6.0", "a91faa1dc1cadc78cb278b4f63847e19e1627a4e9de698e14e7efc14ee37b286", 21, ""},
	{"opensearch", openSearch, "2.19.4", "3902e642715210d1d9d7cbdcc8f5abd6f931d1d7a679cea3750937becf16c406", 11,
		"1f673622c462c4171a8c53f9b1ad20e5b839834cb79b0d3b388da180a0e514e8"},
	{"elasticsearch", elasticsearch, "8.15.0", "c473366cf9e27bf6af9a9981a5e57dc206c04217439dbdf58df60e3683dff08b", 17, ""},
}

// security returns the release of its security plugin, which is a folder of the server.
func (r release) security() release {
	return release{name: securityPlugin, group: "org.opensearch.plugin", version: r.version + ".0", sha256: r.plugin}
}

// Versions are the versions of servers that can be started.
func Versions() (all []string) {
	for _, r := range releases {
		all = append(all, r.version)
	}
	return all
}

// server is an installed server.
type server struct {
	name, home, java string
	javaVariable     string   // of the environment, names the JDK
	initial          string   // the setting that names the first managers
	settings         []string // of its own
	jvm              string   // lines of jvm.options
}

// install returns the server of a version, with its security plugin or without. It downloads it by
// Maven, if it is not there, and unpacks it into the cache of the user.
func install(ctx context.Context, version string, secure bool) (*server, error) {
	r, err := releaseOf(version, secure)
	if err != nil {
		return nil, err
	}
	java, err := findJava(ctx, r.java)
	if err != nil {
		return nil, err
	}
	cache, err := os.UserCacheDir()
	if os.Getuid() == 0 { // the server runs as another user
		cache, err = "/var/cache", nil
	}
	if err != nil {
		return nil, err
	}
	s := &server{
		name: r.name, java: java, home: filepath.Join(cache, "chaffinch-nodes", r.name+"-"+r.version),
		javaVariable: "OPENSEARCH_JAVA_HOME", initial: "initial_cluster_manager_nodes",
		settings: []string{"cluster.routing.allocation.disk.threshold_enabled: false"},
	}
	if r.name == "elasticsearch" {
		s.javaVariable, s.initial = "ES_JAVA_HOME", "initial_master_nodes"
		s.settings = append(s.settings, "xpack.security.enabled: false")
	}
	plugin := ""
	if secure {
		s.home += "-secure"
		if plugin, err = download(ctx, r.security()); err != nil {
			return nil, err
		}
	}
	if _, err := os.Stat(filepath.Join(s.home, "bin", r.name)); err != nil {
		archive, err := download(ctx, r)
		if err != nil {
			return nil, err
		}
		if err := unpackAll(archive, plugin, s.home); err != nil {
			return nil, err
		}
	}
	agent := filepath.Join(s.home, "agent", "opensearch-agent.jar")
	if _, err := os.Stat(agent); err == nil {
		s.jvm = "-javaagent:" + agent + "\n"
	}
	return s, nil
}

// releaseOf returns the release of a version. Without one it returns the first release with a
// security plugin.
func releaseOf(version string, secure bool) (release, error) {
	for _, r := range releases {
		if (version == "" || r.version == version) && (!secure || r.plugin != "") {
			return r, nil
		}
	}
	return release{}, fmt.Errorf("unknown version %s, or one without a security plugin: use one of %s", version, strings.Join(Versions(), ", "))
}

// findJava returns a JDK of that version or a later one, from OPENSEARCH_JAVA_HOME or from the
// system.
func findJava(ctx context.Context, least int) (string, error) {
	places := []string{os.Getenv("OPENSEARCH_JAVA_HOME")}
	if places[0] == "" {
		places, _ = filepath.Glob("/usr/lib/jvm/*")
	}
	number := regexp.MustCompile(`version "(\d+)`)
	for _, home := range places {
		out, err := exec.CommandContext(ctx, filepath.Join(home, "bin", "java"), "-version").CombinedOutput()
		if m := number.FindSubmatch(out); err == nil && m != nil {
			if v, _ := strconv.Atoi(string(m[1])); v >= least {
				return home, nil
			}
		}
	}
	return "", fmt.Errorf("%w: a JDK of %d or later is missing: set OPENSEARCH_JAVA_HOME", ErrUnavailable, least)
}

// download returns the archive of a release, compared with its sum.
func download(ctx context.Context, r release) (string, error) {
	home, err := os.UserHomeDir()
	if err != nil {
		return "", err
	}
	folders := append(strings.Split(r.group, "."), r.name, r.version, r.name+"-"+r.version+".zip")
	path := filepath.Join(append([]string{home, ".m2", "repository"}, folders...)...)
	if _, err := os.Stat(path); err != nil {
		out, err := exec.CommandContext(ctx, "mvn", "-B", "-q", "org.apache.maven.plugins:maven-dependency-plugin:2.8:get",
			"-Dartifact="+r.group+":"+r.name+":"+r.version+":zip", "-Dtransitive=false").CombinedOutput()
		if err != nil {
			return "", fmt.Errorf("%w: getting %s %s by Maven: %w: %s", ErrUnavailable, r.name, r.version, err, out)
		}
	}
	f, err := os.Open(path)
	if err != nil {
		return "", fmt.Errorf("%w: %w", ErrUnavailable, err)
	}
	defer f.Close()
	sum := sha256.New()
	if _, err := io.Copy(sum, f); err != nil {
		return "", err
	}
	if got := hex.EncodeToString(sum.Sum(nil)); got != r.sha256 {
		return "", fmt.Errorf("%s has the sum %s, not %s: remove it", path, got, r.sha256)
	}
	return path, nil
}

// unpackAll unpacks a server, and its plugin if any. The folder appears as a whole.
func unpackAll(archive, plugin, to string) error {
	temp := to + fmt.Sprint(".", os.Getpid())
	err := unpack(archive, temp, true)
	if err == nil && plugin != "" {
		err = unpack(plugin, filepath.Join(temp, "plugins", securityPlugin), false)
	}
	if err == nil {
		err = errors.Join(os.MkdirAll(filepath.Join(temp, "plugins"), 0o755), os.Rename(temp, to))
	}
	if err != nil {
		return errors.Join(err, os.RemoveAll(temp))
	}
	return nil
}

// unpack unpacks an archive, or the contents of its only folder.
func unpack(archive, to string, inFolder bool) error {
	z, err := zip.OpenReader(archive)
	if err != nil {
		return err
	}
	defer z.Close()
	var files fs.FS = z
	if inFolder {
		top, _, _ := strings.Cut(z.File[0].Name, "/")
		if files, err = fs.Sub(z, top); err != nil {
			return err
		}
	}
	if err := os.CopyFS(to, files); err != nil {
		return err
	}
	programs, err := filepath.Glob(filepath.Join(to, "bin", "*"))
	for _, name := range programs {
		err = errors.Join(err, os.Chmod(name, 0o755))
	}
	return err
}
