package conformance_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Lists are the three lists of one surface, as emitted. An absent file is an empty list.
type Lists struct{ Tools, Resources, Prompts []byte }

const emptyList = `{"resultType":"complete","%s":[],"ttlMs":0,"cacheScope":"public"}`

// readLists reads the files that share a prefix: DIR/SURFACE.
func readLists(prefix string) (Lists, error) {
	var lists Lists
	for kind, into := range map[string]*[]byte{"tools": &lists.Tools, "resources": &lists.Resources, "prompts": &lists.Prompts} {
		text, err := os.ReadFile(prefix + "." + kind + ".json")
		switch {
		case err == nil:
			*into = text
		case os.IsNotExist(err):
			*into = fmt.Appendf(nil, emptyList, kind)
		default:
			return lists, err
		}
	}
	return lists, nil
}

// legacy are the protocol revisions that begin with `initialize`, newest first; modern the one without.
var legacy = []string{"2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"}

const modern = "2026-07-28"

// A request is what the stub reads of a JSON-RPC message.
type request struct {
	ID     json.RawMessage `json:"id"`
	Method string          `json:"method"`
	Params struct {
		ProtocolVersion string `json:"protocolVersion"`
	} `json:"params"`
}

// answer is the stub: the whole JSON-RPC response to a message, on one line, or nothing for a notification. The emitted
// bytes go out as they are, line ends and indentation apart; no library comes between.
func (l Lists) answer(message []byte) []byte {
	var r request
	if err := json.Unmarshal(message, &r); err != nil {
		return []byte(`{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"not JSON"}}`)
	}
	if len(r.ID) == 0 {
		return nil
	}
	result := l.result(r)
	if result == nil {
		return fmt.Appendf(nil, `{"jsonrpc":"2.0","id":%s,"error":{"code":-32601,"message":"no method %q"}}`, r.ID, r.Method)
	}
	var line bytes.Buffer
	fmt.Fprintf(&line, `{"jsonrpc":"2.0","id":%s,"result":`, r.ID)
	if err := json.Compact(&line, result); err != nil {
		return fmt.Appendf(nil, `{"jsonrpc":"2.0","id":%s,"error":{"code":-32603,"message":"the artifact is no JSON"}}`, r.ID)
	}
	line.WriteByte('}')
	return line.Bytes()
}

func (l Lists) result(r request) []byte {
	const capabilities = `"capabilities":{"tools":{},"resources":{},"prompts":{}}`
	switch r.Method {
	case "initialize":
		version := r.Params.ProtocolVersion
		if !slices.Contains(legacy, version) {
			version = legacy[0]
		}
		return fmt.Appendf(nil, `{"protocolVersion":%q,%s,"serverInfo":{"name":"stub","version":"1"}}`, version, capabilities)
	case "server/discover":
		return fmt.Appendf(nil, `{"resultType":"complete","supportedVersions":[%q],%s,"ttlMs":0,"cacheScope":"public"}`, modern, capabilities)
	case "ping":
		return []byte(`{}`)
	case "tools/list":
		return l.Tools
	case "resources/list":
		return l.Resources
	case "prompts/list":
		return l.Prompts
	case "resources/templates/list":
		return fmt.Appendf(nil, emptyList, "resourceTemplates")
	}
	return nil
}

