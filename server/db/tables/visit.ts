import { int, table } from '../table.ts'

/** How many visitors the site had on a day: days since 1970-01-01 in Asia/Shanghai. Who they were is nowhere. */
export const visitDay = table({ name: 'visitDay', columns: { day: int(), n: int() }, scope: 'all' })

declare module '../tables.ts' {
  interface Tables {
    visitDay: typeof visitDay
  }
}
