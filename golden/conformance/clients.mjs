// Lists every surface with one MCP client library: node clients.mjs PACKAGE ERA TRANSPORT JOBS
//
// JOBS is a file: [{"surface", "server", "transport", "command"?, "url"?}]. For each job one line of JSON is printed:
// the lists as the client hands them to a program, or "error". "warnings" is what the library said on the console.
import { readFileSync } from 'node:fs';

const [pkg, era, , file] = process.argv.slice(2);
const jobs = JSON.parse(readFileSync(file, 'utf8'));
const patience = 30_000;

const identity = { name: 'schemac-conformance', version: '1' };
const library = pkg.endsWith('/client') ? await second() : await first();

async function first() {
  const [{ Client }, { StdioClientTransport }, { StreamableHTTPClientTransport }] = await Promise.all([
    import(`${pkg}/client/index.js`),
    import(`${pkg}/client/stdio.js`),
    import(`${pkg}/client/streamableHttp.js`),
  ]);
  return { client: () => new Client(identity), StdioClientTransport, StreamableHTTPClientTransport, check: () => {} };
}

// The second generation compiles a schema only when the tool is called, so that is done here for every schema.
async function second() {
  const [{ Client, StreamableHTTPClientTransport }, { StdioClientTransport }, { AjvJsonSchemaValidator }] =
    await Promise.all([import(pkg), import(`${pkg}/stdio`), import(`${pkg}/validators/ajv`)]);
  const versionNegotiation = { mode: era === 'legacy' ? 'legacy' : { pin: era } };
  const check = (tools) => {
    const validator = new AjvJsonSchemaValidator();
    for (const { name, inputSchema, outputSchema } of tools) {
      for (const schema of [inputSchema, outputSchema]) {
        try {
          if (schema) validator.getValidator(schema);
        } catch (error) {
          throw new Error(`${name}: ${error.message}`);
        }
      }
    }
  };
  return { client: () => new Client(identity, { versionNegotiation }), StdioClientTransport, StreamableHTTPClientTransport, check };
}

let warnings = [];
for (const level of ['debug', 'log', 'info']) console[level] = () => {};
for (const level of ['warn', 'error']) console[level] = (...words) => warnings.push(words.map(String).join(' '));

async function list(job) {
  const transport = job.command
    ? new library.StdioClientTransport({ command: job.command[0], args: job.command.slice(1), env: { ...process.env, ...job.env }, stderr: 'ignore' })
    : new library.StreamableHTTPClientTransport(new URL(job.url));
  const client = library.client();
  const options = { timeout: patience };
  try {
    await client.connect(transport, options);
    const { tools } = await client.listTools(undefined, options);
    const { resources } = await client.listResources(undefined, options);
    const { prompts } = await client.listPrompts(undefined, options);
    library.check(tools);
    return { tools, resources, prompts };
  } finally {
    await client.close();
  }
}

function within(promise, what) {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what}: no answer in time`)), 2 * patience);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

for (const job of jobs) {
  warnings = [];
  let result;
  try {
    result = await within(list(job), 'list');
  } catch (error) {
    result = { error: String(error.message ?? error) };
  }
  const { surface, server, transport } = job;
  process.stdout.write(JSON.stringify({ surface, server, transport, ...result, warnings }) + '\n');
}
process.stdout.write('', () => process.exit(0));
