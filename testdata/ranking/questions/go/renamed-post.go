package wallet

import "fmt"

// Record books all of t, or nothing of it.
func (l *Ledger) Record(tx Entry) error {
	var total int64
	deltas := make(map[string]int64)
	for _, leg := range tx.Legs {
		if _, ok := l.wallets[leg.Wallet]; !ok {
			return fmt.Errorf("%w: %s", ErrUnknownWallet, leg.Wallet)
		}
		total += leg.Amount
		deltas[leg.Wallet] += leg.Amount
	}
	if total != 0 {
		return fmt.Errorf("%w: off by %d", ErrMismatch, total)
	}
	for id, amount := range deltas {
		w := l.wallets[id]
		if amount < 0 && w.funds+amount < w.minimum {
			return fmt.Errorf("%w: %s", ErrInsufficient, id)
		}
	}
	seq := len(l.log)
	l.log = append(l.log, tx)
	for id, amount := range deltas {
		w := l.wallets[id]
		w.funds += amount
		w.entries = append(w.entries, seq)
	}
	return nil
}
