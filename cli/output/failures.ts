import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { ApiError, exitOf } from '../../core/errors.ts'
import { CliError, exit, Interrupted, type Told, tellApi } from '../errors.ts'
import { fileReason } from '../files/fault.ts'
import { makeFolder } from '../files/folder.ts'
import { PipeClosed } from '../io.ts'
import { stateDir } from '../paths.ts'
import type { World } from '../world.ts'
import { cleanLine } from './clean.ts'

/** How failures are told: as lines for people, or as one JSON object. */
export interface Manner {
  readonly json: boolean
  readonly profile: string
  /** What was said before, and waited for how it ends: part of the object. */
  readonly notes?: readonly string[]
}

function lines(told: Told, code: number): string[] {
  const request = told.requestId ? `（请求编号 ${told.requestId}）` : ''
  const why = told.why || request ? [`原因：${told.why || '服务器拒绝了这次请求'}${request}`] : []
  return [`错误：${told.message}（${code}）`, ...why, ...(told.hint ? [`建议：${told.hint}`] : [])]
}

function tell(world: World, manner: Manner, told: Told, code: number): number {
  if (manner.json) {
    const { message, hint, requestId } = told
    // what is refused for a right says so, and by which
    const more = told.why.startsWith(message) ? told.why : `${message}：${told.why}`
    const whole = told.why ? more : message
    const notes = (manner.notes ?? []).map((text) => cleanLine(text.trimEnd()))
    const error = { code: told.code, message: cleanLine(whole), hint, requestId, ...(notes.length > 0 && { notes }) }
    world.io.err(`${JSON.stringify({ error })}\n`)
  } else for (const line of lines(told, code)) world.io.err(`${cleanLine(line)}\n`)
  return code
}

/** Writes what only a maintainer can use into the log of faults; says where, or nothing if that failed too. */
function keepFault(world: World, error: unknown): string {
  try {
    const dir = stateDir(world.env)
    makeFolder(dir)
    const file = join(dir, 'faults.log')
    const stack = error instanceof Error ? (error.stack ?? error.message) : String(error)
    appendFileSync(file, `${new Date(world.now()).toISOString()} ${stack}\n`, { mode: 0o600 })
    return file
  } catch {
    return ''
  }
}

/** Not what was typed, but the disk: another time it may be well. */
const passing = new Set(['ENOSPC', 'EDQUOT', 'EFBIG', 'EIO', 'EROFS'])
/** What helps against the one, where something does. */
const remedy: Readonly<Record<string, string>> = {
  ENOSPC: '腾出磁盘空间，或换一个位置后再试',
  EDQUOT: '删去不用的文件，或请管理员放宽配额后再试',
}

function tellOther(world: World, manner: Manner, error: unknown): number {
  const { path, code = '' } = (error ?? {}) as { path?: string; code?: string }
  const known = fileReason(error)
  if (known && path)
    return tell(
      world,
      manner,
      { code: 'FILE', message: `${path}：${known}`, why: '', hint: remedy[code] ?? '', requestId: '' },
      passing.has(code) ? exit.unreachable : exit.usage,
    )
  const file = keepFault(world, error)
  const hint = file ? `请把 ${file} 交给维护人员` : '请把以上内容交给维护人员'
  const why = error instanceof Error ? error.message.split('\n')[0] : String(error)
  return tell(
    world,
    manner,
    { code: 'INTERNAL', message: 'xzx 内部故障', why: why ?? '', hint, requestId: '' },
    exit.fault,
  )
}

/** Tells any failure once, on stderr, without a stack; gives the exit code. */
export function report(error: unknown, world: World, manner: Manner): number {
  if (error instanceof PipeClosed) return exit.ok
  if (error instanceof Interrupted) {
    if (manner.json)
      return tell(
        world,
        manner,
        { code: 'STOPPED', message: error.message, why: '', hint: '', requestId: '' },
        error.exit,
      )
    world.io.err(`${error.message}（${error.exit}）\n`)
    return error.exit
  }
  if (error instanceof ApiError) return tell(world, manner, tellApi(error, manner.profile, world.env), exitOf(error))
  if (!(error instanceof CliError)) return tellOther(world, manner, error)
  const { code, message, why, hint } = error
  return tell(world, manner, { code, message, why, hint, requestId: '' }, error.exit)
}
