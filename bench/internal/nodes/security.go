package nodes

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"fmt"
	"math/big"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// Security lets nodes encrypt, and let in only named users. It uses the security plugin of
// OpenSearch.
type Security struct {
	// Roles is the definition of roles in YAML, as for roles.yml of the plugin.
	Roles string
	// Users have roles. The password of all is [Password].
	Users map[string][]string
}

// Password is the password of all users. They exist as long as the nodes, which only this machine
// reaches.
const Password = "chaffinch-on-this-machine"

// passwordHash is its hash by bcrypt, which the plugin wants.
const passwordHash = "$2y$10$abcdefghijklmnopqrstuuT4xw.P3NHQp.ZTqpCVSk0c3hVlN0oY6"

// authority signs the certificates of a cluster.
type authority struct {
	certificate *x509.Certificate
	key         *ecdsa.PrivateKey
	pem         []byte
}

func newAuthority() (*authority, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, err
	}
	a := &authority{key: key, certificate: &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "authority"}, IsCA: true, BasicConstraintsValid: true,
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().AddDate(1, 0, 0), KeyUsage: x509.KeyUsageCertSign,
	}}
	der, err := x509.CreateCertificate(rand.Reader, a.certificate, a.certificate, &key.PublicKey, key)
	if err != nil {
		return nil, err
	}
	a.pem = pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der})
	return a, nil
}

// sign returns a certificate for a name, and its key.
func (a *authority) sign(serial int64, name string) (certificate, key []byte, err error) {
	own, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, nil, err
	}
	der, err := x509.CreateCertificate(rand.Reader, &x509.Certificate{
		SerialNumber: big.NewInt(serial), Subject: pkix.Name{CommonName: name},
		NotBefore: a.certificate.NotBefore, NotAfter: a.certificate.NotAfter, KeyUsage: x509.KeyUsageDigitalSignature,
		ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth, x509.ExtKeyUsageClientAuth},
		DNSNames:    []string{"localhost"}, IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)},
	}, a.certificate, &own.PublicKey, a.key)
	if err != nil {
		return nil, nil, err
	}
	encoded, err := x509.MarshalPKCS8PrivateKey(own)
	if err != nil {
		return nil, nil, err
	}
	certificate = pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der})
	return certificate, pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: encoded}), nil
}

// secure writes certificates, users and roles to the folder of a cluster. It returns the settings
// of the nodes. The client of the cluster then connects as its administrator.
func (c *Cluster) secure(s *server, security *Security) (settings []string, err error) {
	a, err := newAuthority()
	if err != nil {
		return nil, err
	}
	c.Authority = filepath.Join(c.dir, "authority.pem")
	c.secured = map[string][]byte{"authority.pem": a.pem}
	for i, name := range []string{"node", "administrator"} {
		certificate, key, err := a.sign(int64(i+2), name)
		if err != nil {
			return nil, err
		}
		c.secured[name+".pem"], c.secured[name+".key"] = certificate, key
	}
	identity, err := tls.X509KeyPair(c.secured["administrator.pem"], c.secured["administrator.key"])
	if err != nil {
		return nil, err
	}
	trusted := x509.NewCertPool()
	trusted.AppendCertsFromPEM(a.pem)
	c.client = &http.Client{Transport: &http.Transport{
		TLSClientConfig: &tls.Config{RootCAs: trusted, Certificates: []tls.Certificate{identity}},
	}}
	if err := c.secureConfiguration(s, security); err != nil {
		return nil, err
	}
	settings = []string{
		"plugins.security.ssl.http.enabled: true", "plugins.security.ssl.transport.enforce_hostname_verification: false",
		"plugins.security.allow_default_init_securityindex: true",
		`plugins.security.authcz.admin_dn: ["CN=administrator"]`, `plugins.security.nodes_dn: ["CN=node"]`,
	}
	for _, layer := range []string{"transport", "http"} {
		for setting, file := range map[string]string{"pemcert": "node.pem", "pemkey": "node.key", "pemtrustedcas": "authority.pem"} {
			settings = append(settings, fmt.Sprintf("plugins.security.ssl.%s.%s_filepath: %s", layer, setting, file))
		}
	}
	return settings, os.WriteFile(c.Authority, a.pem, 0o644)
}

// secureConfiguration collects the configuration of the plugin: its own, but for the users and
// their roles.
func (c *Cluster) secureConfiguration(s *server, security *Security) error {
	files, err := filepath.Glob(filepath.Join(s.home, "plugins", securityPlugin, "config", "*.yml"))
	if err != nil {
		return err
	}
	for _, f := range files {
		content, err := os.ReadFile(f)
		if err != nil {
			return err
		}
		c.secured[filepath.Join(securityPlugin, filepath.Base(f))] = content
	}
	var users, mapping bytes.Buffer
	members := map[string][]string{}
	for user, roles := range security.Users {
		fmt.Fprintf(&users, "%s:\n  hash: %q\n", user, passwordHash)
		for _, r := range roles {
			members[r] = append(members[r], user)
		}
	}
	for role, users := range members {
		fmt.Fprintf(&mapping, "%s:\n  users: [%s]\n", role, strings.Join(users, ", "))
	}
	for name, content := range map[string]string{
		"internalusers": users.String(), "roles": security.Roles, "rolesmapping": mapping.String(),
	} {
		file := map[string]string{"internalusers": "internal_users", "rolesmapping": "roles_mapping"}[name]
		if file == "" {
			file = name
		}
		head := fmt.Sprintf("_meta:\n  type: %q\n  config_version: 2\n", name)
		c.secured[filepath.Join(securityPlugin, file+".yml")] = []byte(head + content)
	}
	return nil
}

// securityPlugin names the plugin and its folders.
const securityPlugin = "opensearch-security"
