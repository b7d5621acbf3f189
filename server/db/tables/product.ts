import { shownColumns, shownSort } from '../shown-columns.ts'
import { id, int, table, text } from '../table.ts'

/** Products that the county shows. */
export const product = table({
  name: 'product',
  says: '产品',
  unit: '件',
  label: 'title',
  columns: {
    id: id(),
    title: text(),
    company: text().orEmpty,
    /** Whole 万元. */
    money: int().orEmpty,
    image: text().orEmpty,
    contact: text().orEmpty,
    ...shownColumns,
  },
  scope: 'all',
  sort: { ...shownSort, money: 'money' },
})

declare module '../tables.ts' {
  interface Tables {
    product: typeof product
  }
}
