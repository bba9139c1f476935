package remote

import (
	"bytes"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"unicode"

	"github.com/chaffinch-search/chaffinch/internal/plainfile"
)

// The environment variables with credentials. Credentials are never arguments, because other users
// of a machine see those.
const (
	userVariable     = "CHAFFINCH_OPENSEARCH_USER"
	passwordVariable = "CHAFFINCH_OPENSEARCH_PASSWORD"
	fileVariable     = "CHAFFINCH_OPENSEARCH_PASSWORD_FILE"
	tokenVariable    = "CHAFFINCH_OPENSEARCH_TOKEN"
	rootsVariable    = "CHAFFINCH_OPENSEARCH_CA"
)

// Credentials authenticate a user, and hold the authorities whose certificates the user trusts. The
// zero value is nobody.
type Credentials struct {
	sign  func(*http.Request) // adds the secret, which printing does not show in a function; or nil
	roots *x509.CertPool      // nil means the system's
}

// FromEnvironment returns the credentials in the environment. get returns a variable.
func FromEnvironment(get func(string) string) (Credentials, error) {
	var c Credentials
	password, err := passwordFrom(get)
	if err != nil {
		return c, err
	}
	user, token := get(userVariable), strings.TrimSpace(get(tokenVariable))
	switch {
	case strings.ContainsFunc(token, unicode.IsControl):
		return c, fmt.Errorf("%s has a line break, or another control character", tokenVariable)
	case token != "" && user != "":
		return c, fmt.Errorf("%s and %s exclude each other", tokenVariable, userVariable)
	case (user == "") != (password == ""):
		return c, fmt.Errorf("a user and a password belong together: set %s, and %s or %s",
			userVariable, passwordVariable, fileVariable)
	case token != "":
		c.sign = func(r *http.Request) { r.Header.Set("Authorization", "Bearer "+token) }
	case user != "":
		c.sign = func(r *http.Request) { r.SetBasicAuth(user, password) }
	}
	return c, c.readRoots(get(rootsVariable))
}

// passwordFrom returns the password, or the content of its file.
func passwordFrom(get func(string) string) (string, error) {
	password, file := get(passwordVariable), get(fileVariable)
	if file == "" {
		return password, nil
	}
	if password != "" {
		return "", fmt.Errorf("%s and %s exclude each other", passwordVariable, fileVariable)
	}
	content, err := readFile(file)
	if err != nil {
		return "", fmt.Errorf("reading the file of %s: %w", fileVariable, err)
	}
	return string(bytes.TrimRight(content, "\r\n")), nil
}

// readRoots reads the certificates of authorities that are trusted instead of the system's.
func (c *Credentials) readRoots(file string) error {
	if file == "" {
		return nil
	}
	content, err := readFile(file)
	if err != nil {
		return fmt.Errorf("reading the file of %s: %w", rootsVariable, err)
	}
	c.roots = x509.NewCertPool()
	if !c.roots.AppendCertsFromPEM(content) {
		return errors.New("the file of " + rootsVariable + " has no certificate in PEM")
	}
	return nil
}

func (c Credentials) tls() *tls.Config {
	return &tls.Config{RootCAs: c.roots, MinVersion: tls.VersionTLS12}
}

// readFile reads a file that a variable names.
func readFile(name string) ([]byte, error) {
	f, err := plainfile.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(f)
}
