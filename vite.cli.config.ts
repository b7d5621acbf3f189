import { existsSync } from 'node:fs'
import { defineConfig, type Plugin } from 'vite'

/** The files that run as threads, or as processes of their own, by their names beside the bundle. */
const threads = {
  'site-worker': 'server/site/worker.ts',
  'finder-worker': 'server/site/finder/worker.ts',
  'work-thread': 'server/work/thread.ts',
  'voice-engine': 'server/voice/engine.ts',
}

/** What `--help` needs goes into one chunk: each further file costs about a millisecond at every start. */
const atStart =
  /node_modules\/commander\/|\/cli\/(process|run|program|flags|suggest|errors|io|paths|verb|commands\/table)\.ts$|\/core\/errors\.ts$/

const named = /^import \{([^}]+)\} from ['"](node:[\w/]+)['"];?$/gm
const whole = /^import (\w+) from ['"](node:[\w/]+)['"];?$/gm

/** What every call to a server needs besides, likewise in one. */
const atCall =
  /node_modules\/(zod|env-paths|is-safe-filename)\/|\/core\/(text|chunks|domain\/(time|enums))\.ts$|\/core\/contract\/(areas|endpoint|meta|shared|wire)\.ts$|\/core\/client\/(attempts|client|faults|node|plain-wire|prepare|reply|request|rows|wire|words|changes)\.ts$|\/cli\/(context|config\/\w+|areas\/span|files\/fault|bulk\/ids|output\/(clean|columns|listing|plain|write))\.ts$/

/** What runs before the answer of a plain command is there. */
const ours = /\/(cli|core)\/[^?]*\.tsx?$|node_modules\/(commander|env-paths|is-safe-filename)\//

/**
 * Built-in modules without the loader's facade, which reads every export of theirs (`node:process` opens all
 * three streams): 5 of the 25 ms that an empty program takes.
 */
const builtins: Plugin = {
  name: 'builtins-at-start',
  transform(code, id) {
    if (!ours.test(id)) return null
    const get = (module: string) => `process.getBuiltinModule('${module}')`
    return code
      .replace(/^import process from ['"]node:process['"];?$/m, '')
      .replace(/^import childProcess from ['"]node:child_process['"];?$/m, 'const childProcess = undefined')
      .replace(
        named,
        (_, names: string, module: string) => `const {${names.replaceAll(' as ', ': ')}} = ${get(module)}`,
      )
      .replace(whole, (_, name: string, module: string) => `const ${name} = ${get(module)}`)
  },
}

/**
 * Libraries that go into the bundle: those that every command needs, because hundreds of small files are slow to
 * find and read (measured for `xzx article --help`: 4.1 × bare node's time, bundled 2.6 ×). Others load from node_modules.
 */
const bundled = [
  ...[
    'commander',
    'zod',
    'undici',
    'conf',
    'ajv',
    'ajv-formats',
    'fast-deep-equal',
    'fast-uri',
    'json-schema-traverse',
  ],
  ...['atomically', 'debounce-fn', 'dot-prop', 'env-paths', 'is-safe-filename', 'semver', 'uint8array-extras'],
  // the threads that make the site's pages load little but these two, of which kysely alone is 250 files
  ...['kysely', 'liquidjs'],
]

export default defineConfig({
  logLevel: 'warn',
  clearScreen: false,
  publicDir: false,
  plugins: [builtins],
  ssr: { noExternal: bundled },
  build: {
    ssr: true,
    outDir: 'dist/cli',
    emptyOutDir: true,
    target: 'node22',
    minify: false,
    reportCompressedSize: false,
    rolldownOptions: {
      input: { main: 'cli/main.ts', ...(existsSync('server') && threads) },
      output: {
        format: 'es',
        entryFileNames: ({ name }) => (Object.hasOwn(threads, name) ? '[name].mjs' : '[name].js'),
        chunkFileNames: 'chunks/[name]-[hash].js',
        codeSplitting: {
          groups: [
            { name: 'start', test: atStart, priority: 2 },
            { name: 'call', test: atCall, priority: 1 },
          ],
        },
        // without comments and blanks, names kept: half the time to compile, and faults can still be read
        minify: { compress: false, mangle: false, codegen: true },
      },
    },
  },
})
