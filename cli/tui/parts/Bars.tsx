import type { ReactNode } from 'react'
import { footerOf } from '../actions.ts'
import type { DeskState } from '../state/desk.ts'
import { queryWords, sortLabel } from '../state/views.ts'
import { cells, fitTo } from '../text/width.ts'
import { Line, type Piece } from './lines.tsx'

const countText = ({ view, list, loading }: DeskState) =>
  loading === 'first' ? `${view.name}  正在读取……` : `${view.name} ${list.total} 篇`

/** Profile, server, user; view and count. */
export function Header({ state }: { readonly state: DeskState }): ReactNode {
  const { profile, server, user, size } = state
  const right = ` ${countText(state)} `
  const who = [profile === 'default' ? '' : profile, server, user].filter(Boolean).join(' · ')
  const left = fitTo(` xzx  ${who}`, size.columns - cells(right))
  return <Line pieces={[{ text: left + right, inverse: true, bold: true }]} />
}

function standing({ list, view, loading, sought, preview }: DeskState): string {
  const place = list.shown.length > 0 ? `第 ${list.cursor + 1} 篇` : ''
  const read =
    list.whole || list.rows.length === 0 ? '' : `已读取 ${list.rows.length} 篇${list.markAll ? '，其余正在读取' : ''}`
  const range = list.anchor !== null ? '连选中，移动后再按 v 或空格' : ''
  const marks = list.marks.size > 0 ? `已勾选 ${list.marks.size} 篇` : ''
  const word = list.word ? `筛选「${list.word}」得 ${list.shown.length} 行` : sought ? `查找「${sought}」（n N）` : ''
  const busy = loading === 'again' ? '正在刷新……' : loading === 'more' && list.markAll ? '正在读取编号……' : ''
  const pane = preview.focus ? '正在看预览，Tab 回到列表' : ''
  return [range, marks, word, busy, pane, place, read, queryWords(view.query), sortLabel(view.sort)]
    .filter(Boolean)
    .join(' · ')
}

/** A lost server before a notice before where one stands. */
export function Status({ state }: { readonly state: DeskState }): ReactNode {
  const { lost, notice, size } = state
  const line = (piece: Piece) => <Line pieces={[{ ...piece, text: fitTo(piece.text, size.columns) }]} />
  if (lost !== null) return line({ text: ` 连不上服务器：${lost}`, color: 'red', bold: true })
  if (notice) return line({ text: ` ${notice.text}`, bold: true, color: notice.bad ? 'red' : 'green' })
  return line({ text: ` ${standing(state)}`, dim: true })
}

/** The keys that do something now, as many as there is room for; help and quit always. */
export function Footer({ state }: { readonly state: DeskState }): ReactNode {
  const all = footerOf(state)
  if (all.length === 0) return <Line pieces={[{ text: ' Ctrl+c 立即退出', dim: true }]} />
  const kept = new Set(['?', 'q'])
  const widthOf = ([press, says]: (typeof all)[number]) => cells(press) + cells(says) + 3
  let room =
    state.size.columns - 1 - all.filter(([press]) => kept.has(press)).reduce((sum, one) => sum + widthOf(one), 0)
  const shown = all.filter((one) => {
    if (kept.has(one[0])) return true
    if (room < widthOf(one)) {
      room = 0
      return false
    }
    room -= widthOf(one)
    return true
  })
  const pieces = shown.flatMap(([press, says]): Piece[] => [
    { text: ` ${press}`, bold: true },
    { text: ` ${says} `, dim: true },
  ])
  return <Line pieces={pieces} />
}
