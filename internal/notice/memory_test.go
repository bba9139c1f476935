package notice

import (
	"fmt"
	"reflect"
	"regexp"
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
			if !slices.Contains([]string{"packages", "others", "modules"}, name) {
				t.Errorf("a memory neither keeps the field %s, nor leaves out notices with it", name)
			}
			continue
		case *globs:
			n.files = newGlobs()
			for i, pattern := range []string{"a/b.go", "c/*", "*.min.js", `d/\*?`, "./e"} {
				n.files.add(pattern, []string{"MIT", "", "ISC"}[i%3])
			}
			n.files.from, n.files.except = "x", true
			if fields := reflect.TypeFor[globs]().NumField(); fields != 6 {
				t.Errorf("globs have %d fields: does a memory keep them?", fields)
			}
			if fields := reflect.TypeFor[glob]().NumField(); fields != 4 {
				t.Errorf("a glob has %d fields: does a memory keep them?", fields)
			}
		}
		kept++
	}
	return kept
}

// A memory returns all fields of the notices that it keeps, under the same path, content and
// program only, and reads the others again.
func TestMemory_ReturnsWhatItKeeps(t *testing.T) {
	var whole Notice
	if kept := fill(t, &whole); kept != 1+len(whole.flags())+len(whole.texts())+len(whole.lists()) {
		t.Errorf("%d fields", kept)
	}
	some := Notice{License: "MIT", unclear: true}
	large := Notice{License: "MIT", others: map[string]bool{"x": true}}
	forms := Notice{License: "MIT", files: newGlobs()}
	forms.files.addForm("*", regexp.MustCompile("x"), "ISC")
	many := Notice{License: "MIT", files: newGlobs()}
	for i := range mostPatterns + 1 {
		many.files.add(fmt.Sprint(i), "ISC")
	}
	notices := map[string]Notice{"whole": whole, "some": some, "large": large, "forms": forms, "many": many, "empty": {License: "MIT", holds: []string{}}, "none": {}}
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
		{"kept, with an empty list", NewMemory("p", b), "whole", "LICENSE", "empty", 0},
		{"of several works", NewMemory("p", b), "whole", "LICENSE", "large", 1},
		{"with expressions", NewMemory("p", b), "whole", "LICENSE", "forms", 1},
		{"with many patterns", NewMemory("p", b), "whole", "LICENSE", "many", 1},
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
	}
	text := string(whole.encode())
	for n := range text { // whatever others have written
		for _, x := range []byte{0, 1, 0x7f, 0x80, 0xff} {
			new(Notice).decode(text[:n] + string([]byte{x}) + text[n+1:])
		}
		if n > 0 && new(Notice).decode(text[:n]) {
			t.Errorf("%d bytes of %d are a notice", n, len(text))
		}
		rest := append(NewMemory("p", nil).sum([]byte(text[:n])), text[:n]...)
		NewMemory("p", rest)
	}
}
