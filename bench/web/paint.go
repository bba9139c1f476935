package main

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"slices"

	"github.com/chromedp/chromedp"
)

// paint is when the browser painted the page, in ms after the navigation began: anything, its first content, and when the page was
// complete, so that it does what its buttons say.
type paint struct{ First, Content, Complete float64 }

// measurePaint opens the page in new browsers, each with a new profile, from a file and from a server in turn.
func measurePaint(c config, dir string) error {
	file, err := page(c, dir)
	if err != nil {
		return err
	}
	server := httptest.NewServer(http.FileServer(http.Dir(filepath.Dir(file))))
	defer server.Close()
	places := []struct{ name, address string }{{"disk", "file://" + filepath.ToSlash(file)}, {"server, not compressed", server.URL + "/"}}
	all := make([][]paint, len(places))
	for range c.paint {
		for i, place := range places {
			p, err := painted(dir, place.address)
			if err != nil {
				return err
			}
			all[i] = append(all[i], p)
		}
	}
	for i, place := range places {
		fmt.Printf("from a %s, median (least, most) of %d new browsers, in ms: %s\n", place.name, c.paint, summary(all[i]))
	}
	return nil
}

func painted(dir, address string) (paint, error) {
	ctx, end, err := open(dir)
	if err != nil {
		return paint{}, err
	}
	defer end()
	if err := chromedp.Do(ctx, chromedp.Navigate(address)); err != nil {
		return paint{}, err
	}
	return lastPaint(ctx)
}

func lastPaint(ctx context.Context) (paint, error) {
	if err := until(ctx, `document.readyState === "complete" && performance.getEntriesByType("paint").length === 2`); err != nil {
		return paint{}, err
	}
	return chromedp.Run(ctx, chromedp.Evaluate[paint](`{
		const at = Object.fromEntries(performance.getEntriesByType("paint").map(({ name, startTime }) => [name, startTime]));
		({ First: at["first-paint"], Content: at["first-contentful-paint"], Complete: performance.getEntriesByType("navigation")[0].domComplete });
	}`))
}

func summary(all []paint) string {
	of := func(value func(paint) float64) string {
		var values []float64
		for _, p := range all {
			values = append(values, value(p))
		}
		slices.Sort(values)
		return fmt.Sprintf("%.0f (%.0f, %.0f)", values[len(values)/2], values[0], values[len(values)-1])
	}
	return fmt.Sprintf("first paint %s, first content %s, complete %s",
		of(func(p paint) float64 { return p.First }), of(func(p paint) float64 { return p.Content }), of(func(p paint) float64 { return p.Complete }))
}
