// Runs one scenario of the official conformance suite against many servers: node suite.mjs SCENARIO JOBS
//
// JOBS is a file: [{"surface", "url"}]. The suite is a command that ends its process; here its exit is caught, and each run
// gets a fresh copy of the command. One line of JSON each: {"surface", "code", "out"}.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const [scenario, file] = process.argv.slice(2);
const jobs = JSON.parse(readFileSync(file, 'utf8'));
const entry = pathToFileURL(resolve('node_modules/@modelcontextprotocol/conformance/dist/index.js')).href;

const real = process.stdout.write.bind(process.stdout);
const exit = process.exit.bind(process);
let out = '';
for (const level of ['debug', 'log', 'info', 'warn', 'error']) console[level] = (...words) => { out += words.join(' ') + '\n'; };

for (const [i, job] of jobs.entries()) {
  out = '';
  process.argv = ['node', 'conformance', 'server', '--url', job.url, '--scenario', scenario, '--output-dir', 'results'];
  const code = await new Promise((done) => {
    const timer = setTimeout(() => done('no end in time'), 60_000);
    process.exit = (status) => {
      clearTimeout(timer);
      done(status ?? 0);
      return new Promise(() => {}); // what stands after an exit must not run
    };
    import(`${entry}?run=${i}`).catch((error) => { out += String(error); process.exit(2); });
  });
  real(JSON.stringify({ surface: job.surface, code: String(code), out: out.slice(-600) }) + '\n');
}
real('', () => exit(0));
