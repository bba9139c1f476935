package notice

import (
	"crypto/sha256"
	"reflect"
	"slices"
	"testing"
	"unsafe"
)

// fill sets all fields of a notice that a memory keeps, by their kinds.
func fill(t *testing.T, n *Notice) (kept int) {
	v := reflect.ValueOf(n).Elem()
	for i := range v.NumField() {
		f := reflect.NewAt(v.Field(i).Type(), unsafe.Pointer(v.Field(i).UnsafeAddr())).Elem()
		switch name := v.Type().Field(i).Name; f.Interface().(type) {
		case bool:
			f.SetBool(true)
		case string:
			f.SetString(name)
		case []string:
			f.Set(reflect.ValueOf([]string{"", name, "x"}))
		default:
			if !slices.Contains([]string{"files", "packages", "others", "modules"}, name) {
				t.Errorf("a memory neither keeps the field %s, nor leaves out notices with it", name)
			}
			continue
		}
		kept++
	}
	return kept
}

// A memory returns all fields of the notices that it keeps, under the same path, content and
// program only, and reads the others again.
func TestMemory_ReturnsWhatItKeeps(t *testing.T) {
	var whole Notice
	if kept := fill(t, &whole); kept != len(whole.flags())+len(whole.texts())+len(whole.lists()) {
		t.Errorf("%d fields", kept)
	}
	some := Notice{License: "MIT", unclear: true}
	large := Notice{License: "MIT", others: map[string]bool{"x": true}}
	notices := map[string]Notice{"whole": whole, "some": some, "large": large, "none": {}}
	read := 0
	recall := func(m *Memory, how, file, content string) Notice {
		n, ok := m.recall(how, file, []byte(content), func() (Notice, bool) { read++; return notices[content], content != "none" })
		if want := notices[content]; ok != (content != "none") || ok && !reflect.DeepEqual(n, want) {
			t.Errorf("%s: %v %+v, want %+v", content, ok, n, want)
		}
		return n
	}
	m := NewMemory("p", nil)
	for content := range notices {
		recall(m, "whole", "LICENSE", content)
	}
	b := m.Bytes()
	for _, c := range []struct {
		name               string
		m                  *Memory
		how, file, content string
		read               int
	}{
		{"the same", m, "whole", "LICENSE", "whole", 0},
		{"kept", NewMemory("p", b), "whole", "LICENSE", "whole", 0},
		{"kept, with few fields", NewMemory("p", b), "whole", "LICENSE", "some", 0},
		{"kept, without a notice", NewMemory("p", b), "whole", "LICENSE", "none", 0},
		{"of several works", NewMemory("p", b), "whole", "LICENSE", "large", 1},
		{"another way", NewMemory("p", b), "exceptions", "LICENSE", "some", 1},
		{"another path", NewMemory("p", b), "whole", "a/LICENSE", "some", 1},
		{"another program", NewMemory("q", b), "whole", "LICENSE", "some", 1},
		{"no program", NewMemory("", b), "whole", "LICENSE", "some", 1},
		{"no memory", nil, "whole", "LICENSE", "some", 1},
	} {
		read = 0
		if recall(c.m, c.how, c.file, c.content); read != c.read {
			t.Errorf("%s: read %d times", c.name, read)
		}
	}
	later := NewMemory("p", b)
	if recall(later, "whole", "LICENSE", "some"); later.Bytes() != nil {
		t.Error("a memory without anything new is written again")
	}
	recall(later, "whole", "COPYING", "some")
	if again := NewMemory("p", later.Bytes()); len(again.all) != len(NewMemory("p", b).all)+1 {
		t.Errorf("%d notices", len(again.all))
	}
	for n := range b { // damaged: cut off, or with another byte
		changed := slices.Clone(b)
		changed[n] ^= 0xff
		if len(NewMemory("p", b[:n]).all)+len(NewMemory("p", changed).all) > 0 {
			t.Fatal("a damaged memory was read")
		}
		NewMemory("p", append(m.sum(b[sha256.Size:][:max(0, n-sha256.Size)]), b[sha256.Size:][:max(0, n-sha256.Size)]...)) // written by another
	}
}
