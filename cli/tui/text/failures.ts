import { cleanLine } from '../../output/clean.ts'
import { fitTo, wrap } from '../../output/width.ts'
import type { Failed, RunState } from '../state/run.ts'
import { sign } from './status.ts'

const indent = '   '
const deeper = '     '
const titleMax = 30

/** A failed item with its title and its reason, which is told to its end: what to do stands there. */
export function failureLines({ names }: RunState, { id, errorMsg }: Failed, width: number): string[] {
  const title = names.get(id)
  const named = title === undefined ? '' : `${fitTo(title, Math.min(titleMax, Math.floor(width / 3))).trimEnd()}  `
  const lines = wrap(`${sign('✗', 'x')} ${id}  ${named}${cleanLine(errorMsg)}`, width - deeper.length - 1)
  return lines.map((line, i) => `${i === 0 ? indent : deeper}${line}`)
}

/** Lines that all failures take, as far as it matters: no more than asked. */
export function failuresHeight(run: RunState, width: number, most: number): number {
  let lines = 0
  for (const one of run.failed) {
    if (lines >= most) return most
    lines += failureLines(run, one, width).length
  }
  return Math.min(lines, most)
}
