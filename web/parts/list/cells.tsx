import type { ReactNode } from 'react'
import { wordFor } from '../../../core/contract/meta.ts'
import { parseTime } from '../../../core/domain/time.ts'
import type { SheetColumn } from '../../../core/sheet/columns.ts'
import type { FullColumn } from './useColumns.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** `2026-11-21 09:05:00` → `2026-11-21 09:05`. */
export const shortTime = (time: string | null): string => time?.slice(0, 16) ?? ''

/** 「3 分钟前」; from a month on the date. */
export function ago(time: string | null, now = Date.now()): string {
  const ms = time === null ? null : parseTime(time)
  if (ms === null) return ''
  const past = now - ms
  if (past < minute) return '刚刚'
  if (past < hour) return `${Math.floor(past / minute)} 分钟前`
  if (past < day) return `${Math.floor(past / hour)} 小时前`
  return past < 30 * day ? `${Math.floor(past / day)} 天前` : (time as string).slice(0, 10)
}

/** How long ago, with the full time on hover. */
export const Ago = ({ time }: { time: string | null }) => (
  <time dateTime={time ?? undefined} title={time ?? undefined}>
    {ago(time)}
  </time>
)

const thousands = new Intl.NumberFormat('en-US')
export const number = (value: number): string => thousands.format(value)

/** A value as tables show it, by its kind. */
export function cellText(column: SheetColumn, value: unknown): ReactNode {
  if (value === null || value === undefined || value === '') return ''
  if (column.words) return wordFor(column.words, String(value)) ?? String(value)
  if (column.kind === 'time') return shortTime(String(value))
  if (column.kind === 'number') return number(Number(value))
  return Array.isArray(value) ? value.join('、') : String(value)
}

/** What stands in a row's cell. */
export const contentOf = <R extends object>({ field, sheet, show, text }: FullColumn<R>, row: R): ReactNode =>
  show ? show(row) : (text?.(row) ?? cellText(sheet, row[field]))
