// The engine protocol for parsers in Go: questions on stdin, answers on stdout, a line of JSON each.

package main

import (
	"bufio"
	"encoding/json"
	"io"
	"log"
	"os"
	"sort"
	"strings"
	"time"
	"unicode/utf16"
)

type question struct {
	Hello     *int    `json:"hello"`
	ID        uint64  `json:"id"`
	HTML      string  `json:"html"`
	Context   *string `json:"context"`
	Scripting bool    `json:"scripting"`
}

type introduction struct {
	Hello    int               `json:"hello"`
	Engine   string            `json:"engine"`
	Version  string            `json:"version"`
	Language string            `json:"language"`
	Can      []string          `json:"can"`
	Cannot   map[string]string `json:"cannot"`
}

type answered struct {
	ID          uint64  `json:"id"`
	Tree        *string `json:"tree,omitempty"`
	Unsupported string  `json:"unsupported,omitempty"`
	Seconds     float64 `json:"seconds"`
}

// serve reads questions and writes what answer gives for each, a tree or why there is none, until stdin ends.
func serve(about introduction, answer func(*question) (string, error)) {
	in := bufio.NewReaderSize(os.Stdin, 1<<16)
	out := json.NewEncoder(os.Stdout)
	out.SetEscapeHTML(false)
	for {
		line, err := in.ReadBytes('\n')
		if err == io.EOF {
			return
		}
		check(err)
		var asked question
		check(json.Unmarshal(line, &asked))
		if asked.Hello != nil {
			check(out.Encode(about))
			continue
		}
		start := time.Now()
		reply := answered{ID: asked.ID}
		if tree, err := answer(&asked); err == nil {
			reply.Tree = &tree
		} else {
			reply.Unsupported = err.Error()
		}
		reply.Seconds = time.Since(start).Seconds()
		check(out.Encode(reply))
	}
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

// context is the context element of a question: which of "html", "svg" and "math" it is of, and its local name.
func context(asked *question) (namespace, name string) {
	words := strings.Fields(*asked.Context)
	if len(words) == 1 {
		return "html", words[0]
	}
	return words[0], words[1]
}

// dump writes html5lib's dump. What is in a node comes after it, deeper by one.
type dump struct {
	strings.Builder
}

func (d *dump) line(depth int, parts ...string) {
	if d.Len() > 0 {
		d.WriteByte('\n')
	}
	d.WriteString("| ")
	for ; depth > 0; depth-- {
		d.WriteString("  ")
	}
	for _, part := range parts {
		d.WriteString(part)
	}
}

// attributes writes name and value of each, names with the dump's prefixes, in the order of UTF-16 code units.
func (d *dump) attributes(depth int, attributes [][2]string) {
	units := func(at int) []uint16 { return utf16.Encode([]rune(attributes[at][0])) }
	sort.SliceStable(attributes, func(i, j int) bool {
		a, b := units(i), units(j)
		for at := 0; at < len(a) && at < len(b); at++ {
			if a[at] != b[at] {
				return a[at] < b[at]
			}
		}
		return len(a) < len(b)
	})
	for _, attribute := range attributes {
		d.line(depth+1, attribute[0], `="`, attribute[1], `"`)
	}
}
