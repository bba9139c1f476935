package main

import (
	"strings"

	"github.com/spf13/cobra"
)

// registerSort adds --sort with its keys, the default first.
func registerSort(cmd *cobra.Command, value *string, of string, keys []string) {
	cmd.Flags().StringVar(value, "sort", keys[0], of+"list by `KEY`: "+strings.Join(keys, ", "))
	offerFixed(cmd, "sort", keys...)
}
