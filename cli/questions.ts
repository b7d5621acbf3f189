import { createInterface } from 'node:readline'
import type { Context } from './context.ts'
import { CliError, exit, Interrupted, usage } from './errors.ts'
import { cleanLine } from './output/clean.ts'

/** From this many items on the count must be typed. */
export const manyItems = 100

/** What a question is about. */
export interface Question {
  /** 「将通过 128 篇文章（《关于…》等）」, without the closing question. */
  readonly text: string
  /** How many items it touches. */
  readonly count: number
  /** Deleting and purging: the count is typed, however small. */
  readonly destructive?: boolean
}

const titleMax = 24

const short = (title: string) => {
  const characters = [...cleanLine(title)]
  return characters.length > titleMax ? `${characters.slice(0, titleMax).join('')}……` : characters.join('')
}

/** The first titles of what a question is about: 「（《…》《…》《…》等）」, nothing without titles. */
export function namedTitles(titles: readonly string[], count: number, area = 'article'): string {
  if (titles.length === 0) return ''
  const [open, shut] = area === 'user' ? '「」' : '《》'
  return `（${titles.map((title) => `${open}${short(title)}${shut}`).join('')}${count > titles.length ? '等' : ''}）`
}

const cancelled = () => new CliError(exit.cancelled, '已取消，没有作任何修改', { code: 'CANCELLED' })

/** Questions are asked only where a person can see and answer them; a run with `--log` is unattended. */
export const canAsk = (ctx: Context): boolean =>
  ctx.io.stdinTty && ctx.io.stderrTty && ctx.flags.input !== false && !ctx.world.env.XZX_NO_INPUT && !ctx.flags.log

/** One line from the terminal; null at its end or when the run is stopped. */
export function askLine(ctx: Context, prompt: string): Promise<string | null> {
  const reader = createInterface({ input: ctx.io.stdin, terminal: false })
  ctx.io.err(prompt)
  return new Promise((resolve, reject) => {
    const stop = () => {
      reject(ctx.signal.reason)
      reader.close()
    }
    ctx.signal.addEventListener('abort', stop, { once: true })
    reader.once('line', (line) => {
      ctx.signal.removeEventListener('abort', stop)
      resolve(line.trim())
      reader.close()
    })
    reader.once('close', () => resolve(null))
  })
}

const yes = new Set(['y', 'yes', '是'])

/**
 * Asks before something is changed; the default is No. `--yes` answers it, and a dry run has nothing to ask: but for a job's, which foretells that
 * its step will find nobody.
 * @throws CliError 6 when the person declines, 2 when nobody can be asked
 */
export async function confirm(ctx: Context, { text, count, destructive }: Question): Promise<void> {
  if (ctx.flags.yes || (ctx.flags.dryRun && !ctx.world.unattended)) return
  if (!canAsk(ctx)) throw usage(`${text}，需要确认`, '确认无误后加 --yes 再运行', '没有可以提问的终端')
  const typed = destructive || count > manyItems
  const answer = typed
    ? await askLine(ctx, `${text}，请输入 ${count} 确认：`)
    : await askLine(ctx, `${text}，是否继续？[y/N] `)
  const agreed = typed ? answer === String(count) : yes.has((answer ?? '').toLowerCase())
  if (!agreed) throw cancelled()
}

/** One line typed without being shown: passwords. */
export async function askHidden(ctx: Context, prompt: string): Promise<string> {
  const { stdin } = ctx.io
  stdin.setRawMode?.(true)
  try {
    ctx.io.err(prompt)
    return await hiddenLine(ctx)
  } finally {
    stdin.setRawMode?.(false)
    stdin.pause()
    ctx.io.err('\n')
  }
}

function hiddenLine(ctx: Context): Promise<string> {
  const { stdin } = ctx.io
  let typed = ''
  return new Promise((resolve, reject) => {
    const end = (act: () => void) => {
      stdin.off('data', read)
      act()
    }
    const read = (chunk: Buffer | string) => {
      for (const c of chunk.toString()) {
        if (c === '\r' || c === '\n') return end(() => resolve(typed))
        if (c === '\u0003') return end(() => reject(new Interrupted('SIGINT')))
        if (c === '\u0004') return end(() => reject(cancelled()))
        if (c === '\u007f' || c === '\b') typed = [...typed].slice(0, -1).join('')
        else if (c >= ' ') typed += c
      }
    }
    stdin.on('data', read)
    stdin.resume()
  })
}
