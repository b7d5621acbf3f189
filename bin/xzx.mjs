#!/usr/bin/env node
// Goes on in this process when its Node is new enough, else in the one that npm installed beside the project.
const [major, minor] = process.versions.node.split('.').map(Number)

if (major > 22 || (major === 22 && minor >= 19)) await load()
else await again()

/** The bundle; in a clone whose install ran no scripts it is made first, or else the source runs as it is. */
async function load() {
  const { existsSync } = process.getBuiltinModule('node:fs')
  const { fileURLToPath } = process.getBuiltinModule('node:url')
  const built = new URL('../dist/cli/main.js', import.meta.url)
  const source = new URL('../cli/main.ts', import.meta.url)
  if (!existsSync(built) && existsSync(source)) {
    const { build } = await import('../scripts/build-cli.mjs')
    await build({ quiet: true }).catch(() => undefined)
  }
  if (!existsSync(built)) return import(source)
  // compiled code is kept beside the bundle, where that may be written: a tenth less for most commands
  process
    .getBuiltinModule('node:module')
    .enableCompileCache?.(fileURLToPath(new URL('../dist/.cache', import.meta.url)))
  return import(built)
}

/** The same command line in the installed Node; signals and the exit code are handed on. */
async function again() {
  const { spawn } = await import('node:child_process')
  const { fileURLToPath } = await import('node:url')
  const node = await installedNode()
  if (!node) {
    process.stderr.write(
      `错误：当前 Node.js ${process.version} 版本过低，需要 22.19 或更高（70）\n建议：安装 Node.js 24（https://nodejs.org/），或在项目目录重新运行 npm ci\n`,
    )
    process.exitCode = 70
    return
  }
  // glibc keeps what drawing a large picture took, unless large pieces are always mapped by themselves (docs/measurements.md, Under attack)
  const env = { MALLOC_MMAP_THRESHOLD_: '1048576', ...process.env }
  const child = spawn(node, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], { stdio: 'inherit', env })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('error', (error) => {
    process.stderr.write(`错误：无法启动 ${node}：${error.message}（70）\n`)
    process.exitCode = 70
  })
  child.on('exit', (code, signal) => {
    process.exitCode = code ?? { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 }[signal] ?? 70
  })
}

async function installedNode() {
  const { createRequire } = await import('node:module')
  const { dirname, join } = await import('node:path')
  const windows = process.platform === 'win32'
  const name = `node-${windows ? 'win' : process.platform}-${process.arch}`
  try {
    return join(
      dirname(createRequire(import.meta.url).resolve(`${name}/package.json`)),
      'bin',
      windows ? 'node.exe' : 'node',
    )
  } catch {
    return null
  }
}
