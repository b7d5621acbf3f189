import type { JobState } from '../../core/domain/jobs.ts'
import { diskFull } from '../../core/text.ts'
import { CliError, type ExitCode, exit } from '../errors.ts'

/** The server's words for it: nothing is wrong with what was asked for. */
const full: End = {
  exit: exit.unreachable,
  code: 'UNAVAILABLE',
  says: '未能完成',
  hint: '腾出服务器的磁盘空间后，再次运行同一条命令',
}

interface End {
  readonly exit: ExitCode
  readonly code: string
  readonly says: string
  readonly why?: string
  readonly hint: string
}

const again = '再次运行同一条命令'
/** What a command ends with whose job did not go well. */
const ends: Readonly<Record<Exclude<JobState, 'running' | 'done'>, End>> = {
  failed: { exit: exit.refused, code: 'JOB_FAILED', says: '未能完成', hint: `按上面的原因处理后，${again}` },
  cancelled: { exit: exit.refused, code: 'CANCELLED', says: '已被取消', hint: again },
  lost: {
    ...{ exit: exit.unreachable, code: 'UNAVAILABLE', says: '已中断' },
    ...{ why: '执行它的服务器进程已经退出', hint: again },
  },
}

/**
 * How a job that a command began has ended, as the command's failure; null where it went well, or goes on.
 * @param what what people call it
 * @param says what the job says of its end
 */
export function jobError(what: string, state: JobState, says?: string | null): CliError | null {
  if (state === 'running' || state === 'done') return null
  const { exit: code, says: ended, ...end } = state === 'failed' && says?.includes(diskFull) ? full : ends[state]
  return new CliError(code, `${what}${ended}`, { ...end, ...(says && { why: says }) })
}
