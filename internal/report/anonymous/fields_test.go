package anonymous_test

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/chaffinch-search/chaffinch/index/document"
	"github.com/chaffinch-search/chaffinch/internal/report"
	"github.com/chaffinch-search/chaffinch/internal/report/anonymous"
	"github.com/chaffinch-search/chaffinch/internal/report/html"
	"github.com/chaffinch-search/chaffinch/pairs"
)

// shown are the fields that an anonymous report shows as they are. They say what was compared and
// how, or are text of the sources. Dates of units are kept.
const shown = " Report.Unit Report.Sort Report.Linkage Report.Deadline Unit.Looks Unit.Date File.Content File.Language File.Looks Pair.Kind Pair.Looks " +
	"Shared.Kind Shared.Invisible NamePair.A NamePair.B Difference.Kind SharedName.Text SharedComment.Text LanguageSide.Language "

// fill sets every string and time below v to a mark with the name of its field, unless the field
// is shown. Empty lists get two elements.
func fill(v reflect.Value, field string, marks map[string]bool) {
	switch v.Kind() {
	case reflect.String:
		marks[field] = true
		v.SetString("mark" + field)
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fill(v.Elem(), field, marks)
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 2, 2))
		for i := range 2 {
			fill(v.Index(i), field, marks)
		}
	case reflect.Struct:
		if v.Type() == reflect.TypeFor[time.Time]() {
			v.Set(reflect.ValueOf(time.Date(3456, 7, 8, 9, 10, 11, 0, time.UTC)))
			return
		}
		for i := range v.NumField() {
			f := v.Type().Field(i)
			if name := v.Type().Name() + "." + f.Name; f.IsExported() && !strings.Contains(shown, " "+name+" ") {
				fill(v.Field(i), name, marks)
			}
		}
	}
}

// same are the fields of a report that its anonymous result has unchanged.
const same = " Unit MinScore Guarantee MoreWeak Generated GeneratedBest More Uncompared Linkage LinkScore Histogram StandOut " +
	"Skipped Stats Deadline NewPairs Run Sort "

// Every field with a name, or with numbers of units, is masked or left out: also fields that are
// added later. The others are as they were.
func TestMask_ChangesAllButSome(t *testing.T) {
	var r pairs.Report
	all := reflect.ValueOf(&r).Elem()
	fill(all, "Report", map[string]bool{})
	for i := range r.Units {
		r.Units[i].Files = []pairs.File{{}, {}}
	}
	for i := range all.NumField() {
		switch f := all.Field(i); f.Kind() {
		case reflect.Int:
			f.SetInt(1)
		case reflect.Float64:
			f.SetFloat(1)
		case reflect.Bool:
			f.SetBool(true)
		}
	}
	r.Stats.Files, r.Run.Units, r.Skipped = 1, 1, map[document.Reason]int{document.Binary: 1}
	r.Sources, r.Progress = sources{}, func(int, int) {}
	mask := anonymous.New(&r)
	for i := 0; mask.Unit(0) == 0; i++ { // until units change places
		r.Units[0].Files[0].Content = fmt.Sprint(i)
		mask = anonymous.New(&r)
	}
	masked := reflect.ValueOf(mask.Result()).Elem()
	for i := range all.NumField() {
		f := all.Type().Field(i)
		is := f.Name != "Progress" && reflect.DeepEqual(all.Field(i).Interface(), masked.Field(i).Interface())
		if is != strings.Contains(same, " "+f.Name+" ") {
			t.Errorf("the anonymous result has %s unchanged: %t", f.Name, is)
		}
	}
}

type sources struct{ pairs.Sources }

func (sources) Source(string) ([]byte, error) { return []byte("package p\n"), nil }

// Every string and time of a report that names somebody is masked: also in fields that are added
// later.
func TestMask_HidesEveryField(t *testing.T) {
	var r pairs.Report
	marks := map[string]bool{}
	fill(reflect.ValueOf(&r).Elem(), "Report", marks)
	r.Unit, r.Linkage, r.Sources, r.Histogram = "dir", "single", sources{}, make([]int, 100)
	r.Identical, r.NearIdentical, r.NewIdentical, r.Unlisted, r.Baseline = nil, nil, nil, nil, ""
	for i := range r.Units {
		for j := range r.Units[i].Files {
			f := &r.Units[i].Files[j]
			f.Content, f.Language = fmt.Sprint(i, j), "Go"
			f.Boilerplate, f.Ignored, f.Imports, f.Idioms = nil, nil, nil, nil
		}
	}
	r.Clusters = []pairs.Cluster{{Units: []int{0, 1}}}
	r.Pairs, r.SameComments, r.OtherLanguage = r.Pairs[:1], r.SameComments[:1], r.OtherLanguage[:1]
	r.Pairs[0].B.Unit, r.SameComments[0].B.Unit, r.OtherLanguage[0].B.Unit = 1, 1, 1
	r.Weak, r.Beyond = r.Pairs, r.Pairs
	var all strings.Builder
	if err := html.Write(&all, &r, html.Options{Anonymous: true}); err != nil {
		t.Fatal(err)
	}
	masked, err := json.Marshal(anonymous.New(&r).Result())
	if err != nil {
		t.Fatal(err)
	}
	all.Write(masked)
	var packed bytes.Buffer
	if err := report.JPlag(t.Context(), &packed, &r, report.JPlagOptions{Anonymous: true}); err != nil {
		t.Fatal(err)
	}
	z, err := zip.NewReader(bytes.NewReader(packed.Bytes()), int64(packed.Len()))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range z.File {
		in, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		all.WriteString(f.Name + "\n")
		if _, err := io.Copy(&all, in); err != nil {
			t.Fatal(err)
		}
	}
	if len(marks) < 20 {
		t.Errorf("only %d fields are marked", len(marks))
	}
	for field := range marks {
		if strings.Contains(all.String(), "mark"+field) {
			t.Errorf("%s is shown", field)
		}
	}
	if strings.Contains(all.String(), "3456") {
		t.Error("a time is shown")
	}
}
