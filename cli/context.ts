import { type AreaClient, clientFor } from '../core/client/client.ts'
import type { NodeOptions, NodeTransport, Trace } from '../core/client/node.ts'
import { proving } from '../core/client/proving.ts'
import { type AreaName, areas, type Contract } from '../core/contract/areas.ts'
import type { Endpoint } from '../core/contract/endpoint.ts'
import { formatTime, parseMoment } from '../core/domain/time.ts'
import type { Config } from './config/load.ts'
import { parseSpan, settingOf } from './config/settings.ts'
import { usage } from './errors.ts'
import { type Flag, type Format, formats, type GlobalFlag, type RawFlags, type Reads, uses } from './flags.ts'
import { type Io, unlessGone } from './io.ts'
import { cleanText, givenLine } from './output/clean.ts'
import type { RunLog } from './output/run-log.ts'
import type { World } from './world.ts'

/** What commands use: streams, flags, config and client; opened when first asked for. */
export interface Context {
  readonly world: World
  readonly io: Io
  readonly flags: RawFlags
  readonly signal: AbortSignal
  /** How data is written; `table` in a pipe means tab-separated unless it was asked for by name. */
  readonly format: Format
  readonly formatGiven: boolean
  readonly fields: readonly string[] | null
  /** The verb has `--ids`. */
  readonly takesIds: boolean
  readonly page: number
  readonly size: number
  readonly limit: number | null
  /** `--since` and `--until` as the contract's times. */
  readonly since: string | undefined
  readonly until: string | undefined
  readonly config: () => Promise<Config>
  readonly transport: () => Promise<NodeTransport>
  /** A further connection, for who is not (yet) the profile's session; to be closed by whoever asked for it. */
  readonly connect: (how: Connection) => Promise<NodeTransport>
  readonly client: <N extends AreaName>(area: N) => Promise<AreaClient<Contract[N]>>
  /** Data. */
  readonly out: (text: string) => Promise<void>
  readonly outBytes: (bytes: Uint8Array) => Promise<void>
  /** A remark on stderr; nothing with `-q`. */
  readonly note: (text: string) => void
  /** A warning on stderr, in any case. */
  readonly warn: (text: string) => void
  /** `--log`; null without it. */
  readonly log: RunLog | null
  /** What a dry run has found that the run itself will end with, beside what was shown. */
  readonly foretold: () => Error | null
  readonly close: () => Promise<void>
}

function wholeFlag(name: string, text: string | undefined, min: number, max: number): number | null {
  if (text === undefined) return null
  if (/^\d+$/.test(text) && Number(text) >= min && Number(text) <= max) return Number(text)
  const range = max === Number.MAX_SAFE_INTEGER ? `不小于 ${min} 的整数` : `${min} 到 ${max} 之间的整数`
  throw usage(`--${name} 应为${range}，收到 ${text}`)
}

function momentFlag(name: 'since' | 'until', text: string | undefined, now: number): string | undefined {
  if (text === undefined) return undefined
  const ms = parseMoment(text, now, name === 'since' ? 'start' : 'end')
  if (ms === null) throw usage(`--${name} 的时间无法识别：${text}`, '例如 2026-11-01、2026-11、7d、1h、today')
  return formatTime(ms)
}

/** `--since` and `--until`; a span that ends before it begins would look like an empty list. */
function spanFlags({ since, until }: RawFlags, now: number) {
  const span = { since: momentFlag('since', since, now), until: momentFlag('until', until, now) }
  if (span.since !== undefined && span.until !== undefined && span.since > span.until)
    throw usage(`--since ${since} 晚于 --until ${until}`, '两者对调后再试')
  return span
}

/** Checks what can be checked without a file or the network. */
function checkFlags(flags: RawFlags): void {
  for (const key of ['format', 'timeout', 'retry', 'concurrency', 'size', 'server'] as const) {
    const value = flags[key]
    const why = value === undefined ? null : settingOf(key)?.wrong(value)
    if (why) throw usage(`--${key} 无效：${givenLine(value ?? '')}`, '', why)
  }
  if (flags.json && flags.format !== undefined && flags.format !== 'json')
    throw usage(`--json 和 --format ${flags.format} 互相矛盾`, '去掉其中一个')
}

const mask = (headers: Readonly<Record<string, string>>) =>
  Object.entries(headers).map(
    ([name, value]) => `  ${name}: ${/^(?:authorization|x-here)$/i.test(name) ? '***' : value}`,
  )

function tracer(io: Io, flags: RawFlags, log: RunLog | null): ((trace: Trace) => void) | undefined {
  const aloud = flags.verbose || flags.debug
  if (!aloud && !log) return undefined
  return (t) => {
    log?.request(t)
    if (!aloud) return
    const result = t.error ? `${t.status || '—'} ${t.error}` : String(t.status)
    io.err(`${t.method} ${t.path} ${result} ${t.ms} ms${t.requestId ? ` ${t.requestId}` : ''}\n`)
    if (flags.debug) io.err(`${mask(t.headers).join('\n')}\n`)
  }
}

/** A connection of its own: as whom, and how patiently. */
export type Connection = Partial<Pick<NodeOptions, 'token' | 'retry' | 'connections' | 'unhurried' | 'here' | 'server'>>

/** What a connection is for: the run, and the verb that is run. */
interface Run {
  readonly world: World
  readonly flags: RawFlags
  readonly log: RunLog | null
  /** The verb's own flags. */
  readonly own: readonly Flag[]
  /** Hears in a dry run that the call itself will ask who is there. */
  readonly proofAhead: (e: Endpoint) => Promise<void>
  readonly note: (text: string) => void
}

