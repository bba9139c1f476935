package main

import (
	"errors"
	"fmt"
	"time"

	"github.com/chaffinch-search/chaffinch/internal/report/html"
	"github.com/chaffinch-search/chaffinch/pairs"
)

// readNotes reads the notes of --dossier before anything is compared; nil without the flag.
func (o *pairsOptions) readNotes() (*html.Notes, error) {
	if !o.set.Changed("dossier") {
		return nil, nil
	}
	if o.dossier == "" {
		return nil, errors.New("--dossier is empty: specify notes, exported as JSON from a report")
	}
	var err error
	if o.made, err = sourceDate(); err != nil {
		return nil, err
	}
	if o.made.IsZero() {
		o.made = time.Now()
	}
	text, err := readSaved(o.dossier)
	if err != nil {
		return nil, fmt.Errorf("reading --dossier %s: %w", o.dossier, withoutPath(err))
	}
	n, err := html.ReadNotes(text)
	if err != nil {
		return nil, fmt.Errorf("reading --dossier %s: %w", o.dossier, err)
	}
	return n, nil
}

// dossierOf returns the dossier of the marked pairs. It is an error if there is none.
func (o *pairsOptions) dossierOf(r *pairs.Report) (*html.Dossier, error) {
	d := html.NewDossier(r, o.notes)
	if d.Cases == 0 {
		return nil, fmt.Errorf("%s marks no listed pair as copied or to talk to: mark one in the report, or lower --min-score", o.dossier)
	}
	return d, nil
}
