// Bundles the console into dist/web, every file also compressed: `npm ci` (prepare), `npm start` when stale, the browser tests.
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { freshness, isStale, remember } from './stale.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const compressed = /\.(js|css|html|svg|json)$/
const worthIt = 1024
const patienceMs = 180_000

/** Writes FILE.br and FILE.gz beside each text file. */
async function compressAll(folder) {
  const entries = await readdir(folder, { recursive: true })
  const one = async (name) => {
    const file = join(folder, name)
    const bytes = await readFile(file)
    if (bytes.length < worthIt) return
    const params = { [constants.BROTLI_PARAM_QUALITY]: 10, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
    await writeFile(`${file}.br`, await promisify(brotliCompress)(bytes, { params }))
    await writeFile(`${file}.gz`, await promisify(gzip)(bytes, { level: 9 }))
  }
  await Promise.all(entries.filter((name) => compressed.test(name)).map(one))
}

async function make(state, quiet) {
  // a test or development environment would put the slow development builds of the libraries in
  process.env.NODE_ENV = 'production'
  const { build: bundle } = await import('vite')
  const dist = join(root, 'dist')
  const fresh = join(dist, `.web-${process.pid}`)
  const old = join(dist, `.old-web-${process.pid}`)
  try {
    await bundle({
      root: join(root, 'web'),
      configFile: join(root, 'vite.web.config.ts'),
      configLoader: 'native',
      logLevel: quiet ? 'silent' : 'warn',
      build: { outDir: fresh },
    })
    await compressAll(fresh)
    remember(fresh, state)
    await rename(join(dist, 'web'), old).catch(() => undefined)
    await rename(fresh, join(dist, 'web'))
  } finally {
    await rm(fresh, { recursive: true, force: true })
    await rm(old, { recursive: true, force: true })
  }
}

/** Runs the work while no other process does; one that died long ago is not waited for. */
async function alone(work) {
  const lock = join(root, 'dist', '.web-lock')
  await mkdir(dirname(lock), { recursive: true })
  for (;;) {
    const mine = await mkdir(lock).then(
      () => true,
      () => false,
    )
    if (mine) break
    const since = await stat(lock).then(
      (found) => found.mtimeMs,
      () => Date.now(),
    )
    if (Date.now() - since > patienceMs) await rm(lock, { recursive: true, force: true })
    else await pause(100)
  }
  try {
    await work()
  } finally {
    await rm(lock, { recursive: true, force: true })
  }
}

/** Builds beside the old bundle and then takes its place; does nothing where the bundle is as its sources are. */
export async function buildConsole({ quiet = false } = {}) {
  if (!isStale(root, 'web')) return
  await alone(async () => {
    if (isStale(root, 'web')) await make(freshness(root, 'web'), quiet)
  })
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  buildConsole().catch((error) => {
    console.error(`管理界面未能打包，暂时只能使用命令行：${error.message}`)
    process.exitCode = process.env.npm_lifecycle_event === 'prepare' ? 0 : 1
  })
