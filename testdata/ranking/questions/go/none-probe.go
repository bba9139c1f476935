package main

import (
	"context"
	"encoding/json"
	"log"
	"net/http"
	"os"
	"os/signal"
	"sync/atomic"
	"syscall"
	"time"
)

type status struct {
	Ready   bool      `json:"ready"`
	Started time.Time `json:"started"`
	Served  int64     `json:"served"`
}

func main() {
	var ready atomic.Bool
	var served atomic.Int64
	started := time.Now()

	mux := http.NewServeMux()
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, r *http.Request) {
		if !ready.Load() {
			w.WriteHeader(http.StatusServiceUnavailable)
		}
		w.Header().Set("Content-Type", "application/json")
		json.NewEncoder(w).Encode(status{ready.Load(), started, served.Load()})
	})
	mux.HandleFunc("GET /hello/{name}", func(w http.ResponseWriter, r *http.Request) {
		served.Add(1)
		w.Write([]byte("hello " + r.PathValue("name") + "\n"))
	})

	server := &http.Server{Addr: ":8080", Handler: mux, ReadHeaderTimeout: 5 * time.Second}
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM, os.Interrupt)
	defer stop()

	go func() {
		time.Sleep(2 * time.Second) // caches are warm by then
		ready.Store(true)
	}()
	go func() {
		<-ctx.Done()
		ready.Store(false)
		grace, cancel := context.WithTimeout(context.Background(), 10*time.Second)
		defer cancel()
		if err := server.Shutdown(grace); err != nil {
			log.Print("shutdown: ", err)
		}
	}()
	if err := server.ListenAndServe(); err != http.ErrServerClosed {
		log.Fatal(err)
	}
}
