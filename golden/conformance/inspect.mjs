// Runs the command line of the Inspector for many servers in one process, as its launcher does for one: node inspect.mjs
// TRANSPORT JOBS. JOBS is a file: [{"surface", "args"}]. One line of JSON each: {"surface", "out", "said", "error"?}.
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { resolve } from 'node:path';

const entry = resolve('node_modules/@modelcontextprotocol/inspector/clients/cli/build/index.js');
const { runCli } = await import(pathToFileURL(entry));
const jobs = JSON.parse(readFileSync(process.argv[3], 'utf8'));

const real = process.stdout.write.bind(process.stdout);
let out = '';
let said = '';
const into = (add) => (text, ...rest) => {
  add(String(text));
  rest.find((r) => typeof r === 'function')?.();
  return true;
};
process.stdout.write = into((text) => { out += text; });
process.stderr.write = into((text) => { said += text; });

function within(promise) {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error('no answer in time')), 60_000);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

for (const job of jobs) {
  out = '';
  said = '';
  let error;
  try {
    await within(runCli(['node', 'inspector', ...job.args]));
  } catch (thrown) {
    error = `${thrown?.exitCode ?? thrown?.code ?? ''} ${thrown?.message ?? thrown}`.trim();
  }
  real(JSON.stringify({ surface: job.surface, out, said, error }) + '\n');
}
real('', () => process.exit(0));