// serveLines is the stub over stdio.
func (l Lists) serveLines(in io.Reader, out io.Writer) error {
	lines := bufio.NewReader(in)
	for {
		line, err := lines.ReadBytes('\n')
		if len(bytes.TrimSpace(line)) > 0 {
			if response := l.answer(line); response != nil {
				if _, err := out.Write(append(response, '\n')); err != nil {
					return err
				}
			}
		}
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// ServeHTTP is the stub over streamable HTTP: one JSON answer for one message, no stream.
func (l Lists) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodPost {
		w.WriteHeader(http.StatusMethodNotAllowed)
		return
	}
	message, err := io.ReadAll(io.LimitReader(r.Body, 1<<20))
	if err != nil {
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	response := l.answer(message)
	if response == nil {
		w.WriteHeader(http.StatusAccepted)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	_, _ = w.Write(response)
}

// sdkServer serves the same lists with the Go SDK. The schemas go in raw; the SDK sorts tools by name and orders the keys
// of a tool itself.
func (l Lists) sdkServer() (server *mcp.Server, err error) {
	defer func() {
		if p := recover(); p != nil { // how the SDK refuses a tool
			err = fmt.Errorf("the Go SDK refuses a tool: %v", p)
		}
	}()
	server = mcp.NewServer(&mcp.Implementation{Name: "schemac", Version: "1"}, nil)
	var tools struct{ Tools []rawTool }
	if err := json.Unmarshal(l.Tools, &tools); err != nil {
		return nil, err
	}
	for _, t := range tools.Tools {
		server.AddTool(t.tool(), func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			return nil, fmt.Errorf("this server only lists")
		})
	}
	var resources struct{ Resources []*mcp.Resource }
	if err := json.Unmarshal(l.Resources, &resources); err != nil {
		return nil, err
	}
	for _, r := range resources.Resources {
		server.AddResource(r, nil)
	}
	var prompts struct{ Prompts []*mcp.Prompt }
	if err := json.Unmarshal(l.Prompts, &prompts); err != nil {
		return nil, err
	}
	for _, p := range prompts.Prompts {
		server.AddPrompt(p, nil)
	}
	return server, nil
}

// A rawTool is an emitted tool whose schemas stay bytes.
type rawTool struct {
	Name, Title, Description  string
	InputSchema, OutputSchema json.RawMessage
	Annotations               *mcp.ToolAnnotations
	Meta                      mcp.Meta `json:"_meta"`
}

func (t rawTool) tool() *mcp.Tool {
	tool := &mcp.Tool{Name: t.Name, Title: t.Title, Description: t.Description, InputSchema: t.InputSchema,
		Annotations: t.Annotations, Meta: t.Meta}
	if t.OutputSchema != nil {
		tool.OutputSchema = t.OutputSchema
	}
	return tool
}

// httpServer serves every surface over HTTP: /stub/N and /sdk/N.
func httpServer(surfaces []Surface) (http.Handler, error) {
	var servers []*mcp.Server
	for _, s := range surfaces {
		server, err := s.Lists.sdkServer()
		if err != nil {
			return nil, fmt.Errorf("%s: %w", s.Name, err)
		}
		servers = append(servers, server)
	}
	number := func(path, prefix string) int {
		n, err := strconv.Atoi(strings.TrimPrefix(path, prefix))
		if err != nil || n < 0 || n >= len(surfaces) {
			return -1
		}
		return n
	}
	mux := http.NewServeMux()
	mux.HandleFunc("/stub/", func(w http.ResponseWriter, r *http.Request) {
		if n := number(r.URL.Path, "/stub/"); n >= 0 {
			surfaces[n].Lists.ServeHTTP(w, r)
			return
		}
		http.NotFound(w, r)
	})
	mux.Handle("/sdk/", mcp.NewStreamableHTTPHandler(func(r *http.Request) *mcp.Server {
		if n := number(r.URL.Path, "/sdk/"); n >= 0 {
			return servers[n]
		}
		return nil
	}, &mcp.StreamableHTTPOptions{Stateless: true})) // with sessions it refuses the revision that has none
	return mux, nil
}

// serveAs makes this process a server over stdio: "stub" or "sdk", of the lists with a prefix.
func serveAs(kind, prefix string) error {
	lists, err := readLists(prefix)
	if err != nil {
		return err
	}
	if kind == "stub" {
		return lists.serveLines(os.Stdin, os.Stdout)
	}
	server, err := lists.sdkServer()
	if err != nil {
		return err
	}
	return server.Run(context.Background(), &mcp.StdioTransport{})
}
