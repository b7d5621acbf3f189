import { createContext, useContext, useMemo } from 'react'
import { imagesOf } from '../../core/domain/images.ts'
import { diff, type Piece, stepsFor } from '../../core/text-diff.ts'
import { above, type Block, beside, compareBlocks, rowSteps, type Step } from './blocks.ts'
import { lookChanges, pictureWidths } from './formats.ts'
import { Shown } from './upload/Shown.tsx'

type Media = Extract<Block, { kind: 'image' | 'video' }>
type Table = Extract<Block, { kind: 'table' }>

/** This many lines that stayed are shown on each side of what changed; more of them are folded. */
const around = 2

// biome-ignore-start lint/suspicious/noArrayIndexKey: pieces of one text, drawn anew with it
/** Text with what went struck through and what came underlined. */
export function Marked({ pieces }: { pieces: readonly Piece[] }) {
  return pieces.map(({ kind, text }, i) => {
    if (kind === 'added') return <ins key={i}>{text}</ins>
    return kind === 'removed' ? <del key={i}>{text}</del> : <span key={i}>{text}</span>
  })
}

/** How far each comparison within this text may go. */
const Steps = createContext(stepsFor(1))

function Difference({ before, after }: { before: string; after: string }) {
  const steps = useContext(Steps)
  const pieces = useMemo(() => diff(before, after, steps), [before, after, steps])
  return <Marked pieces={pieces} />
}

function Picture({ media, says = '', tone = '' }: { media: Media; says?: string; tone?: string }) {
  const name = media.alt || (media.kind === 'image' ? '图片' : '视频')
  return (
    <figure className={`pictured ${tone}`}>
      {media.kind === 'image' ? (
        <Shown src={media.src} alt={media.alt} />
      ) : (
        // biome-ignore lint/a11y/useMediaCaption: what staff upload has none
        <video src={media.src} controls preload="metadata" aria-label={name} />
      )}
      <figcaption>
        {says && <b>{says}</b>} {media.alt}
      </figcaption>
    </figure>
  )
}

function Pictures({ before, after }: { before: Media | null; after: Media | null }) {
  if (before && after && before.src === after.src)
    return (
      <figure className="pictured">
        <Shown src={after.src} alt={after.alt} />
        <figcaption>
          说明：
          <Difference before={before.alt} after={after.alt} />
        </figcaption>
      </figure>
    )
  return (
    <div className="pictures">
      {before && <Picture media={before} says={after ? '原来' : '已删除'} tone="gone" />}
      {after && <Picture media={after} says={before ? '现在' : '新增'} tone="new" />}
    </div>
  )
}

/** Pictures that went and that came, and those that stayed, by the addresses in two texts. */
export function ComparePictures({ before, after }: { before: string; after: string }) {
  const [old, now] = [imagesOf(before), imagesOf(after)]
  const drawn = (src: string, says: string, tone: string) => (
    <Picture key={`${tone} ${src}`} media={{ kind: 'image', src, alt: '' }} says={says} tone={tone} />
  )
  return (
    <div className="difference">
      <div className="pictures">
        {old.filter((src) => !now.includes(src)).map((src) => drawn(src, now.length > 0 ? '原来' : '已删除', 'gone'))}
        {now.map((src) =>
          old.includes(src) ? drawn(src, '', '') : drawn(src, old.length > 0 ? '现在' : '新增', 'new'),
        )}
      </div>
    </div>
  )
}

type Text = string | undefined
const isOver = (one: Text) => one === beside || one === above
const textIn = (one: Text) => (one === undefined || isOver(one) ? '' : one)

interface CellProps {
  readonly before: Text
  readonly after: Text
  readonly span: number
}

function Cell({ before, after, span }: CellProps) {
  const [old, now] = [textIn(before), textIn(after)]
  const wide = span > 1 ? { colSpan: span } : {}
  // the rest of a cell of the row above
  if ([before, after].every((one) => one === undefined || one === above)) return <td className="goes-on" {...wide} />
  return old === now ? (
    <td {...wide}>{now}</td>
  ) : (
    <td className="changed" {...wide}>
      <Difference before={old} after={now} />
    </td>
  )
}

