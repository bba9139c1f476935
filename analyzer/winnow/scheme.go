package winnow

import "fmt"

// The names of the selection schemes, as [Scheme] takes them.
const (
	SelectWinnowing   = "winnowing"
	SelectRobust      = "robust"
	SelectOpenClosed  = "open-closed"
	SelectZeroMod     = "zero-mod"
	SelectSafeZeroMod = "safe-zero-mod"
	SelectMinS        = "min-s"
)

// Limits of a [Scheme].
const (
	MaxK = 1 << 10 // tokens in a k-gram
	MaxW = 1 << 16 // hashes in a window, and kept by min-s
	MaxP = 1 << 32 // modulus; JSON numbers are read as float64, which holds it exactly
)

// Scheme defines how sequences are fingerprinted: the length of k-grams and the selection.
type Scheme struct {
	// K is the length of a k-gram in symbols, 1 to MaxK. It is the noise threshold: no shorter run
	// is ever found.
	K int `json:"k"`
	// W is the window, in hashes; 1 to MaxW. Not used by zero-mod and min-s.
	W int `json:"w,omitempty"`
	// Selection is the name of the scheme; empty is [SelectRobust].
	Selection string `json:"selection"`
	// P is the modulus of zero-mod and safe-zero-mod, 1 to MaxP.
	P uint64 `json:"p,omitempty"`
	// S is the number of hashes that min-s keeps, 1 to MaxW.
	S int `json:"s,omitempty"`
}

// selection returns the selection of the scheme. Its error names the value that is out of range.
func (s Scheme) selection() (selection, error) {
	if s.K < 1 || s.K > MaxK {
		return nil, fmt.Errorf("k is %d: use 1 to %d tokens", s.K, MaxK)
	}
	switch s.Selection {
	case SelectWinnowing:
		return winnowing{s.W}, s.checkW()
	case SelectRobust, "":
		return robustWinnowing{s.W}, s.checkW()
	case SelectOpenClosed:
		return openClosed{s.K, s.W}, s.checkW()
	case SelectSafeZeroMod:
		return safeZeroMod{s.W, s.P}, firstError(s.checkW(), s.checkP())
	case SelectZeroMod:
		return zeroMod{s.P}, s.checkP()
	case SelectMinS:
		return minS{s.S}, s.checkS()
	}

	return nil, fmt.Errorf("unknown selection %q: use %s, %s, %s, %s, %s or %s", s.Selection,
		SelectWinnowing, SelectRobust, SelectOpenClosed, SelectZeroMod, SelectSafeZeroMod, SelectMinS)
}

func (s Scheme) checkW() error {
	if s.W < 1 || s.W > MaxW {
		return fmt.Errorf("w is %d: use a window of 1 to %d hashes", s.W, MaxW)
	}
	return nil
}

func (s Scheme) checkP() error {
	if s.P < 1 || s.P > MaxP {
		return fmt.Errorf("p is %d: use a modulus of 1 to %d", s.P, uint64(MaxP))
	}
	return nil
}

func (s Scheme) checkS() error {
	if s.S < 1 || s.S > MaxW {
		return fmt.Errorf("s is %d: use a sketch of 1 to %d hashes", s.S, MaxW)
	}
	return nil
}

func firstError(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// Off reports whether the scheme is the zero value: nothing is fingerprinted.
func (s Scheme) Off() bool { return s == Scheme{} }
