import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseSpan } from '../config/settings.ts'
import type { Context } from '../context.ts'
import { CliError, type ExitCode, exit } from '../errors.ts'
import { uses } from '../flags.ts'
import type { Io } from '../io.ts'
import { cleanLine } from '../output/clean.ts'
import type { FailedItem, World } from '../world.ts'
import type { Ready, Step } from './file.ts'

/** Runs one command line in a world: what `xzx` itself does. */
export type Run = (argv: readonly string[], world: World) => Promise<number>

/** What became of a step. */
export interface Done {
  readonly step: number
  readonly run: string
  /** Null: it was not run, because an earlier one failed. */
  readonly exit: number | null
  /** It was a check that found something: no failure. */
  readonly found?: true
  readonly tries: number
  readonly ms: number
  /** Its error, else the last that it remarked, else the first line of its data and how many there are. */
  readonly says: string
  /** Its items that failed, the first of them where there are many. */
  readonly failed?: readonly FailedItem[]
  /** How many more failed. */
  readonly failedMore?: number
}

/** Failures that may pass: the server was not reached, or somebody else holds the lock. */
const passing: readonly number[] = [exit.unreachable, exit.locked]
const pauseMs = 500
const pauseMaxMs = 60_000
const lineMax = 500
/** A report is read by people: so many failed items of a step are named. */
const failedMax = 100

/** Flags of the job that hold for its steps too, where a step does not say them itself. */
function inherited({ flags }: Context, { knows, words }: Ready['lines'][number]): string[] {
  const own = (name: string) => words.some((word) => word === `--${name}` || word.startsWith(`--${name}=`))
  const given = uses.server.flatMap((name) =>
    flags[name] === undefined || !knows.includes(name) || own(name) ? [] : [`--${name}`, flags[name]],
  )
  const switches = (['verbose', 'debug', 'dryRun'] as const).flatMap((name) =>
    flags[name] ? [name === 'dryRun' ? '--dry-run' : `--${name}`] : [],
  )
  return [...given, ...switches, '--no-input', '--no-color']
}

/** Streams of a step: nobody to ask, and what it says is handed on under its name. `says`: see `Done`. */
function stepIo(ctx: Context, label: string): { io: Io; says: () => string } {
  const heard = { error: '', remark: '', data: '', rows: 0 }
  const linesOf = (text: string) => text.split('\n').filter((line) => line.trim() !== '')
  const io: Io = {
    stdin: Readable.from([]),
    stdinTty: false,
    stdoutTty: false,
    stderrTty: false,
    columns: () => 80,
    rows: () => 24,
    async out(text) {
      const lines = linesOf(String(text))
      heard.data ||= lines[0] ?? ''
      heard.rows += lines.length
    },
    err(text) {
      for (const line of linesOf(text)) {
        heard.remark = line
        if (line.startsWith('错误：')) heard.error = line
        ctx.note(`${label} ${line}`)
      }
    },
  }
  const data = () => (heard.rows > 1 ? `${heard.data} ……共 ${heard.rows} 行` : heard.data)
  return { io, says: () => cleanLine(heard.error || heard.remark || data()).slice(0, lineMax) }
}

/** Says which items of a step failed, and why, and gives them for the report. */
function tellFailed(ctx: Context, label: string, items: readonly FailedItem[]): Pick<Done, 'failed' | 'failedMore'> {
  if (items.length === 0) return {}
  const failed = items.slice(0, failedMax)
  for (const { id, errorCode, errorMsg } of failed)
    ctx.warn(cleanLine(`${label} 失败 ${id}：${errorMsg}（${errorCode}）`))
  const failedMore = items.length - failed.length
  if (failedMore === 0) return { failed }
  ctx.warn(`${label} 另有 ${failedMore} 项失败`)
  return { failed, failedMore }
}

async function runStep(ctx: Context, run: Run, step: Step, line: Ready['lines'][number], label: string) {
  const limit = step.timeout === undefined ? undefined : (parseSpan(step.timeout) ?? undefined)
  const argv = [...inherited(ctx, line), ...line.words]
  for (let tries = 1; ; tries += 1) {
    const { io, says } = stepIo(ctx, label)
    const items: FailedItem[] = []
    const found: Pick<Done, 'found'>[] = []
    const onFound = () => void found.push({ found: true })
    const onFailed = (more: readonly FailedItem[]) => void items.push(...more)
    const over = new AbortController()
    const late = new CliError(exit.unreachable, `超过 ${step.timeout}，已停止`, { code: 'UNAVAILABLE' })
    const timer = limit === undefined ? undefined : setTimeout(() => over.abort(late), limit)
    const signal = AbortSignal.any([ctx.signal, over.signal])
    const code = await run(argv, { ...ctx.world, io, signal, onFailed, onFound, unattended: true }).finally(() =>
      clearTimeout(timer),
    )
    if (over.signal.aborted && !ctx.signal.aborted) return { exit: late.exit, tries, says: late.message }
    if (!passing.includes(code) || tries > step.retry || ctx.signal.aborted)
      return { exit: code, ...found[0], tries, says: says(), ...tellFailed(ctx, label, items) }
    ctx.note(`${label} 第 ${tries} 次没有成功（${code}），稍后再试`)
    await sleep(Math.min(pauseMaxMs, pauseMs * 4 ** (tries - 1)), undefined, { signal: ctx.signal }).catch(
      () => undefined,
    )
  }
}

/** What a step does with the others: one that fails, and a check that finds something, by what the file says of each. */
const stops = ({ exit: code, found }: Pick<Done, 'exit' | 'found'>, { onError, onFound }: Step) =>
  code !== exit.ok && (found ? onFound : onError) === 'stop'

/** Runs the steps of a job in order, and tells what became of each; after one that stops the job, the others are not run. */
export async function* runJob(ctx: Context, run: Run, { steps, lines }: Ready): AsyncGenerator<Done> {
  let stopped = false
  for (const [at, step] of steps.entries()) {
    const about = { step: at + 1, run: step.run }
    if (stopped || ctx.signal.aborted) {
      yield { ...about, exit: null, tries: 0, ms: 0, says: '没有运行' }
      continue
    }
    const label = `[${at + 1}/${steps.length}]`
    ctx.note(`${label} ${step.run}`)
    const started = performance.now()
    const outcome = await runStep(ctx, run, step, lines[at] as Ready['lines'][number], label)
    // without -q the step has said it itself
    if (ctx.flags.quiet && outcome.exit !== exit.ok) ctx.warn(cleanLine(`${label} ${step.run}：${outcome.says}`))
    yield { ...about, ...outcome, ms: Math.round(performance.now() - started) }
    stopped = stops(outcome, step)
  }
}

/**
 * The exit code of a job: of the step that stopped it, be it the last one; else, where it went on, as for a list of which some failed. What a
 * check found is its code where nothing failed, whether the job went on or not.
 */
export function exitOfJob(done: readonly Done[], steps: readonly Step[]): ExitCode {
  const ran = done.filter((one) => one.exit !== null)
  const failed = ran.filter((one) => one.exit !== exit.ok && !one.found)
  const end = ran.at(-1)
  const hides = end?.found && failed.length > 0
  if (end && !hides && stops(end, steps[end.step - 1] as Step)) return end.exit as ExitCode
  const last = failed.at(-1)
  if (last === undefined) return ran.some((one) => one.found) ? exit.found : exit.ok
  return failed.length === done.length ? (last.exit as ExitCode) : exit.partial
}
