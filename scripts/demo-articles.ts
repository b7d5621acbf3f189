import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { finished } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { demoArticles } from '../server/demo/generate.ts'

/** `npm run demo-articles -- N [--out FILE]`: N believable articles as JSON lines, for imports and measurements. */

const usage = '用法：npm run demo-articles -- 数量 [--out 文件]'

function options() {
  try {
    const { values, positionals } = parseArgs({ options: { out: { type: 'string' } }, allowPositionals: true })
    const count = Number(positionals[0])
    return Number.isInteger(count) && count >= 0 && positionals.length === 1 ? { count, out: values.out } : null
  } catch {
    return null
  }
}

async function write(count: number, out: NodeJS.WritableStream): Promise<void> {
  for (const row of demoArticles(count)) if (!out.write(`${JSON.stringify(row)}\n`)) await once(out, 'drain')
}

const given = options()
if (!given) {
  console.error(usage)
  process.exitCode = 2
} else if (given.out) {
  const file = createWriteStream(given.out)
  await write(given.count, file)
  file.end()
  await finished(file)
} else {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(0)
    throw error
  })
  await write(given.count, process.stdout)
}
