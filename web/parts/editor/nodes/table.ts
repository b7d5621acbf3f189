import { Extension } from '@tiptap/core'
import {
  TableCell as PlainCell,
  TableHeader as PlainHeader,
  TableRow as PlainRow,
  Table as PlainTable,
} from '@tiptap/extension-table'
import { foot } from '../tidy.ts'

/** How many columns a table's first row spans. */
const widthOf = (cells: readonly { attrs: { colspan?: number } }[]) =>
  cells.reduce((sum, { attrs }) => sum + (attrs.colspan ?? 1), 0)

/** A table that keeps the caption and the widths of columns that an older text gave it. */
export const Table = PlainTable.extend({
  addAttributes() {
    return {
      ...this.parent?.(),
      caption: {
        default: null,
        rendered: false,
        parseHTML: (element) => element.querySelector(':scope > caption')?.textContent?.trim() || null,
      },
      widths: {
        default: [],
        rendered: false,
        parseHTML: (element) =>
          [...element.querySelectorAll<HTMLElement>(':scope > colgroup > col')].map(({ style }) => style.width),
      },
    }
  },
  parseHTML: () => [{ tag: 'table' }, { tag: 'caption', ignore: true }],
  renderHTML({ node, HTMLAttributes }) {
    const widths = node.attrs.widths as string[]
    const fits = widths.some(Boolean) && widths.length === widthOf(node.firstChild?.children ?? [])
    return [
      'table',
      HTMLAttributes,
      ...(node.attrs.caption ? [['caption', node.attrs.caption] as const] : []),
      ...(fits
        ? [['colgroup', ...widths.map((width) => ['col', width ? { style: `width: ${width}` } : {}])] as const]
        : []),
      ['tbody', 0],
    ]
  },
}).configure({ resizable: false, View: null })

/** A row that knows whether it stood in the `<tfoot>`: the editor has one body, and tidy.ts puts it back. */
export const TableRow = PlainRow.extend({
  addAttributes: () => ({
    foot: {
      default: false,
      parseHTML: (element) => element.parentElement?.localName === 'tfoot',
      renderHTML: (attributes) => (attributes.foot ? { [foot]: '' } : {}),
    },
  }),
})

/** Spans as the browser shows them, and not as they are written: the editor has a place for each column that a cell says it spans. */
const spans = {
  colspan: { default: 1, parseHTML: (element: HTMLElement) => (element as HTMLTableCellElement).colSpan },
  rowspan: { default: 1, parseHTML: (element: HTMLElement) => (element as HTMLTableCellElement).rowSpan || 1 },
}
export const TableCell = PlainCell.extend({
  addAttributes() {
    return { ...this.parent?.(), ...spans }
  },
})
export const TableHeader = PlainHeader.extend({
  addAttributes() {
    return { ...this.parent?.(), ...spans }
  },
})

/** What a head stands for, a column or a row: screen readers say it with each cell. */
export const HeadScope = Extension.create({
  name: 'headScope',
  addGlobalAttributes: () => [{ types: ['tableHeader'], attributes: { scope: { default: null } } }],
})
