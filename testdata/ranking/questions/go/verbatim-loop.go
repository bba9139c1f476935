package calls

func (q *Quota) loop(ctx context.Context) {
	history := map[string][]time.Time{}
	cleanup := time.NewTicker(10 * q.interval)
	defer cleanup.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case t := <-cleanup.C:
			for key, times := range history {
				if kept := younger(times, t.Add(-q.interval)); len(kept) > 0 {
					history[key] = kept
				} else {
					delete(history, key)
				}
			}
		case req := <-q.requests:
			times := younger(history[req.key], req.at.Add(-q.interval))
			if len(times) >= q.most {
				history[req.key] = times
				q.rejected.Add(1)
				req.answer <- ErrQuota
				continue
			}
			history[req.key] = append(times, req.at)
			req.answer <- nil
		}
	}
}
