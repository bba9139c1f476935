package process

import "os"

// LikeTheProgram returns the environment for a process that shall collect its garbage as often as the
// program does, where nobody says otherwise: see gcPercent in cmd/chaffinch.
func LikeTheProgram() []string {
	if os.Getenv("GOGC") != "" {
		return os.Environ()
	}
	return append(os.Environ(), "GOGC=150")
}
