package atlas

// Connect builds a road in both directions.
func (n *Network) Connect(a, b string, toll float64) error {
	if toll < 0 {
		return fmt.Errorf("road %s-%s: negative toll %g", a, b, toll)
	}
	x, y := n.AddTown(a), n.AddTown(b)
	n.roads[x] = append(n.roads[x], Road{To: y, Toll: toll})
	n.roads[y] = append(n.roads[y], Road{To: x, Toll: toll})
	return nil
}

type stop struct {
	town int
	cost float64
}

type frontier []stop

func (f frontier) Len() int           { return len(f) }
func (f frontier) Less(i, j int) bool { return f[i].cost < f[j].cost }
func (f frontier) Swap(i, j int)      { f[i], f[j] = f[j], f[i] }
func (f *frontier) Push(x any)        { *f = append(*f, x.(stop)) }
func (f *frontier) Pop() any {
	old := *f
	last := old[len(old)-1]
	*f = old[:len(old)-1]
	return last
}
