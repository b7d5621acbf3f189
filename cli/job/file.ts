import { resolve } from 'node:path'
import { z } from 'zod'
import { parseSpan } from '../config/settings.ts'
import type { Context } from '../context.ts'
import { badJson, type JsonKind, readJson } from '../files/json-file.ts'
import type { GlobalFlag } from '../flags.ts'
import { operandsOf } from '../program.ts'
import { didYouMean } from '../suggest.ts'
import type { CommandEntry } from '../verb.ts'

const span = z.string().refine((text) => parseSpan(text) !== null, '应为时长，例如 30s、10m')

const step = z.strictObject({
  run: z
    .string('应为命令，例如 generate all --wait')
    .min(1)
    .meta({ title: '命令，不含 xzx，例如 generate all --wait' }),
  onError: z
    .enum(['stop', 'continue'], '只能是 stop 或 continue')
    .default('stop')
    .meta({ title: '失败时停止还是继续' }),
  onFound: z.enum(['stop', 'continue'], '只能是 stop 或 continue').default('continue').meta({
    title: '检查（如 mail overdue、compliance check、log verify、doctor）发现问题时停止还是继续，发现不算失败',
  }),
  retry: z.int('应为整数').min(0).max(10).default(0).meta({ title: '连不上服务器或锁被占用时再试几次' }),
  timeout: span.optional().meta({ title: '这一步最长多久，例如 10m' }),
})
const job = z.strictObject({
  name: z.string('缺少名称').min(1).max(100).meta({ title: '名称，同名的任务不会同时运行' }),
  steps: z.array(step, '应为步骤的列表').min(1, '至少要有一步').max(100).meta({ title: '依次运行的步骤' }),
  report: z.string().optional().meta({ title: '报告写到哪个文件（JSON），{date} 换成日期和时间' }),
})

/** Commands that one after the other do a night's work. */
export type Job = z.infer<typeof job>
export type Step = Job['steps'][number]

/** The form of a job file as JSON Schema, for editors. */
export const jobSchema = () => z.toJSONSchema(job, { io: 'input' })

const kind: JsonKind = { says: '任务文件', code: 'JOB', hint: '运行 xzx job schema 查看格式；没有运行任何一步' }

/** A command line as words: blanks part them, quotes hold them together. Null where a quote is not closed. */
export function wordsOf(line: string): string[] | null {
  const words: string[] = []
  const pieces = /\s+|"((?:[^"\\]|\\.)*)"|'([^']*)'|([^\s"']+)/gy
  let word: string | null = null
  let end = 0
  for (const match of line.matchAll(pieces)) {
    end = match.index + match[0].length
    const [, double, single, bare] = match
    const piece = double?.replace(/\\(.)/g, '$1') ?? single ?? bare
    if (piece !== undefined) word = (word ?? '') + piece
    else if (word !== null) {
      words.push(word)
      word = null
    }
  }
  if (word !== null) words.push(word)
  return end === line.length ? words : null
}

/** What a job must not run: itself, and what waits for a person. */
const notInJobs = ['job', 'ui', 'serve', 'complete']

/** The words of a step. @throws CliError 2 for a command that there is not */
function checkStep(file: string, at: number, { run }: Step, commands: readonly CommandEntry[]): string[] {
  const where = `steps[${at}].run`
  const words = wordsOf(run)
  if (!words) throw badJson(kind, file, where, '引号没有配对')
  if (words[0] === 'xzx') words.shift()
  const name = words.find((word) => !word.startsWith('-')) ?? ''
  const known = commands.filter((one) => !notInJobs.includes(one.name)).map((one) => one.name)
  if (!known.includes(name)) throw badJson(kind, file, where, `没有命令 ${name}${didYouMean(name, known)}`)
  return words
}

/** A step's words, and the global flags that its command knows: those of the job are handed down. */
interface Line {
  readonly words: readonly string[]
  readonly knows: readonly GlobalFlag[]
}

/** A job as it is to be run. */
export interface Ready extends Job {
  readonly lines: readonly Line[]
}

async function lineOf(words: readonly string[], version: string, commands: readonly CommandEntry[]): Promise<Line> {
  const [area, verb] = operandsOf(words, version) ?? []
  const parts = commands.find(({ name }) => name === area)?.load ?? []
  const verbs = (await Promise.all(parts.map((part) => part(verb)))).flatMap((part) => part.verbs)
  const found = verbs.find(({ name }) => name === verb) ?? verbs.find(({ name }) => name === '')
  return { words, knows: found?.knows ?? [] }
}

/** Reads a job file; nothing has been run when it throws. @throws CliError 2 naming file and place */
export async function readJob(ctx: Context, given: string, commands: readonly CommandEntry[]): Promise<Ready> {
  const file = resolve(ctx.world.cwd, given)
  const read = await readJson(ctx, given, kind, job)
  const lines = read.steps.map((one, at) => checkStep(file, at, one, commands))
  return {
    ...read,
    lines: await Promise.all(lines.map((words) => lineOf(words, ctx.world.version, commands))),
  }
}
