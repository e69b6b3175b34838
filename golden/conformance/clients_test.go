package conformance_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os/exec"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// A Job is one connection: a surface, which server shows it, and how it is reached.
type Job struct {
	Surface   int               `json:"surface"`
	Server    string            `json:"server"`    // stub or sdk
	Transport string            `json:"transport"` // stdio or HTTP
	Command   []string          `json:"command,omitempty"`
	Env       map[string]string `json:"env,omitempty"`
	URL       string            `json:"url,omitempty"`
}

// jobs are all connections to a surface, for one transport.
func jobs(all []Surface, transport, base, self string) []Job {
	var list []Job
	for _, s := range all {
		for _, server := range []string{"stub", "sdk"} {
			job := Job{Surface: s.Number, Server: server, Transport: transport}
			if transport == "stdio" {
				job.Command = []string{self}
				job.Env = map[string]string{serveVariable: server + " " + s.Prefix}
			} else {
				job.URL = fmt.Sprintf("%s/%s/%d", base, server, s.Number)
			}
			list = append(list, job)
		}
	}
	return list
}

// nodeClients are the client libraries that run in node.
var nodeClients = []struct{ name, pkg, era string }{
	{"@modelcontextprotocol/sdk 1.20.0", "@modelcontextprotocol/sdk-oldest", "legacy"},
	{"@modelcontextprotocol/sdk 1.32.2", "@modelcontextprotocol/sdk", "legacy"},
	{"@modelcontextprotocol/client 2.4.0, legacy", "@modelcontextprotocol/client", "legacy"},
	{"@modelcontextprotocol/client 2.4.0, " + modern, "@modelcontextprotocol/client", modern},
}

// askNodeClient lets one library list everything over one transport.
func (x *Run) askNodeClient(report *Report, pkg, era, transport string) {
	all := jobs(x.surfaces, transport, x.base, x.self)
	err := x.lines("clients.mjs", 4*time.Minute, all, []string{pkg, era, transport}, func(line []byte) error {
		var result struct {
			Job
			listed
			Error    string
			Warnings []string
		}
		if err := json.Unmarshal(line, &result); err != nil {
			return err
		}
		s := x.surfaces[result.Surface]
		var failure error
		if result.Error != "" {
			failure = errors.New(result.Error)
		} else {
			may := tolerance{sorted: result.Server == "sdk"}
			if failure = result.same(s.emitted, may); failure != nil {
				may.untitled = true
				if failure = result.same(s.emitted, may); failure == nil {
					report.find(titlesLost, s.Golden, s.Name)
				}
			}
		}
		report.try(fmt.Sprintf("%s (%s)", s.Name, result.Server), failure)
		for _, warning := range result.Warnings {
			report.find("console: "+warning, s.Golden, s.Name)
		}
		return nil
	})
	report.fail(err)
}

// askGoClient lists everything with the client of the Go SDK.
func (x *Run) askGoClient(report *Report, version, transport string) {
	for _, job := range jobs(x.surfaces, transport, x.base, x.self) {
		s := x.surfaces[job.Surface]
		got, err := x.goList(job, version)
		if err == nil {
			err = got.same(s.emitted, tolerance{sorted: job.Server == "sdk", unsorted: true})
		}
		report.try(fmt.Sprintf("%s (%s)", s.Name, job.Server), err)
	}
}

func (x *Run) goList(job Job, version string) (all listed, err error) {
	ctx, cancel := context.WithTimeout(x.shop.life, 30*time.Second)
	defer cancel()
	var transport mcp.Transport = &mcp.StreamableClientTransport{Endpoint: job.URL, MaxRetries: -1, DisableStandaloneSSE: true}
	if job.Command != nil {
		command := exec.CommandContext(ctx, job.Command[0], job.Command[1:]...)
		command.Env = environment(job.Env)
		transport = &mcp.CommandTransport{Command: command, TerminateDuration: 5 * time.Second}
	}
	client := mcp.NewClient(&mcp.Implementation{Name: "schemac-conformance", Version: "1"}, nil)
	session, err := client.Connect(ctx, transport, &mcp.ClientSessionOptions{ProtocolVersion: version})
	if err != nil {
		return all, err
	}
	defer session.Close()
	for tool, err := range session.Tools(ctx, nil) {
		if all.Tools, err = appendJSON(all.Tools, tool, err); err != nil {
			return all, err
		}
	}
	for resource, err := range session.Resources(ctx, nil) {
		if all.Resources, err = appendJSON(all.Resources, resource, err); err != nil {
			return all, err
		}
	}
	for prompt, err := range session.Prompts(ctx, nil) {
		if all.Prompts, err = appendJSON(all.Prompts, prompt, err); err != nil {
			return all, err
		}
	}
	return all, nil
}

func appendJSON(list []json.RawMessage, value any, err error) ([]json.RawMessage, error) {
	if err != nil {
		return list, err
	}
	text, err := json.Marshal(value)
	return append(list, text), err
}
