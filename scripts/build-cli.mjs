// Bundles the command line and the server into dist/cli: `npm ci` (prepare), `npm start` when stale, the first `npx xzx`.
import { existsSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { freshness, remember } from './stale.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** Builds beside the old bundle and then takes its place, so that a program that starts meanwhile finds a whole one. */
export async function build({ quiet = false } = {}) {
  const state = freshness(root)
  const { build: bundle } = await import('vite')
  const dist = join(root, 'dist')
  const fresh = join(dist, `.cli-${process.pid}`)
  const old = join(dist, `.old-${process.pid}`)
  await mkdir(dist, { recursive: true })
  const { NODE_ENV } = process.env
  // in a test or development environment the screens would be made for React's development build, which is not what runs them
  process.env.NODE_ENV = 'production'
  try {
    await bundle({
      root,
      configFile: join(root, 'vite.cli.config.ts'),
      configLoader: 'native',
      logLevel: quiet ? 'silent' : 'warn',
      build: { outDir: fresh },
    })
    remember(fresh, state)
    await rm(join(dist, '.cache'), { recursive: true, force: true })
    await rename(join(dist, 'cli'), old).catch(() => undefined)
    // two builds at once: whichever is first takes the place, both are made from the same sources
    await rename(fresh, join(dist, 'cli')).catch((error) => {
      if (!existsSync(join(dist, 'cli', 'main.js'))) throw error
    })
  } finally {
    if (NODE_ENV === undefined) delete process.env.NODE_ENV
    else process.env.NODE_ENV = NODE_ENV
    await rm(fresh, { recursive: true, force: true })
    await rm(old, { recursive: true, force: true })
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  build().catch((error) => {
    console.error(`命令行未能打包，将直接从源码运行：${error.message}`)
    process.exitCode = process.env.npm_lifecycle_event === 'prepare' ? 0 : 1
  })