/** A row's cells; those that a cell beside them reaches over, in both versions, are part of it. */
function cellsIn(old: readonly string[] = [], now: readonly string[] = []): CellProps[] {
  const cells: CellProps[] = []
  for (let x = 0; x < Math.max(old.length, now.length); x++) {
    const last = cells.at(-1)
    const over = [old[x], now[x]].every((one) => one === undefined || one === beside)
    if (over && last) cells[cells.length - 1] = { ...last, span: last.span + 1 }
    else cells.push({ before: old[x], after: now[x], span: 1 })
  }
  return cells
}

const noTable: Table = { kind: 'table', rows: [] }

/** Both tables in one: a cell that changed holds what went and what came. */
function Tables({ before, after }: { before: Table | null; after: Table | null }) {
  const rows = rowSteps(before ?? noTable, after ?? noTable)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
    <section className="compared-table" tabIndex={0} aria-label="表格的修改">
      {!(before && after) && <b>{before ? '已删除的表格' : '新增的表格'}</b>}
      <table>
        <tbody>
          {rows.map(({ before: old, after: now }, y) => (
            <tr key={y} className={old && now ? undefined : old ? 'gone' : 'new'}>
              {cellsIn(old ?? [], now ?? []).map((cell, x) => (
                <Cell key={x} {...cell} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Plain({ block }: { block: Block }) {
  if (block.kind === 'text') return <p>{block.text}</p>
  if (block.kind === 'table') return <Tables before={block} after={block} />
  return <Picture media={block} />
}

const All = ({ blocks }: { blocks: readonly Block[] }) => blocks.map((block, i) => <Plain key={i} block={block} />)

/** What stayed: the lines beside what changed, the others folded. */
function Same({ blocks, first, last }: { blocks: readonly Block[]; first: boolean; last: boolean }) {
  const from = first ? 0 : around
  const to = blocks.length - (last ? 0 : around)
  if (to - from < around) return <All blocks={blocks} />
  return (
    <>
      <All blocks={blocks.slice(0, from)} />
      <details>
        <summary>未修改的 {to - from} 段</summary>
        <All blocks={blocks.slice(from, to)} />
      </details>
      <All blocks={blocks.slice(to)} />
    </>
  )
}

function Changed({ before, after }: Extract<Step, { kind: 'changed' }>) {
  const kind = (before ?? after)?.kind
  if (kind === 'table') return <Tables before={before as Table | null} after={after as Table | null} />
  if (kind === 'image' || kind === 'video')
    return <Pictures before={before as Media | null} after={after as Media | null} />
  const textOf = (block: Block | null) => (block?.kind === 'text' ? block.text : '')
  return (
    <p>
      <Difference before={textOf(before)} after={textOf(after)} />
    </p>
  )
}

const cellsOf = (block: Block | null) => (block?.kind === 'table' ? block.rows.flat().length : 1)
/** At most so many comparisons are made within these steps. */
const comparisons = (steps: readonly Step[]) =>
  steps.reduce((n, step) => (step.kind === 'same' ? n : n + Math.max(cellsOf(step.before), cellsOf(step.after))), 1)

function OnlyLooks({ before, after }: { before: string; after: string }) {
  const changed = useMemo(() => lookChanges(before, after), [before, after])
  return <p>文字相同，仅格式有变化{changed.length > 0 && `：${changed.join('、')}`}</p>
}

/** What changed in an article's text: lines by their characters, pictures beside each other, tables by their cells. */
export function CompareText({ before, after }: { before: string; after: string }) {
  const steps = useMemo(() => compareBlocks(before, after), [before, after])
  if (steps.every(({ kind }) => kind === 'same')) return <OnlyLooks before={before} after={after} />
  const widths = pictureWidths(before, after)
  return (
    <section className="difference" aria-label="正文的修改">
      <Steps value={stepsFor(comparisons(steps))}>
        {steps.map((step, i) =>
          step.kind === 'same' ? (
            <Same key={i} blocks={step.blocks} first={i === 0} last={i === steps.length - 1} />
          ) : (
            <Changed key={i} {...step} />
          ),
        )}
      </Steps>
      {widths.length > 0 && <p>{widths.join('；')}</p>}
    </section>
  )
}
// biome-ignore-end lint/suspicious/noArrayIndexKey: as above
