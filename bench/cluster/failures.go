package main

import "context"

func (b *bench) failures(ctx context.Context) error { return nil }
