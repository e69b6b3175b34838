# All that a developer or CI does. Everything works offline once the modules are downloaded.

GO ?= go
STATICCHECK_VERSION = v0.8.2
FUZZTIME ?= 60s

.PHONY: build test golden bench corpus lint fuzz clean conformance conformance-hosts conformance-harper

build: ## the command, in bin/
	$(GO) build -o bin/schemac ./cmd/schemac

test: ## all tests; never from the cache, which does not know that some run the command itself
	$(GO) test -count=1 ./...

golden: ## rewrite the golden files and generated documents; read the diff before you commit it
	$(GO) test ./golden -run 'TestGolden|TestOrphans' -update
	$(GO) test ./cmd/schemac -update
	$(GO) test ./lint/breaking -update

bench: ## Go benchmarks, then the figures of docs/performance.md (written there)
	$(GO) test ./model/... ./parse/... ./emit/... ./lint/... ./golden -run '^$$' -bench . -benchmem
	SCHEMAC_FIGURES=1 $(GO) test ./golden -run TestFigures -v -update

corpus: ## compile real schemas, where they are at hand, and print how many do
	$(GO) test ./golden -run TestCorpus -v

lint: ## gofmt, go vet, staticcheck
	@test -z "$$(gofmt -l .)" || { gofmt -l .; echo 'run gofmt -w on these files'; exit 1; }
	$(GO) vet ./...
	$(GO) run honnef.co/go/tools/cmd/staticcheck@$(STATICCHECK_VERSION) ./...

fuzz: ## every fuzz target for FUZZTIME each
	@for target in $$(grep -rl '^func Fuzz' --include='*_test.go' . | sort); do \
	  for name in $$(sed -n 's/^func \(Fuzz[A-Za-z0-9_]*\).*/\1/p' $$target); do \
	    echo "$$(dirname $$target) $$name"; \
	    $(GO) test $$(dirname $$target) -run '^$$' -fuzz "^$$name$$" -fuzztime $(FUZZTIME) || exit 1; \
	  done; \
	done

conformance: conformance-hosts conformance-harper ## both of the two below; without npm each says so in a line

conformance-hosts: ## ask MCP clients, LLM hosts and OpenAPI readers about every artifact; needs npm (HOSTS=word asks some, UPDATE=1 rewrites docs/hosts.md)
	cd golden/conformance && SCHEMAC_CONFORMANCE='$(or $(HOSTS),all)' $(GO) test -timeout 15m -run 'TestHosts$$' $(if $(UPDATE),-update)

conformance-harper: ## every answer of a real Harper server against what we say of it; needs npm, takes some minutes (UPDATE=1 rewrites docs/operations.md)
	SCHEMAC_HARPER=1 $(GO) test ./golden/conformance -run 'TestHarper(Operations)?$$' -count=1 -v -parallel 6 -timeout 20m $(if $(UPDATE),-update)
	$(if $(UPDATE),$(GO) test ./golden/conformance -run 'TestOperationsDocument$$' -update)

clean:
	rm -rf bin schemac-out
