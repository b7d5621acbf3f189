import { appendFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Trace } from '../../core/client/node.ts'
import { fileReason, ofFile } from '../files/fault.ts'
import type { World } from '../world.ts'

/** `--log FILE`: what an unattended run did, as JSON lines; the last one is the summary. */
export interface RunLog {
  request(trace: Trace): void
  /** Numbers of the run for its summary. */
  sum(fields: object): void
  end(exitCode: number): void
}

/**
 * Opens the log of a run; lines are added to the file. Fails at once where it cannot be written;
 * one that can't be written any more (a full disk) is told once and ends no run.
 */
export function openRunLog(file: string, world: World, command: string): RunLog {
  const path = resolve(world.cwd, file)
  const started = world.now()
  const totals = {}
  let requests = 0
  const add = (level: 'info' | 'error', fields: object) =>
    appendFileSync(path, `${JSON.stringify({ time: new Date(world.now()).toISOString(), level, ...fields })}\n`, {
      mode: 0o600,
    })
  let broken = false
  const write = (level: 'info' | 'error', fields: object) => {
    if (broken) return
    try {
      add(level, fields)
    } catch (error) {
      broken = true
      world.io.err(`注意：${path}：${fileReason(error) ?? (error as Error).message}，以后的运行记录没有写入\n`)
    }
  }
  try {
    add('info', { event: 'start', command, version: world.version, pid: process.pid })
  } catch (error) {
    throw ofFile(path, error)
  }
  return {
    request({ method, path: call, status, ms, requestId, error }) {
      requests += 1
      write(error ? 'error' : 'info', {
        event: 'request',
        method,
        path: call,
        status,
        ms,
        requestId,
        ...(error && { error }),
      })
    },
    sum: (fields) => void Object.assign(totals, fields),
    end: (exitCode) =>
      write(exitCode === 0 ? 'info' : 'error', {
        event: 'summary',
        command,
        exit: exitCode,
        requests,
        ms: world.now() - started,
        ...totals,
      }),
  }
}
