// Makes of dist/cli and of the packages that it uses a few files in dist/command, which start in half the time that
// hundreds take: see docs/decisions/0006. Runs after tsc, and fails rather than leave a command that would not work.
// `node .ci/bundle.js <folder that has dist>`
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const BASE = resolve(process.argv[2] ?? '.');
const path = (name) => join(BASE, name);
const COMMAND = path('dist/command');

/** Left as they are: servers fork one another by place, and an error of theirs is known by its class, of which there may be one. */
const STAYS = [path('dist/reference/'), path('dist/errors.js')];
const stays = (id) => STAYS.some((place) => id.startsWith(place));

/** Of undici, the client alone. */
const undiciClient = {
  name: 'undici-client',
  resolveId: {
    filter: { id: /^undici$/ },
    handler: () => fileURLToPath(new URL('./undici-client.js', import.meta.url)),
  },
};

/** Whatever a bundler warns of, such as a package that it did not find, ends the build. */
const strict = {
  onLog(level, { message }) {
    if (level === 'warn') throw new Error(message);
  },
};

/** Writes the bundle; the modules that it holds. */
async function bundle() {
  const command = await rolldown({
    cwd: BASE,
    input: { main: path('dist/cli/main.js') },
    platform: 'node',
    external: stays,
    makeAbsoluteExternalsRelative: true,
    plugins: [undiciClient],
    ...strict,
  });
  // Names without a hash, and functions by their own names: a stack trace says the same wherever it comes from.
  const { output } = await command.write({ dir: COMMAND, chunkFileNames: '[name].js', minify: false, comments: false });
  return new Set(output.flatMap(({ modules }) => Object.keys(modules ?? {})));
}

/** All that the servers import of dist, by way of what they import too. */
async function importedByServers() {
  const ids = [];
  const servers = await rolldown({
    input: filesIn(path('dist/reference')).filter((file) => file.endsWith('.js')),
    platform: 'node',
    external: (id) => !/^[./]/.test(id),
    plugins: [{ name: 'seen', moduleParsed: ({ id }) => void ids.push(id) }],
    ...strict,
  });
  await servers.generate();
  return ids;
}

const filesIn = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

/** The folder of the package that a module is of; null for one of ours. */
const packageOf = (id) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id)?.[0] ?? null;

/** Name, version, licence and its text, as the packages that were copied ask of who hands them on. */
function licenceOf(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const texts = readdirSync(folder).filter((file) => /^(licen[cs]e|notice)/i.test(file));
  if (texts.length === 0) throw new Error(`${name} is in the bundle, and has no text of its licence`);
  return [`${name} ${version} (${license})`, ...texts.map((file) => readFileSync(join(folder, file), 'utf8').trim())];
}

const inlined = await bundle();
const twice = (await importedByServers()).filter((id) => inlined.has(id));
if (twice.length > 0) {
  const names = twice.map((id) => relative(path('dist'), id)).join(', ');
  throw new Error(`the servers import what the bundle has a copy of; add it to STAYS in .ci/bundle.js: ${names}`);
}
const packages = [...new Set([...inlined].map(packageOf))].filter((folder) => folder !== null).toSorted();
const licences = packages.map((folder) => licenceOf(folder).join('\n\n'));
writeFileSync(
  join(COMMAND, 'LICENSES.txt'),
  `The files beside this one hold copies of these packages.\n\n${licences.join(`\n\n${'-'.repeat(80)}\n\n`)}\n`,
);
