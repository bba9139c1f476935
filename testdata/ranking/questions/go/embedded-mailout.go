// Command mailout sends a circular to every address of a list, slowly enough
// for the servers that receive it.
package main

import (
	"bufio"
	"crypto/tls"
	"flag"
	"fmt"
	"math"
	"net/smtp"
	"os"
	"os/signal"
	"strings"
	"sync"
	"text/template"
	"time"
)

type recipient struct {
	Address string
	Name    string
	Domain  string
}

type bucket struct {
	seen   time.Time
	tokens float64
}

// Limiter keeps track of how much each domain was sent.
type Limiter struct {
	mu      sync.Mutex
	buckets map[string]*bucket
	rate    float64
	burst   float64
	now     func() time.Time
}

// Allow takes a token for client. If there is none it says how long to wait.
func (l *Limiter) Allow(client string) (bool, time.Duration) {
	l.mu.Lock()
	defer l.mu.Unlock()
	now := l.now()
	b := l.buckets[client]
	if b == nil {
		b = &bucket{tokens: l.burst, seen: now}
		l.buckets[client] = b
	}
	elapsed := now.Sub(b.seen).Seconds()
	b.tokens = math.Min(l.burst, b.tokens+elapsed*l.rate)
	b.seen = now
	if b.tokens >= 1 {
		b.tokens--
		return true, 0
	}
	missing := (1 - b.tokens) / l.rate
	return false, time.Duration(missing * float64(time.Second))
}

// Wait blocks until a message to domain may be sent, or until stop is closed.
func (l *Limiter) Wait(domain string, stop <-chan os.Signal) bool {
	for {
		ok, pause := l.Allow(domain)
		if ok {
			return true
		}
		select {
		case <-time.After(pause):
		case <-stop:
			return false
		}
	}
}

func readRecipients(path string) (list []recipient, err error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	for lines.Scan() {
		text := strings.TrimSpace(lines.Text())
		if text == "" || text[0] == '#' {
			continue
		}
		address, name, _ := strings.Cut(text, " ")
		at := strings.LastIndexByte(address, '@')
		if at <= 0 {
			return nil, fmt.Errorf("%s: %q is no address", path, address)
		}
		list = append(list, recipient{address, strings.TrimSpace(name), strings.ToLower(address[at+1:])})
	}
	return list, lines.Err()
}

func send(client *smtp.Client, sender string, to recipient, letter *template.Template) error {
	if err := client.Mail(sender); err != nil {
		return err
	}
	if err := client.Rcpt(to.Address); err != nil {
		return err
	}
	body, err := client.Data()
	if err != nil {
		return err
	}
	if err := letter.Execute(body, to); err != nil {
		return err
	}
	return body.Close()
}

func run(server, sender, listPath, letterPath string, limiter *Limiter) error {
	list, err := readRecipients(listPath)
	if err != nil {
		return err
	}
	letter, err := template.ParseFiles(letterPath)
	if err != nil {
		return err
	}
	client, err := smtp.Dial(server)
	if err != nil {
		return err
	}
	defer client.Quit()
	if err := client.StartTLS(&tls.Config{ServerName: strings.Split(server, ":")[0]}); err != nil {
		return err
	}
	stop := make(chan os.Signal, 1)
	signal.Notify(stop, os.Interrupt)
	for done, to := range list {
		if !limiter.Wait(to.Domain, stop) {
			return fmt.Errorf("interrupted after %d of %d letters", done, len(list))
		}
		if err := send(client, sender, to, letter); err != nil {
			fmt.Fprintf(os.Stderr, "%s: %v\n", to.Address, err)
			client.Reset()
		}
	}
	return nil
}

func main() {
	server := flag.String("server", "localhost:587", "host and port to send through")
	sender := flag.String("from", "", "address of the sender")
	rate := flag.Float64("rate", 2, "letters a second to one domain")
	flag.Parse()
	if flag.NArg() != 2 || *sender == "" {
		flag.Usage()
		os.Exit(2)
	}
	limiter := &Limiter{buckets: map[string]*bucket{}, rate: *rate, burst: 10, now: time.Now}
	if err := run(*server, *sender, flag.Arg(0), flag.Arg(1), limiter); err != nil {
		fmt.Fprintln(os.Stderr, "mailout:", err)
		os.Exit(1)
	}
}
