package remote

import (
	"context"
	"errors"
	"fmt"
	"net/http"
)

// mostBulk bounds the body of a bulk, in bytes. A node refuses a tenth of its heap for ever.
const mostBulk = 4 << 20

// crowdedTries is how often a bulk is sent that is refused as a whole, before it is halved.
const crowdedTries = 2

// op is one write of a bulk.
type op struct {
	action string // create, index or delete
	index  string
	id     string
	source []byte // JSON without line breaks; nil to delete
	// only is the version of the document to delete: not one that was written since. nil deletes
	// any.
	only *version
	why  string // a node had no room for it
}

// version is the version of a document.
type version struct {
	Seq  int64 `json:"_seq_no"`
	Term int64 `json:"_primary_term"`
}

// Refusal is a document that the cluster will never take.
type Refusal struct {
	ID     string
	Status int
	Reason string
}

// bulk writes everything and returns the items refused for good. Items that exist already are done.
// If it returns an error, any part may be written.
func (c *Client) bulk(ctx context.Context, ops []op) (refused []Refusal, err error) {
	for len(ops) > 0 {
		n := fitting(ops)
		some, err := c.bulkPart(ctx, ops[:n])
		refused = append(refused, some...)
		if err != nil {
			return refused, fmt.Errorf("writing %d documents: %w", n, err)
		}
		ops = ops[n:]
	}
	return refused, nil
}

// fitting returns how many of the first writes are a bulk: at least one.
func fitting(ops []op) int {
	size := 0
	for i, o := range ops {
		if size += o.size(); size > mostBulk && i > 0 {
			return i
		}
	}
	return len(ops)
}

func (o op) size() int { return len(o.source) + len(o.id) + len(o.index) + 64 }

// bulkPart writes a bulk: those that a node had no room for again and again, and in halves if the
// whole is too large.
func (c *Client) bulkPart(ctx context.Context, ops []op) (refused []Refusal, err error) {
	start, wait := c.now(), firstPause
	for {
		left, some, err := c.bulkOnce(ctx, ops)
		refused = append(refused, some...)
		if err != nil || len(left) == 0 {
			return refused, err
		}
		if len(left) < len(ops) { // it goes on
			start, wait = c.now(), firstPause
		} else if c.now().Sub(start) >= patience {
			return refused, &StatusError{Status: http.StatusTooManyRequests, Reason: fmt.Sprintf("it took none of %d documents for %s: %s", len(left), patience, left[0].why)}
		}
		if err := c.pause(ctx, wait); err != nil {
			return refused, err
		}
		ops, wait = left, min(2*wait, longestPause)
	}
}

// bulkOnce sends a bulk and returns the operations to send again.
func (c *Client) bulkOnce(ctx context.Context, ops []op) (left []op, refused []Refusal, err error) {
	r := request{method: http.MethodPost, path: "/_bulk", body: linesOf(ops), lines: true}
	r.divisible = len(ops) > 1 || len(r.body) > mostBulk
	var answer bulkAnswer
	err = c.do(ctx, r, &answer)
	switch {
	case err == nil:
		return answer.sort(ops)
	case !tooLarge(err) || ctx.Err() != nil || !r.divisible:
		return nil, nil, err
	case len(ops) == 1:
		return nil, []Refusal{{ops[0].id, http.StatusRequestEntityTooLarge, "the cluster does not take a document of its size"}}, nil
	}
	return c.halve(ctx, ops)
}

// tooLarge reports whether a smaller bulk may succeed. A node has no room for it, refuses its size,
// or has cut the connection.
func tooLarge(err error) bool {
	status := new(StatusError)
	return errors.Is(err, errCut) ||
		errors.As(err, &status) && (status.Status == http.StatusRequestEntityTooLarge || status.Status == http.StatusTooManyRequests)
}

// halve writes a bulk in two halves.
func (c *Client) halve(ctx context.Context, ops []op) (left []op, refused []Refusal, err error) {
	for _, half := range [][]op{ops[:len(ops)/2], ops[len(ops)/2:]} {
		more, some, err := c.bulkOnce(ctx, half)
		left, refused = append(left, more...), append(refused, some...)
		if err != nil {
			return left, refused, err
		}
	}
	return left, refused, nil
}

// linesOf returns the body of a bulk.
func linesOf(ops []op) []byte {
	var body []byte
	for _, o := range ops {
		at := object{"_index": o.index, "_id": o.id}
		if o.only != nil {
			at["if_seq_no"], at["if_primary_term"] = o.only.Seq, o.only.Term
		}
		head := encoded(object{o.action: at})
		body = append(append(body, head...), '\n')
		if o.source != nil {
			body = append(append(body, o.source...), '\n')
		}
	}
	return body
}

// bulkAnswer has a result for each write, in their order.
type bulkAnswer struct {
	Items []map[string]struct {
		ID     string `json:"_id"`
		Status int    `json:"status"`
		Error  struct{ Type, Reason string }
	} `json:"items"`
}

// sort returns the operations to send again, and the ones refused for good.
func (a *bulkAnswer) sort(ops []op) (left []op, refused []Refusal, err error) {
	if len(a.Items) != len(ops) {
		return nil, nil, fmt.Errorf("%w: it has %d results for %d documents", errLies, len(a.Items), len(ops))
	}
	for i, o := range ops {
		item, ok := a.Items[i][o.action]
		if !ok || item.ID != o.id {
			return nil, nil, fmt.Errorf("%w: result %d is of another document", errLies, i)
		}
		switch {
		case item.Status == http.StatusOK, item.Status == http.StatusCreated, o.isDone(item.Status):
		case passingStatus(item.Status):
			o.why = item.Error.Reason
			left = append(left, o)
		default:
			refused = append(refused, Refusal{o.id, item.Status, item.Error.Reason})
		}
	}
	return left, refused, nil
}

// isDone reports whether a failure means that the write was done before.
func (o op) isDone(status int) bool {
	switch o.action {
	case "create":
		return status == http.StatusConflict
	case "delete":
		return status == http.StatusNotFound || status == http.StatusConflict && o.only != nil
	}
	return false
}
