import { bulkSays } from '../../../core/text.ts'
import { fitTo } from '../../output/width.ts'
import { type Failed, pace, type RunState } from '../state/run.ts'
import { failureLines } from '../text/failures.ts'
import { sign } from '../text/status.ts'
import type { Drawn } from './draw-dialog.ts'
import type { Piece } from './lines.tsx'

const barWidth = 24

function bar(s: RunState): string {
  const made = Math.round((barWidth * (s.total - s.left.length)) / Math.max(1, s.total))
  return sign('█', '#').repeat(made) + sign('░', '.').repeat(barWidth - made)
}

const restText = (seconds: number) =>
  seconds < 60 ? `约 ${Math.max(1, Math.round(seconds))} 秒` : `约 ${Math.round(seconds / 60)} 分钟`

function heading(s: RunState): string {
  if (s.over) return s.left.length > 0 ? `${s.says}已停止` : `${s.says}结束`
  if (s.stopping) return `${s.says}：做完这一批后停止……`
  return s.pausedAt === null ? `正在${s.says}` : `${s.says}已暂停`
}

function figures(s: RunState, now: number): string {
  const known = s.over ? null : pace(s, now)
  const speed = known ? `，每秒 ${known.speed.toFixed(known.speed < 10 ? 1 : 0)} 项，还需${restText(known.rest)}` : ''
  return `${bulkSays(s.done.length, s.failed.length)}，剩余 ${s.left.length} 项${speed}`
}

/** A bulk run: how far it is, and the failures with their reasons. */
export function drawRun(s: RunState, width: number, height: number, now: number): Drawn {
  const room = Math.max(0, height - 3)
  const shown: string[][] = []
  for (let used = 0, i = s.scroll; i < s.failed.length && used < room; i++) {
    const text = failureLines(s, s.failed[i] as Failed, width)
    shown.push(text)
    used += text.length
  }
  const lines: Piece[][] = [
    [{ text: fitTo(` ${heading(s)}  ${bar(s)} ${s.total - s.left.length}/${s.total}`, width), bold: true }],
    [{ text: fitTo(` ${figures(s, now)}`, width) }],
  ]
  if (s.failed.length > 0) {
    const range = s.failed.length > shown.length ? `（${s.scroll + 1}–${s.scroll + shown.length}，↑↓ 翻看）` : ''
    lines.push([{ text: fitTo(` 失败 ${s.failed.length} 项${range}`, width), color: 'red' }])
  }
  for (const text of shown.flat()) lines.push([{ text: fitTo(text, width) }])
  return { lines: lines.slice(0, height), cursor: null }
}
