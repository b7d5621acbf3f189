import { useState } from 'react'
import { undoMinutes } from '../../../core/domain/states.ts'
import { formatTime } from '../../../core/domain/time.ts'
import { undoFollows } from '../../../core/text.ts'
import { keep, kept } from '../../parts/store.ts'
import { type Brief, titleOf } from './calls.ts'

type Titled = Pick<Brief, 'articleId' | 'title' | 'review' | 'version'>

/** What was just done with some articles, as this tab remembers it: it is taken back from any screen, also after a reload. */
export interface Act {
  readonly says: string
  /** What has become of the articles, e.g. 已发布, and the first titles: for the question before it is taken back. */
  readonly done: string
  readonly titles: readonly string[]
  readonly at: number
  /** The articles, and the version of each that it was done to. */
  readonly rows: readonly Pick<Titled, 'articleId' | 'version'>[]
  /** Where they were read, and lie again once it is taken back. */
  readonly from?: string | undefined
}

/** How many acts can be taken back, one after the other. */
const most = 20
const kind = 'acts'
const firstTitles = 3
/** So long an act is on one's mind, in milliseconds: the key alone takes it back. */
const onMind = 20_000

/** What taking it back leads to, where that is seen on the site. */
const seenOutside: Readonly<Record<string, string>> = {
  已发布: undoFollows.published,
  已下架: undoFollows.takenDown,
}
export const submittedSays = '已提交审核'
/** Taking it back takes pages off the site. */
const putOnline = '已发布'

/** 「《甲》已发布」, or how many. */
const actSays = (rows: readonly Titled[], done: string): string =>
  rows.length === 1 && rows[0] ? `《${titleOf(rows[0])}》${done}` : `${rows.length} 篇${done}`

export const actOf = (rows: readonly Titled[], done: string, from?: string): Act => ({
  says: actSays(rows, done),
  done,
  titles: rows.slice(0, firstTitles).map(titleOf),
  at: Date.now(),
  rows: rows.map(({ articleId, version }) => ({ articleId, version })),
  from,
})

/** The acts of this tab that the server still takes back, the latest first. */
export const keptActs = (): readonly Act[] =>
  (kept<readonly Act[]>(kind, '', sessionStorage) ?? []).filter(({ at }) => Date.now() - at < undoMinutes * 60_000)

/** Remembers what was done; null: it cannot be taken back, nor what went before. @returns what can be taken back now */
export function keepAct(act: Act | null): readonly Act[] {
  const acts = act ? [act, ...keptActs()].slice(0, most) : []
  keep(kind, '', acts, sessionStorage)
  return acts
}

/** The question before an act is taken back: what was done when, with which, and what follows. */
export function undoQuestion({ done, titles, rows, at }: Act) {
  const named = `${titles.map((title) => `《${title}》`).join('、')}${rows.length > titles.length ? '等' : ''}`
  const what = `${formatTime(at).slice(11, 16)} 的操作：${named} ${rows.length} 篇${done}`
  const follows = seenOutside[done] ?? (done === submittedSays ? undoFollows.submitted : undoFollows.other)
  return { text: `将撤销 ${what}。${follows}。是否继续？`, ok: '撤销', careful: done in seenOutside }
}

/** The acts that can be taken back, for the screen that shows the last one, and how the one before went. */
export function useActs() {
  const [acts, setActs] = useState(keptActs)
  const [since] = useState(Date.now)
  const [told, setTold] = useState<{ act: Act; says: string } | null>(null)
  return {
    last: acts[0],
    told,
    /** A key alone may take it back: it was done here a moment ago, and nothing leaves the site by it. */
    onMind: ({ at, done }: Act) => at > since && Date.now() - at < onMind && done !== putOnline,
    add(act: Act | null) {
      setActs(keepAct(act))
      setTold(null)
    },
    /** It was taken back, or the server will not do it. */
    drop(act: Act, says: string) {
      const rest = acts.filter((one) => one !== act)
      keep(kind, '', rest, sessionStorage)
      setActs(rest)
      setTold({ act, says })
    },
  }
}
export type Acts = ReturnType<typeof useActs>
