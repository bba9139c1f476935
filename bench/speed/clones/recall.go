package clones

import "fmt"

// foundShare is the share of a block's lines from which on it is found.
const foundShare = .9

// measureRecall prints the share of the planted blocks of each kind that each finder finds; of
// edited ones the share of their lines.
func measureRecall(finders []finder, folder string, plants []plant) error {
	fmt.Printf("\n%-22s", "planted, found by")
	columns := make([]map[string]float64, len(finders))
	for i, f := range finders {
		_, blocks, err := f.find(folder)
		if err != nil {
			return err
		}
		columns[i] = recall(plants, blocks)
		fmt.Printf(" %20s", f.name)
	}
	fmt.Println()
	for _, kind := range kinds {
		fmt.Printf("%-22s", kind)
		for _, c := range columns {
			fmt.Printf(" %20.3f", c[kind])
		}
		fmt.Println()
	}
	return nil
}

// recall returns the share of the plants that the blocks find, by kind.
func recall(plants []plant, blocks []block) map[string]float64 {
	by := map[[2]string][]block{}
	for _, b := range blocks {
		by[[2]string{b[0].path, b[1].path}] = append(by[[2]string{b[0].path, b[1].path}], b)
	}
	sum, n := map[string]float64{}, map[string]int{}
	for _, p := range plants {
		share := coveredShare(p, append(by[[2]string{p.original.path, p.copy.path}], by[[2]string{p.copy.path, p.original.path}]...))
		n[p.kind]++
		switch {
		case p.kind == edited:
			sum[p.kind] += share
		case share >= foundShare:
			sum[p.kind]++
		}
	}
	for kind := range sum {
		sum[kind] /= float64(n[kind])
	}
	return sum
}

// coveredShare returns the share of the plant's lines that matches between both places cover: the
// lesser share of the original and the copy.
func coveredShare(p plant, blocks []block) float64 {
	original, copied := lineSet{}, lineSet{}
	for _, b := range blocks {
		for _, way := range []block{b, {b[1], b[0]}} {
			if overlap(way[0], p.original) && overlap(way[1], p.copy) {
				original.add(way[0])
				copied.add(way[1])
			}
		}
	}
	return min(original.share(p.lines(p.original)), copied.share(p.lines(p.copy)))
}

// lines returns the lines of one of the plant's places that count.
func (p *plant) lines(at place) lineSet {
	s := lineSet{}
	for i, is := range p.code {
		if is {
			s.add(place{at.path, at.from + i, at.from + i})
		}
	}
	return s
}

func overlap(a, b place) bool { return a.path == b.path && a.from <= b.to && b.from <= a.to }
