import type { Context } from '../context.ts'

/** Progress of a long run: a moving line on a terminal, else a line per 10 % or 30 s; nothing with `-q`. */
export interface Progress {
  /** So many are finished now. */
  at(finished: number, remark?: string): void
  total(total: number): void
  /** Takes the moving line away, so that other lines can be written. */
  end(): void
}

const quietMs = 30_000
const silent: Progress = { at: () => undefined, total: () => undefined, end: () => undefined }

interface State {
  readonly says: string
  total: number
}

const lineOf = (state: State, finished: number, remark: string) => {
  const { says, total } = state
  const share = total > 0 ? `${finished}/${total}（${Math.floor((finished / total) * 100)}%）` : String(finished)
  return `${says} ${share}${remark ? `，${remark}` : ''}`
}

/** Lines for a log: at each tenth, or when nothing was said for half a minute. */
function plainProgress(ctx: Context, state: State): Progress {
  let tenth = 0
  let last = ctx.world.now()
  return {
    at(finished, remark = '') {
      const reached = state.total > 0 ? Math.floor((finished / state.total) * 10) : 0
      if (reached <= tenth && ctx.world.now() - last < quietMs) return
      tenth = Math.max(tenth, reached)
      last = ctx.world.now()
      ctx.note(lineOf(state, finished, remark))
    },
    total(total) {
      state.total = total
    },
    end: () => undefined,
  }
}

async function movingProgress(state: State): Promise<Progress> {
  const { default: ora } = await import('ora')
  const spinner = ora({ text: state.says, stream: process.stderr, discardStdin: false }).start()
  return {
    at(finished, remark = '') {
      spinner.text = lineOf(state, finished, remark)
    },
    total(total) {
      state.total = total
    },
    end: () => void spinner.stop(),
  }
}

/** Opens the progress of a run; `total` 0 when it isn't known yet. */
export async function progress(ctx: Context, says: string, total = 0): Promise<Progress> {
  if (ctx.flags.quiet) return silent
  const state: State = { says, total }
  // a terminal that says it is 0 wide keeps the spinner counting its lines for ever
  const wide = (process.stderr.columns ?? 80) > 0
  const moving = ctx.io.stderrTty && wide && !ctx.flags.verbose && !ctx.flags.debug
  return moving ? movingProgress(state) : plainProgress(ctx, state)
}
