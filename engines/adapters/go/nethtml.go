// golang.org/x/net/html.

package main

import (
	"os/exec"
	"runtime"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

func main() {
	serve(introduction{
		Hello:    1,
		Engine:   "go",
		Version:  version(),
		Language: "Go",
		Can:      []string{"document", "fragment", "scripting"},
		Cannot: map[string]string{
			"bytes":      "x/net/html takes UTF-8",
			"surrogates": "x/net/html takes UTF-8",
		},
	}, answer)
}

func answer(asked *question) (nodes, error) {
	out := nodes{}
	scripting := html.ParseOptionEnableScripting(asked.Scripting)
	source := strings.NewReader(asked.HTML)
	if asked.Context == nil {
		document, err := html.ParseWithOptions(source, scripting)
		if err != nil {
			return nil, err
		}
		for child := document.FirstChild; child != nil; child = child.NextSibling {
			write(&out, child)
		}
		return out, nil
	}
	namespace, name := context(asked)
	element := &html.Node{Type: html.ElementNode, Data: name, DataAtom: atom.Lookup([]byte(name))}
	if namespace != "html" {
		element.Namespace = namespace
	}
	nodes, err := html.ParseFragmentWithOptions(source, element, scripting)
	if err != nil {
		return nil, err
	}
	for _, node := range nodes {
		write(&out, node)
	}
	return out, nil
}

// write writes a node and what is in it. Deep trees are no reason to recurse.
func write(out *nodes, root *html.Node) {
	for node, depth := root, 0; ; {
		writeOne(out, node, depth)
		if isTemplate(node) {
			// x/net/html has no place for a template's contents but the element itself.
			depth++
			out.add(depth, "content")
		}
		if node.FirstChild != nil {
			node, depth = node.FirstChild, depth+1
			continue
		}
		for {
			if isTemplate(node) {
				depth--
			}
			if node == root {
				return
			}
			if node.NextSibling != nil {
				node = node.NextSibling
				break
			}
			node, depth = node.Parent, depth-1
		}
	}
}

func isTemplate(node *html.Node) bool {
	return node.Type == html.ElementNode && node.Namespace == "" && node.DataAtom == atom.Template
}

func writeOne(out *nodes, node *html.Node, depth int) {
	switch node.Type {
	case html.DoctypeNode:
		ids := map[string]string{}
		for _, attribute := range node.Attr {
			ids[attribute.Key] = attribute.Val
		}
		out.add(depth, "doctype", node.Data, ids["public"], ids["system"])
	case html.CommentNode:
		out.add(depth, "comment", node.Data)
	case html.ElementNode:
		attributes := make([][3]string, 0, len(node.Attr))
		for _, attribute := range node.Attr {
			attributes = append(attributes, [3]string{attribute.Namespace, attribute.Key, attribute.Val})
		}
		namespace := node.Namespace
		if namespace == "" {
			namespace = "html"
		}
		out.add(depth, "element", namespace, node.Data, attributes)
	default:
		out.add(depth, "text", node.Data)
	}
}

// version is that of the package of the system, which the library itself does not tell.
func version() string {
	out, err := exec.Command("dpkg-query", "-W", "-f", "${Version}", "golang-golang-x-net-dev").Output()
	if err != nil {
		return runtime.Version()
	}
	return strings.TrimSpace(string(out))
}
