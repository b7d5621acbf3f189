import { useState } from 'react'
import type { AreaName } from '../../../core/contract/areas.ts'
import { undoMinutes } from '../../../core/domain/states.ts'
import { formatTime } from '../../../core/domain/time.ts'
import { keep, kept } from '../store.ts'
import { titled } from '../titled.ts'

/** A row that something was done with. */
export interface Done {
  readonly id: string
  readonly version: number | null
}

/** What was just done with some rows, as this tab remembers it: it is taken back from any screen, also after a reload. */
export interface Act {
  readonly says: string
  /** What has become of the rows, e.g. 已发布, and the first titles: for the question before it is taken back. */
  readonly done: string
  readonly titles: readonly string[]
  readonly at: number
  /** The rows, and the version of each that it was done to. */
  readonly rows: readonly Done[]
  /** Where they were read, and lie again once it is taken back. */
  readonly from?: string | undefined
}

/** What is known of a kind whose moves can be taken back. */
export interface ActKind<R> {
  readonly area: AreaName
  readonly unit: string
  idOf(row: R): string
  /** What a row is called, by what has become of it. */
  titleOf(row: R, done: string): string
  versionOf(row: R): number | null
  /** What taking it back leads to, by what had become of the rows. */
  undone(done: string): string
  /** What is seen on the site, or by whom it is about, when it is taken back: asked about with care. */
  readonly outside?: readonly string[]
  /** Taking these back changes what others read: never by a key alone. */
  readonly online?: readonly string[]
}

/** True where all rows of an act have gone on since: the server takes back only the last step of a row. */
export const isPast = ({ rows }: Act, now: readonly Done[]): boolean => {
  const versions = new Map(now.map(({ id, version }) => [id, version ?? 0]))
  return rows.every(({ id, version }) => version !== null && (versions.get(id) ?? 0) > version + 1)
}

/** How many acts can be taken back, one after the other. */
const most = 20
const store = 'acts'
const firstTitles = 3
/** So long an act is on one's mind, in milliseconds: the key alone takes it back. */
const onMindMs = 20_000

/** The acts of this tab on rows of a kind. */
export function actsOf<R>({ area, unit, idOf, titleOf, versionOf, undone, outside = [], online = [] }: ActKind<R>) {
  const says = (rows: readonly R[], done: string): string =>
    rows.length === 1 && rows[0] ? `${titled(area, titleOf(rows[0], done))}${done}` : `${rows.length} ${unit}${done}`

  const actOf = (rows: readonly R[], done: string, from?: string): Act => ({
    says: says(rows, done),
    done,
    titles: rows.slice(0, firstTitles).map((row) => titleOf(row, done)),
    at: Date.now(),
    rows: rows.map((row) => ({ id: idOf(row), version: versionOf(row) })),
    from,
  })

  /** Those that the server still takes back, the latest first. */
  const keptActs = (): readonly Act[] =>
    (kept<readonly Act[]>(store, area, sessionStorage) ?? []).filter(({ at }) => Date.now() - at < undoMinutes * 60_000)

  const write = (acts: readonly Act[]) => keep(store, area, acts, sessionStorage)

  /** Remembers what was done; null: it cannot be taken back, nor what went before. @returns what can be taken back now */
  const keepAct = (act: Act | null): readonly Act[] => {
    const acts = act ? [act, ...keptActs()].slice(0, most) : []
    write(acts)
    return acts
  }

  /** The question before an act is taken back: what was done when, with which, and what follows. */
  const question = ({ done, titles, rows, at }: Act) => {
    const named = `${titles.map((title) => titled(area, title)).join('、')}${rows.length > titles.length ? '等' : ''}`
    const what = `${formatTime(at).slice(11, 16)} 的操作：${named} ${rows.length} ${unit}${done}`
    return { text: `将撤销 ${what}。${undone(done)}。是否继续？`, ok: '撤销', careful: outside.includes(done) }
  }

  return { area, unit, online, actOf, keptActs, keepAct, write, question }
}
type ActsOf = Pick<
  ReturnType<typeof actsOf>,
  'area' | 'unit' | 'online' | 'keptActs' | 'keepAct' | 'write' | 'question'
>

/** The acts that can be taken back, for the screen that shows the last one, and how the one before went. */
export function useActs({ area, unit, online, keptActs, keepAct, write, question }: ActsOf) {
  const [acts, setActs] = useState(keptActs)
  const [since] = useState(Date.now)
  const [told, setTold] = useState<{ act: Act; says: string } | null>(null)
  return {
    area,
    unit,
    question,
    last: acts[0],
    told,
    /** A key alone may take it back: it was done here a moment ago, and nobody else reads otherwise by it. */
    onMind: ({ at, done }: Act) => at > since && Date.now() - at < onMindMs && !online.includes(done),
    add(act: Act | null) {
      setActs(keepAct(act))
      setTold(null)
    },
    /** It cannot be taken back any more; what was told of another one stands. */
    forget(act: Act, words: string) {
      const rest = acts.filter((one) => one !== act)
      write(rest)
      setActs(rest)
      setTold((before) => before ?? { act, says: words })
    },
    /** It was taken back, or the server will not do it. */
    drop(act: Act, words: string) {
      const rest = acts.filter((one) => one !== act)
      write(rest)
      setActs(rest)
      setTold({ act, says: words })
    },
  }
}
export type Acts = ReturnType<typeof useActs>
