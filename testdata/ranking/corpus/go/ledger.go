// Copyright (c) 2019 The Marrow Bridge Authors.
//
// You may use, change and pass on this file as you like, so long as this
// notice stays in it. It comes without any promise of fitness; whoever runs
// it bears the risk.

// Package ledger is double-entry bookkeeping in whole cents.
package ledger

import (
	"errors"
	"fmt"
	"io"
	"sort"
	"text/tabwriter"
	"time"
)

// Errors that a caller may want to tell apart.
var (
	ErrUnbalanced = errors.New("ledger: postings do not add up to zero")
	ErrOverdrawn  = errors.New("ledger: account would be overdrawn")
	ErrNoAccount  = errors.New("ledger: no such account")
)

// Posting moves Cents into an account, or out of it if negative.
type Posting struct {
	Account string
	Cents   int64
}

// Transaction is a set of postings that add up to zero.
type Transaction struct {
	When     time.Time
	Note     string
	Postings []Posting
}

type account struct {
	balance int64
	floor   int64
	history []int
}

// Book holds accounts and every transaction since it was opened.
type Book struct {
	accounts map[string]*account
	journal  []Transaction
}

// NewBook returns a book without accounts.
func NewBook() *Book {
	return &Book{accounts: make(map[string]*account)}
}

// Open adds an account that may not fall below floor.
func (b *Book) Open(name string, floor int64) error {
	if _, exists := b.accounts[name]; exists {
		return fmt.Errorf("ledger: account %q exists", name)
	}
	b.accounts[name] = &account{floor: floor}
	return nil
}

// Post books all of t, or nothing of it.
func (b *Book) Post(t Transaction) error {
	var sum int64
	change := make(map[string]int64)
	for _, p := range t.Postings {
		if _, ok := b.accounts[p.Account]; !ok {
			return fmt.Errorf("%w: %s", ErrNoAccount, p.Account)
		}
		sum += p.Cents
		change[p.Account] += p.Cents
	}
	if sum != 0 {
		return fmt.Errorf("%w: off by %d", ErrUnbalanced, sum)
	}
	for name, cents := range change {
		acc := b.accounts[name]
		if cents < 0 && acc.balance+cents < acc.floor {
			return fmt.Errorf("%w: %s", ErrOverdrawn, name)
		}
	}
	number := len(b.journal)
	b.journal = append(b.journal, t)
	for name, cents := range change {
		acc := b.accounts[name]
		acc.balance += cents
		acc.history = append(acc.history, number)
	}
	return nil
}

// Transfer is Post for the most common case.
func (b *Book) Transfer(from, to string, cents int64, note string) error {
	if cents <= 0 {
		return fmt.Errorf("ledger: cannot transfer %d cents", cents)
	}
	return b.Post(Transaction{
		When:     time.Now(),
		Note:     note,
		Postings: []Posting{{from, -cents}, {to, cents}},
	})
}

// Statement prints what happened to one account.
func (b *Book) Statement(w io.Writer, name string) error {
	acc, ok := b.accounts[name]
	if !ok {
		return fmt.Errorf("%w: %s", ErrNoAccount, name)
	}
	tw := tabwriter.NewWriter(w, 0, 8, 2, ' ', tabwriter.AlignRight)
	var running int64
	for _, number := range acc.history {
		t := b.journal[number]
		for _, p := range t.Postings {
			if p.Account != name {
				continue
			}
			running += p.Cents
			fmt.Fprintf(tw, "%s\t%s\t%s\t%s\t\n", t.When.Format("2006-01-02"), t.Note, money(p.Cents), money(running))
		}
	}
	return tw.Flush()
}

// Names lists the accounts in alphabetical order.
func (b *Book) Names() []string {
	names := make([]string, 0, len(b.accounts))
	for name := range b.accounts {
		names = append(names, name)
	}
	sort.Strings(names)
	return names
}

func money(cents int64) string {
	sign := ""
	if cents < 0 {
		sign, cents = "-", -cents
	}
	return fmt.Sprintf("%s%d.%02d", sign, cents/100, cents%100)
}
