import { exchanges, runs } from '../../core/text-diff.ts'

/** What a text is made of where two of its versions are compared. */
export type Block =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'image' | 'video'; readonly src: string; readonly alt: string }
  | { readonly kind: 'table'; readonly rows: readonly (readonly string[])[] }

/** Where a line of text ends. */
const lineEnds = 'p,div,h1,h2,h3,h4,h5,h6,li,ul,ol,blockquote,figure,figcaption,caption,pre,hr,br'
const paragraphEnd = '\u2029'
/** A place where a block of its own stood: no text that was parsed holds this character. */
const place = '\0'
/** Cells that reach over more columns or rows than this are taken for a slip. */
const spanMax = 50

const srcOf = (media: Element) => media.getAttribute('src') ?? media.querySelector('source')?.getAttribute('src') ?? ''

/** A picture or video within a table, as it is named there. */
function nameOf(media: Element): string {
  const kind = media.localName === 'img' ? '图片' : '视频'
  const alt = media.getAttribute('alt')
  return `［${kind} ${srcOf(media).split('/').at(-1)}${alt ? `：${alt}` : ''}］`
}

function textOf(cell: Element): string {
  for (const media of cell.querySelectorAll('img,video')) media.replaceWith(nameOf(media))
  for (const end of cell.querySelectorAll(lineEnds)) {
    if (end.localName === 'br') end.replaceWith(paragraphEnd)
    else end.append(paragraphEnd)
  }
  const parts = (cell.textContent ?? '').split(paragraphEnd).map((part) => part.replace(/\s+/g, ' ').trim())
  return parts.filter(Boolean).join('\n')
}

const spanOf = (value: number) => Math.min(Math.max(value || 1, 1), spanMax)

/** What stands in the places that a cell reaches over: no text that was parsed holds these characters. */
export const beside = '\u0001'
export const above = '\u0002'

/** A table's cells in their places: of one that reaches over several the others say so. */
function rowsOf(table: HTMLTableElement): string[][] {
  const grid = [...table.rows].map((): string[] => [])
  for (const [y, row] of [...table.rows].entries()) {
    let x = 0
    for (const cell of row.cells) {
      while (grid[y]?.[x] !== undefined) x += 1
      const text = textOf(cell)
      for (let down = 0; down < spanOf(cell.rowSpan); down++)
        for (let right = 0; right < spanOf(cell.colSpan); right++) {
          const line = grid[y + down]
          if (line) line[x + right] = right > 0 ? beside : down > 0 ? above : text
        }
    }
  }
  return grid.map((row) => Array.from(row, (text) => text ?? ''))
}

/** HTML as its lines, pictures and tables; links with their addresses. */
export function blocksOf(html: string): Block[] {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  for (const link of body.querySelectorAll('a[href]')) {
    const href = link.getAttribute('href') ?? ''
    if (link.textContent !== href) link.append(`［链接 ${href}］`)
  }
  const taken: Block[] = []
  const take = (element: Element, block: Block) =>
    element.replaceWith(`${paragraphEnd}${place}${taken.push(block) - 1}${paragraphEnd}`)
  for (const table of body.querySelectorAll('table'))
    if (!table.parentElement?.closest('table')) take(table, { kind: 'table', rows: rowsOf(table) })
  for (const media of body.querySelectorAll('img,video'))
    take(media, {
      kind: media.localName === 'img' ? 'image' : 'video',
      src: srcOf(media),
      alt: media.getAttribute('alt') ?? '',
    })
  for (const element of body.querySelectorAll(lineEnds)) {
    if (element.localName === 'br') element.replaceWith(paragraphEnd)
    else {
      element.prepend(paragraphEnd)
      element.append(paragraphEnd)
    }
  }
  return (body.textContent ?? '').split(paragraphEnd).flatMap((part): Block[] => {
    if (part.startsWith(place)) return [taken[Number(part.slice(1))] as Block]
    const text = part.replace(/\s+/g, ' ').trim()
    return text ? [{ kind: 'text', text }] : []
  })
}

/** A step from one version to the other: what stayed, or one block that went, came, or became another of its kind. */
export type Step =
  | { readonly kind: 'same'; readonly blocks: readonly Block[] }
  | { readonly kind: 'changed'; readonly before: Block | null; readonly after: Block | null }

/** Lines that stand together, as one. */
function joined(blocks: readonly Block[]): Block[] {
  const out: Block[] = []
  for (const block of blocks) {
    const last = out.at(-1)
    if (block.kind === 'text' && last?.kind === 'text')
      out[out.length - 1] = { kind: 'text', text: `${last.text}\n${block.text}` }
    else out.push(block)
  }
  return out
}

/** What went and what came at one place, each block beside the one of its kind. */
function paired(before: readonly Block[], after: readonly Block[]): Step[] {
  const steps: Step[] = []
  let [i, j] = [0, 0]
  for (const run of runs(
    before.map(({ kind }) => kind),
    after.map(({ kind }) => kind),
  ))
    for (const _ of run.items)
      steps.push({
        kind: 'changed',
        before: run.kind === 'added' ? null : (before[i++] ?? null),
        after: run.kind === 'removed' ? null : (after[j++] ?? null),
      })
  return steps
}

/** What changed between two texts, block by block. */
export function compareBlocks(before: string, after: string): Step[] {
  const keys = (html: string) => blocksOf(html).map((block) => JSON.stringify(block))
  const of = (list: readonly string[]) => list.map((key) => JSON.parse(key) as Block)
  return exchanges(runs(keys(before), keys(after))).flatMap((step) =>
    step.kind === 'same'
      ? [{ kind: 'same', blocks: of(step.items) }]
      : paired(joined(of(step.before)), joined(of(step.after))),
  )
}

/** A row of two tables beside each other: null where one of them has none. */
export interface RowStep {
  readonly before: readonly string[] | null
  readonly after: readonly string[] | null
}
type Table = Extract<Block, { kind: 'table' }>

/** Rows of two tables: the same ones beside each other, in between those that went beside those that came in their place. */
export function rowSteps(before: Table, after: Table): RowStep[] {
  const parse = (keys: readonly string[]) => keys.map((key) => JSON.parse(key) as string[])
  const keys = ({ rows }: Table) => rows.map((row) => JSON.stringify(row))
  return exchanges(runs(keys(before), keys(after))).flatMap((step): RowStep[] => {
    if (step.kind === 'same') return parse(step.items).map((row) => ({ before: row, after: row }))
    const [old, now] = [parse(step.before), parse(step.after)]
    return Array.from({ length: Math.max(old.length, now.length) }, (_, i) => ({
      before: old[i] ?? null,
      after: now[i] ?? null,
    }))
  })
}
