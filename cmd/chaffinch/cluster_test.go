package main

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

// The scripts in testdata/cluster run on the nodes that clusterVariable names, as go -C bench run
// ./opensearch starts them. Nodes that encrypt know the users reader and writer. Variables:
// $ADDRESS is that of an index, $READER and $WRITER are users, or empty.
const (
	clusterVariable     = "CHAFFINCH_OPENSEARCH_TEST"
	wantClusterVariable = "CHAFFINCH_OPENSEARCH"
)

func TestCluster_Scripts(t *testing.T) {
	nodes := os.Getenv(clusterVariable)
	if nodes == "" && os.Getenv(wantClusterVariable) != "" {
		t.Fatalf("%s is set, but %s names no node", wantClusterVariable, clusterVariable)
	}
	if nodes == "" {
		t.Skipf("NOT TESTED: %s names no node of OpenSearch", clusterVariable)
	}
	users := strings.HasPrefix(nodes, "opensearch://")
	testdata, err := filepath.Abs("testdata") // the working folder changes
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Dir: filepath.Join(testdata, "cluster"), RequireExplicitExec: true, RequireUniqueNames: true,
		Setup: func(env *testscript.Env) error {
			name := "code" // of the roles
			if users {
				env.Setenv("READER", "reader")
				env.Setenv("WRITER", "writer")
			} else {
				name = fmt.Sprint("test-", rand.Uint32())
				env.Defer(func() { deleteIndex(t, nodes, name) })
			}
			for _, v := range []string{"CHAFFINCH_OPENSEARCH_PASSWORD", "CHAFFINCH_OPENSEARCH_CA"} {
				env.Setenv(v, os.Getenv(v))
			}
			env.Setenv("ADDRESS", nodes+"/"+name)
			return setUp(env, filepath.Join(testdata, "src"))
		},
		Condition: func(condition string) (bool, error) {
			if condition == "users" {
				return users, nil
			}
			return false, fmt.Errorf("unknown condition %q", condition)
		},
	})
}

// deleteIndex removes an index from nodes that do not encrypt.
func deleteIndex(t *testing.T, nodes, name string) {
	host, _, _ := strings.Cut(strings.TrimPrefix(nodes, "opensearch+"), ",")
	req, err := http.NewRequest(http.MethodDelete, host+"/"+name+","+name+"-files", nil)
	if err != nil {
		t.Error(err)
		return
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Error(err)
		return
	}
	res.Body.Close()
}
