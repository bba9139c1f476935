package reference_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"github.com/chaffinch-search/chaffinch/internal/reference"
)

func tree() *cobra.Command {
	nop := func(*cobra.Command, []string) {}
	root := &cobra.Command{Use: "bird COMMAND", Long: "Bird does what birds do.", Run: nop}
	root.PersistentFlags().Bool("loud", false, "wake everybody")
	sing := &cobra.Command{Use: "sing SONG", Short: "Sing a song", Long: "Sing sings.", Example: "  bird sing dawn", Run: nop}
	sing.Flags().Int("times", 1, "how `OFTEN`")
	root.AddCommand(sing, &cobra.Command{Use: "moult", Hidden: true, Run: nop})
	return root
}

func TestEveryShownCommandHasASectionWithItsTextExamplesAndFlags(t *testing.T) {
	var b strings.Builder
	if err := reference.Write(&b, tree()); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"- [bird sing](#bird-sing): Sing a song\n", "## bird\n", "Bird does what birds do.\n", "--loud",
		"## bird sing\n", "bird sing SONG [flags]\n", "Sing sings.\n", "  bird sing dawn\n", "--times OFTEN",
	} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("it lacks %q", want)
		}
	}
	if strings.Contains(b.String(), "moult") {
		t.Error("a hidden command is shown")
	}
	if n := strings.Count(b.String(), "--loud"); n != 1 {
		t.Errorf("a flag that all commands share stands there %d times", n)
	}
}

type broken struct{}

func (broken) Write([]byte) (int, error) { return 0, errBroken }

var errBroken = errors.New("no space")

func TestAFailedWriteIsAnError(t *testing.T) {
	if err := reference.Write(broken{}, tree()); !errors.Is(err, errBroken) {
		t.Errorf("error is %v", err)
	}
}
