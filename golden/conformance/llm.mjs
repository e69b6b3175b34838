// What hosts of language models make of tools: node llm.mjs JOBS
//
// JOBS is a file: [{"surface", "url", "tools"}] with the emitted tools.json beside the server that lists it. One line of
// JSON a host and surface: {"host", "surface", "tools": [{"name", "description", "schema", "strict"?}]} or "error".
import { createServer } from 'node:http';
import { readFileSync } from 'node:fs';
import { loadMcpTools } from '@langchain/mcp-adapters';
import { convertToOpenAITool } from '@langchain/core/utils/function_calling';
import { getAllMcpTools } from '@openai/agents-core';
import { createMCPClient } from '@ai-sdk/mcp';
import { GoogleGenAI, mcpToTool } from '@google/genai';

const jobs = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const real = process.stdout.write.bind(process.stdout);
for (const level of ['debug', 'log', 'info', 'warn', 'error']) console[level] = () => {};

// A client as far as the converters use one; each gets its own copy.
const fake = (job) => ({ listTools: async () => JSON.parse(readFileSync(job.tools, 'utf8')) });

async function langchain(job) {
  const tools = await loadMcpTools('server', fake(job));
  return tools.map((tool) => {
    const { name, description, parameters } = convertToOpenAITool(tool).function;
    return { name, description, schema: parameters };
  });
}

async function agents(job) {
  const server = {
    name: `server-${job.surface}`,
    cacheToolsList: false,
    connect: async () => {},
    close: async () => {},
    invalidateToolsCache: async () => {},
    callTool: async () => [],
    listTools: async () => (await fake(job).listTools()).tools,
  };
  const tools = await getAllMcpTools({ mcpServers: [server], convertSchemasToStrict: true });
  return tools.map(({ name, description, parameters, strict }) => ({ name, description, schema: parameters, strict }));
}

async function aiSdk(job) {
  const client = await createMCPClient({ transport: { type: 'http', url: job.url } });
  try {
    const tools = await client.tools();
    return await Promise.all(Object.entries(tools).map(async ([name, { description, inputSchema }]) => (
      { name, description, schema: await inputSchema.jsonSchema })));
  } finally {
    await client.close();
  }
}

// The request that the Gemini SDK sends is caught by a server of this machine.
let sent;
const gemini = createServer((request, response) => {
  const parts = [];
  request.on('data', (part) => parts.push(part));
  request.on('end', () => {
    sent = JSON.parse(Buffer.concat(parts).toString('utf8'));
    response.setHeader('Content-Type', 'application/json');
    response.end('{"candidates":[{"content":{"role":"model","parts":[{"text":"ok"}]}}]}');
  });
});
await new Promise((resolve) => gemini.listen(0, '127.0.0.1', resolve));
const google = new GoogleGenAI({ apiKey: 'none', httpOptions: { baseUrl: `http://127.0.0.1:${gemini.address().port}` } });

async function genai(job) {
  sent = undefined;
  await google.models.generateContent({ model: 'gemini', contents: 'list', config: { tools: [mcpToTool(fake(job))] } });
  return (sent.tools ?? []).flatMap((tool) => tool.functionDeclarations ?? []).map(({ name, description, ...rest }) => (
    { name, description, schema: rest.parametersJsonSchema ?? rest.parameters }));
}

const hosts = {
  '@langchain/mcp-adapters': langchain,
  '@openai/agents-core': agents,
  '@ai-sdk/mcp': aiSdk,
  '@google/genai': genai,
};

function within(promise) {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error('no answer in time')), 30_000);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

for (const [host, convert] of Object.entries(hosts)) {
  for (const job of jobs) {
    let result;
    try {
      result = { tools: await within(convert(job)) };
    } catch (error) {
      result = { error: String(error?.stack ?? error) };
    }
    real(JSON.stringify({ host, surface: job.surface, ...result }) + '\n');
  }
}
real('', () => process.exit(0));
