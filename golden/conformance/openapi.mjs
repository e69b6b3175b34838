// What readers of OpenAPI make of the documents: node openapi.mjs OUT JOBS
//
// JOBS is a file: [{"surface", "document"}]. Generated code goes to OUT, a folder for each surface, to be type-checked.
// One line of JSON a reader and surface: {"host", "surface", "tools"?} or "error".
import { mkdirSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import openapiTS, { astToString } from 'openapi-typescript';
import { createClient } from '@hey-api/openapi-ts';
import { getToolsFromOpenApi } from 'openapi-mcp-generator';

const [out, file] = process.argv.slice(2);
const jobs = JSON.parse(readFileSync(file, 'utf8'));
const real = process.stdout.write.bind(process.stdout);
for (const level of ['debug', 'log', 'info', 'warn', 'error']) console[level] = () => {};

const hosts = {
  'openapi-typescript': async (job, dir) => {
    writeFileSync(join(dir, 'types.ts'), astToString(await openapiTS(pathToFileURL(job.document))));
  },
  '@hey-api/openapi-ts': async (job, dir) => {
    await createClient({ input: job.document, output: join(dir, 'client'), logs: { level: 'silent', file: false } });
    for (const part of ['client', 'core']) share(join(dir, 'client', part));
  },
  'openapi-mcp-generator': async (job) => {
    const tools = await getToolsFromOpenApi(job.document, { dereference: true });
    return tools.map(({ name, description, inputSchema }) => ({ name, description, schema: finite(inputSchema) }));
  },
};

// A folder that is the same for every document is type-checked once: the others become links to the first.
const first = new Map();
function share(folder) {
  const text = readdirSync(folder).sort().map((name) => name + readFileSync(join(folder, name), 'utf8')).join('');
  if (!first.has(text)) {
    first.set(text, folder);
    return;
  }
  rmSync(folder, { recursive: true });
  symlinkSync(first.get(text), folder, 'junction');
}

// The generator itself writes {} for a schema that holds itself.
function finite(schema) {
  try {
    return JSON.parse(JSON.stringify(schema));
  } catch {
    return {};
  }
}

for (const [host, read] of Object.entries(hosts)) {
  for (const job of jobs) {
    const dir = join(out, String(job.surface));
    mkdirSync(dir, { recursive: true });
    let result;
    try {
      result = { tools: await read(job, dir) };
    } catch (error) {
      result = { error: String(error?.stack ?? error) };
    }
    real(JSON.stringify({ host, surface: job.surface, ...result }) + '\n');
  }
}
real('', () => process.exit(0));