/** The one place where connections are made: a dry run gets none that could change anything. */
async function connectTo({ values }: Config, run: Run, how: Connection) {
  const { world, flags, log, own } = run
  const { nodeTransport } = await import('../core/client/node.ts')
  const onTrace = tracer(world.io, flags, log)
  const via = nodeTransport({
    server: values.server.value,
    timeout: parseSpan(values.timeout.value) ?? 30_000,
    retry: Number(values.retry.value),
    connections: Math.max(8, Number(values.concurrency.value)),
    env: world.env,
    ...(onTrace && { onTrace }),
    ...how,
  })
  const safe = flags.dryRun
    ? (await import('./dry-run.ts')).rehearsing(via, run.proofAhead, run.note)
    : hurried(via, world)
  return own.length > 0 ? (await import('./from-contract/typed.ts')).namingFlags(safe, own) : safe
}

/**
 * Calls that read end with the first stop, where they were told to. One that writes is not sent after it; on its way it is waited for, for what the
 * server was told to do shall be known, and its answer be kept. All end with the second stop; of those that write it is said that they may be done.
 */
function hurried(via: NodeTransport, { hurry }: World): NodeTransport {
  return {
    ...via,
    async send(e, input, { signal: stop, ...options } = {}) {
      const writes = e.effect === 'write'
      if (writes) stop?.throwIfAborted()
      const stops = [...(stop && !writes ? [stop] : []), ...(hurry ? [hurry] : [])]
      return via
        .send(e, input, { ...options, ...(stops.length > 0 && { signal: AbortSignal.any(stops) }) })
        .catch((thrown: unknown) => {
          throw hurry?.aborted && writes ? hurry.reason : thrown
        })
    },
  }
}

/** The connection of the profile's session. */
async function openTransport(config: Config, run: Run) {
  const { values, token, foreignIssuer } = config
  if (foreignIssuer !== null) run.note(`注意：已保存的登录属于 ${foreignIssuer}，不会发给 ${values.server.value}`)
  return connectTo(config, run, { token: () => token?.value })
}

/** `make` runs at the first call only. */
function once<T>(make: () => Promise<T>): (() => Promise<T>) & { opened: () => Promise<T> | undefined } {
  let made: Promise<T> | undefined
  const get = () => {
    made ??= make()
    return made
  }
  return Object.assign(get, { opened: () => made })
}

/** `--log`; what it needs is loaded here, because few commands are told to keep one. */
async function openLog(
  file: string,
  ctx: Pick<Context, 'flags' | 'world' | 'note'>,
  command: string,
): Promise<RunLog | null> {
  const { mayWrite } = await import('./files/target.ts')
  if (!(await mayWrite(ctx, file))) return null
  return (await import('./output/run-log.ts')).openRunLog(file, ctx.world, command)
}

/** What works through things, or is one of its kind at a time: it goes on when nobody reads its output any more, and its exit code tells how it went. */
const worksOn: ReadonlySet<GlobalFlag> = new Set<GlobalFlag>([...uses.bulk, ...uses.lock])
const heardOrNot =
  ({ out }: Io): Io['out'] =>
  (text) =>
    out(text).catch(unlessGone)

/**
 * Opens the context of one command; `command` is its name in `--log`.
 * @param held takes what is said on stderr, in its place
 */
export async function openContext(
  world: World,
  flags: RawFlags,
  command: string,
  { withoutConfig, makesProfile, formats: able = formats, flags: own = [], knows = [] }: Reads = {},
  held?: string[],
): Promise<Context> {
  checkFlags(flags)
  const { io } = world
  const holds = held !== undefined && knows.includes('format')
  // what is told may come out of a file or from a server
  const say = (given: string) => {
    const text = cleanText(given)
    const line = text.endsWith('\n') ? text : `${text}\n`
    if (holds) held.push(line)
    else io.err(line)
  }
  const note = (text: string) => (flags.quiet ? undefined : say(text))
  const runLog = flags.log === undefined ? null : await openLog(flags.log, { flags, world, note }, command)
  const { loadConfig } = await import('./config/load.ts')
  const config = once(() => loadConfig(world, flags, makesProfile === true))
  let end: Error | null = null
  const proofAhead = async (e: Endpoint) => {
    end ??= (await import('./prove.ts')).foretellProof(ctx, e)
  }
  const run = { world, flags, log: runLog, own, proofAhead, note }
  const transport = once(async () =>
    proving(await openTransport(await config(), run), async (refusal, e) =>
      (await import('./prove.ts')).prove(ctx, refusal, e),
    ),
  )
  const values = withoutConfig ? null : (await config()).values
  const given = flags.json ? 'json' : (values?.format.value ?? flags.format ?? '')
  const ctx: Context = {
    world,
    io,
    flags,
    signal: world.signal,
    format: (able as readonly string[]).includes(given) ? (given as Format) : 'table',
    formatGiven: given !== '',
    takesIds: knows.includes('ids'),
    fields:
      flags.fields
        ?.split(',')
        .map((f) => f.trim())
        .filter(Boolean) ?? null,
    page: wholeFlag('page', flags.page, 1, 1_000_000) ?? 1,
    size: Number(values?.size.value ?? flags.size ?? 10),
    limit: wholeFlag('limit', flags.limit, 1, Number.MAX_SAFE_INTEGER),
    ...spanFlags(flags, world.now()),
    config,
    transport,
    connect: async (how) => connectTo(await config(), run, how),
    client: async (area) => clientFor((await areas[area].load()) as Contract[typeof area], await transport()),
    out: knows.some((flag) => worksOn.has(flag)) ? heardOrNot(io) : io.out,
    outBytes: io.out,
    note,
    warn: say,
    log: runLog,
    foretold: () => end,
    close: async () => {
      const opened = await transport.opened()?.catch(() => undefined)
      await opened?.close().catch(() => undefined)
    },
  }
  return ctx
}
