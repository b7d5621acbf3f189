import { existsSync } from 'node:fs'
import { defineConfig, type Plugin } from 'vite'

const worker = 'server/site/worker.ts'

/** What `--help` needs goes into one chunk: each further file costs about a millisecond at every start. */
const atStart =
  /node_modules\/commander\/|\/cli\/(process|run|program|flags|suggest|errors|io|paths|verb|commands\/table)\.ts$|\/core\/errors\.ts$/

const named = /^import \{([^}]+)\} from ['"](node:[\w/]+)['"];?$/gm
const whole = /^import (\w+) from ['"](node:[\w/]+)['"];?$/gm

/**
 * Built-in modules without the loader's facade, which reads every export of theirs (`node:process` opens all
 * three streams): 5 of the 25 ms that an empty program takes.
 */
const builtins: Plugin = {
  name: 'builtins-at-start',
  transform(code, id) {
    if (!atStart.test(id)) return null
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

export default defineConfig({
  logLevel: 'warn',
  clearScreen: false,
  publicDir: false,
  plugins: [builtins],
  ssr: { noExternal: ['commander', 'zod', 'string-width', 'cli-table3', 'conf', 'ajv', 'ajv-formats', 'atomically', 'debounce-fn', 'dot-prop', 'env-paths', 'json-schema-typed', 'semver', 'uint8array-extras', 'undici', /^ajv/] },
  build: {
    ssr: true,
    outDir: 'dist/cli',
    emptyOutDir: true,
    target: 'node22',
    minify: false,
    reportCompressedSize: false,
    rolldownOptions: {
      input: { main: 'cli/main.ts', ...(existsSync(worker) && { 'site-worker': worker }) },
      output: {
        format: 'es',
        entryFileNames: ({ name }) => (name === 'site-worker' ? '[name].mjs' : '[name].js'),
        chunkFileNames: 'chunks/[name]-[hash].js',
        codeSplitting: { groups: [{ name: 'start', test: atStart }] },
        // without comments and blanks, names kept: half the time to compile, and faults can still be read
        minify: { compress: false, mangle: false, codegen: true },
      },
    },
  },
})
