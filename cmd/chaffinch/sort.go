package main

import (
	"github.com/spf13/cobra"

	"github.com/chaffinch-search/chaffinch/internal/shares"
)

// registerSort adds --sort, which orders results by score or by share. initial is the default.
func registerSort(cmd *cobra.Command, value *string, initial, usage string) {
	names := shares.Keys()
	if initial != names[0] {
		names = append([]string{initial}, names...)
	}
	cmd.Flags().StringVar(value, "sort", initial, usage)
	offerFixed(cmd, "sort", names...)
}

// sortUsage is the usage of --sort.
const sortUsage = "list by `KEY`: score, smaller, larger"
