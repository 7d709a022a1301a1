// The engine protocol for parsers in Go: questions on stdin, answers on stdout, a line of JSON each.

package main

import (
	"bufio"
	"encoding/json"
	"io"
	"log"
	"os"
	"strings"
	"time"
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
	Nodes       *nodes  `json:"nodes,omitempty"`
	Unsupported string  `json:"unsupported,omitempty"`
	Seconds     float64 `json:"seconds"`
}

// serve reads questions and writes what answer gives for each, a tree or why there is none, until stdin ends.
func serve(about introduction, answer func(*question) (nodes, error)) {
	about.Can = append(about.Can, "nodes")
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
			reply.Nodes = &tree
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

// nodes is a tree: its nodes in tree order, each with its depth, its kind and what it holds.
type nodes [][]any

func (n *nodes) add(depth int, kind string, rest ...any) {
	*n = append(*n, append([]any{depth, kind}, rest...))
}
