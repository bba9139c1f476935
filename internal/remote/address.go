package remote

import (
	"errors"
	"fmt"
	"net"
	"net/url"
	"strings"
)

// The schemes of addresses.
const (
	secure = "opensearch"      // TLS
	plain  = "opensearch+http" // to this machine only
)

// Address is an index on a cluster: opensearch://host:9200,host2:9200/NAME.
type Address struct {
	// Hosts are the base URLs of nodes of one cluster, such as https://host:9200.
	Hosts []string
	// Index is the name of the index of contents. Others have it as a prefix.
	Index string
}

// Schemes are the schemes of addresses.
var Schemes = []string{secure, plain}

const form = "use opensearch://HOST:9200,HOST2:9200/NAME"

// ParseAddress parses an address. Its error names no part that may be a password.
func ParseAddress(text string) (Address, error) {
	a, err := parseAddress(text)
	if err != nil {
		return Address{}, fmt.Errorf("address of a cluster: %w", err)
	}
	return a, nil
}

func parseAddress(text string) (a Address, err error) {
	scheme, rest, _ := strings.Cut(text, "://")
	if scheme != secure && scheme != plain {
		return a, errors.New(form)
	}
	hosts, name, _ := strings.Cut(rest, "/")
	if strings.Contains(rest, "@") {
		return a, fmt.Errorf("it names a user: set %s and %s in the environment instead", userVariable, passwordVariable)
	}
	if a.Index, err = name, checkName(name); err != nil {
		return a, err
	}
	for _, host := range strings.Split(hosts, ",") {
		base, err := baseOf(scheme, host)
		if err != nil {
			return a, err
		}
		a.Hosts = append(a.Hosts, base)
	}
	return a, nil
}

// baseOf returns the URL of a host.
func baseOf(scheme, host string) (string, error) {
	u, err := url.Parse("https://" + host)
	if err != nil || u.Hostname() == "" || u.Host != host || strings.HasSuffix(host, ":") {
		return "", fmt.Errorf("wrong host %q: %s", host, form)
	}
	if u.Port() == "" {
		u.Host += ":9200"
	}
	if scheme == secure {
		return u.String(), nil
	}
	if !isLoopback(u.Hostname()) {
		return "", fmt.Errorf("%s is another machine, and %s does not encrypt: use %s", host, plain, secure)
	}
	u.Scheme = "http"
	return u.String(), nil
}

func isLoopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// mostName is the length of a name in bytes, with room for the suffixes of other indexes.
const mostName = 200

// checkName refuses what OpenSearch would, and patterns that name several indexes.
func checkName(name string) error {
	ok := name != "" && len(name) <= mostName && !strings.ContainsAny(name[:1], "-_+.")
	for _, r := range name {
		ok = ok && ('a' <= r && r <= 'z' || '0' <= r && r <= '9' || strings.ContainsRune("-_.", r))
	}
	if !ok {
		return fmt.Errorf("wrong name of an index %q: use lower-case letters and digits: %s", name, form)
	}
	return nil
}
