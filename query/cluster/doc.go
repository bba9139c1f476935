// Package cluster makes groups of things from scores of their pairs, of which all but few are 0: documents by what
// they share, say.
//
//	groups := cluster.Average(len(documents), edges, 0.5)
//	for i, mean := range cluster.Means(groups, edges) {
//		fmt.Println(groups[i], mean)
//	}
//
// [Single] joins whatever a chain of good pairs connects: nothing that belongs together is parted, but a chain may
// connect what has nothing in common. [Average] asks that all pairs of a group be good on average, the ones without a
// score included.
//
// What it promises: the groups depend on the set of the edges only, not on their order or direction. They come the
// largest first, those of one size by their first member; the members rise; nothing stands in two groups, and nothing
// in a group of its own.
package cluster
