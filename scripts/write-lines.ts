import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { finished } from 'node:stream/promises'
import { parseArgs } from 'node:util'

function options() {
  try {
    const { values, positionals } = parseArgs({ options: { out: { type: 'string' } }, allowPositionals: true })
    const count = Number(positionals[0])
    return Number.isInteger(count) && count >= 0 && positionals.length === 1 ? { count, out: values.out } : null
  } catch {
    return null
  }
}

async function write(rows: Iterable<object>, out: NodeJS.WritableStream): Promise<void> {
  for (const row of rows) if (!out.write(`${JSON.stringify(row)}\n`)) await once(out, 'drain')
}

/** Writes as many made rows as the command line asks for as JSON lines, to a file or to stdout. */
export async function writeLines(script: string, rowsOf: (count: number) => Iterable<object>): Promise<void> {
  const given = options()
  if (!given) {
    console.error(`用法：npm run ${script} -- 数量 [--out 文件]`)
    process.exitCode = 2
  } else if (given.out) {
    const file = createWriteStream(given.out)
    await write(rowsOf(given.count), file)
    file.end()
    await finished(file)
  } else {
    process.stdout.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EPIPE') process.exit(0)
      throw error
    })
    await write(rowsOf(given.count), process.stdout)
  }
}
