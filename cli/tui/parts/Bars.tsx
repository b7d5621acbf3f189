import type { ReactNode } from 'react'
import { cleanLine } from '../../output/clean.ts'
import { cells, fitTo } from '../../output/width.ts'
import { footerOf } from '../actions.ts'
import { type DeskState, layoutOf, queueName, saidLines, undoText } from '../state/desk.ts'
import { currentRow, idOf } from '../state/list.ts'
import { queryWords, sortLabel } from '../state/views.ts'
import { Line, type Piece } from './lines.tsx'

function countText(state: DeskState): string {
  const { kind, view, list, fresh, loading } = state
  const name = [queueName(state), view.name].filter(Boolean).join(' · ')
  return loading === 'first' ? `${name}  正在读取……` : `${name} ${list.total + (fresh?.more ?? 0)} ${kind.unit}`
}

/** Profile, server, user; view and count. */
export function Header({ state }: { readonly state: DeskState }): ReactNode {
  const { profile, server, user, size } = state
  const who = [profile === 'default' ? '' : profile, server.replace(/^http:\/\//, ''), user].filter(Boolean)
  const name = ` xzx  ${who.join(' · ')}`
  const right = ` ${countText(state)} `
  const left = fitTo(name, size.columns - cells(right))
  return <Line pieces={[{ text: left + right, inverse: true, bold: true }]} />
}

/** Why the current row is in its state, as why an article was rejected, where no preview says it. */
function reasonText(state: DeskState): string {
  const row = currentRow(state.list)
  const { previewWidth } = layoutOf(state)
  const reason = row && previewWidth === 0 ? state.kind.reasonOf(row) : null
  return reason ? `理由：${cleanLine(reason)}` : ''
}

function standing(state: DeskState): string {
  const { kind, list, view, loading, sought, preview } = state
  const { unit } = kind
  const row = currentRow(list)
  const place = row ? `第 ${list.cursor + 1} ${unit} · 编号 ${idOf(row)}` : ''
  const read =
    list.whole || list.rows.length === 0
      ? ''
      : `已读取 ${list.rows.length} ${unit}${list.markAll ? '，其余正在读取' : ''}`
  const range = list.anchor !== null ? '连选中，移动后再按 v 或空格' : ''
  const marks = list.marks.size > 0 ? `已勾选 ${list.marks.size} ${unit}` : ''
  const word = list.word ? `筛选「${list.word}」得 ${list.shown.length} 行` : sought ? `查找「${sought}」（n N）` : ''
  const busy = loading === 'again' ? '正在刷新……' : loading === 'more' && list.markAll ? '正在读取编号……' : ''
  const pane = preview.focus ? '正在看预览，Tab 回到列表' : ''
  return [
    range,
    marks,
    word,
    busy,
    pane,
    place,
    reasonText(state),
    read,
    queryWords(kind, view.query),
    sortLabel(kind, view.sort),
  ]
    .filter(Boolean)
    .join(' · ')
}

/** That the list is no longer what the server has. */
export const freshText = ({ fresh }: DeskState): string =>
  fresh === null ? '' : fresh.count > 0 ? `有 ${fresh.count} 条新内容，按 R 刷新` : '列表已有变化，按 R 刷新'

/** A lost server before a notice before where one stands. */
export function Status({ state }: { readonly state: DeskState }): ReactNode {
  const { lost, notice, size } = state
  const line = (piece: Piece, i = 0) => <Line key={i} pieces={[{ ...piece, text: fitTo(piece.text, size.columns) }]} />
  const said = saidLines(state)
  const color = lost !== null || notice?.bad ? 'red' : 'green'
  if (said.length > 0) return said.map((text, i) => line({ text: ` ${text}`, bold: true, color }, i))
  const told = [undoText(state), freshText(state)].filter(Boolean).join(' · ')
  if (told) return line({ text: ` ${told} · ${standing(state)}`, bold: true })
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
