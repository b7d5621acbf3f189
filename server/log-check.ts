import type { Kysely } from 'kysely'
import { formatTime } from '../core/domain/time.ts'
import type { Schema } from './db/tables.ts'
import { brokenFrom, rowHash, signHead } from './log.ts'
import type { Anchor } from './log-anchor.ts'
import type { Key } from './secret.ts'

/** The call of a row that records that the database was set back deliberately; its `after` tells `from` which row on. */
export const restoreCall = 'log.accept'

/** What a check found. */
export interface CheckedLog {
  readonly whole: boolean
  /** So many rows were checked … */
  readonly rows: number
  /** … and compared with so many anchors. */
  readonly anchors: number
  /** The first row that does not fit; null when none is, or only the end is missing. */
  readonly brokenAt: number | null
  readonly says: string
}

interface Misfit {
  readonly anchor: Anchor
  /** The row that stands in its place now; null: the log is shorter. */
  readonly id: number | null
}
interface SetBack {
  readonly at: number
  readonly from: number
}

const fromOf = (after: string | null) => Number((JSON.parse(after ?? '{}') as { from?: number }).from)

/** Walks along the anchors while the rows pass. */
function alongAnchors(given: readonly Anchor[]) {
  const anchors = [...given].sort((a, b) => a.rows - b.rows)
  const misfits: Misfit[] = []
  const setBacks: SetBack[] = []
  let next = 0
  return {
    count: anchors.length,
    pass(
      rows: number,
      row: { id: number; at: number; kind: string; call: string; after: string | null; hash: string },
    ) {
      if (row.kind === 'system' && row.call === restoreCall) setBacks.push({ at: row.at, from: fromOf(row.after) })
      for (let anchor = anchors[next]; anchor?.rows === rows; anchor = anchors[++next])
        if (anchor.hash !== row.hash) misfits.push({ anchor, id: row.id })
    },
    /** What does not fit: with a record of why, and without. */
    end() {
      for (const anchor of anchors.slice(next)) misfits.push({ anchor, id: null })
      const told = ({ anchor }: Misfit) => setBacks.some(({ at, from }) => at >= anchor.at && from <= anchor.rows)
      return { recorded: misfits.filter(told), unexplained: misfits.find((misfit) => !told(misfit)), setBacks }
    },
  }
}

function wholeSays(rows: number, anchors: number, recorded: number, setBacks: readonly SetBack[]): string {
  const compared =
    anchors === 0
      ? '没有锚点可以对照'
      : recorded === 0
        ? `与 ${anchors} 个锚点相符`
        : `与其余 ${anchors - recorded} 个锚点相符`
  const last = setBacks.at(-1)
  const back = last ? `；最近一次恢复记录于 ${formatTime(last.at)}` : ''
  const lost = recorded > 0 ? `；${recorded} 个锚点之后的日志已随恢复失去` : ''
  return `共 ${rows} 条日志，哈希链完整，${compared}${lost}${back}`
}

/**
 * Walks the whole chain; flat in memory, and nothing but reads, so that it can be done anywhere.
 * @param anchors what the log was at earlier times; taken before the check begins
 * @param options.unsigned the database is from before heads were signed
 */
export async function checkLog(
  db: Kysely<Schema>,
  key: Key,
  anchors: readonly Anchor[] = [],
  options: { readonly unsigned?: boolean } = {},
): Promise<CheckedLog> {
  const end = await db.selectFrom('logHead').selectAll().executeTakeFirstOrThrow()
  const along = alongAnchors(anchors)
  let previous = ''
  let rows = 0
  let after = 0
  const broken = (brokenAt: number | null, says: string): CheckedLog => ({
    whole: false,
    rows,
    anchors: along.count,
    brokenAt,
    says,
  })
  while (rows < end.rows) {
    // rows that came after the head was read belong to a later check
    const size = Math.min(1000, end.rows - rows)
    const batch = await db.selectFrom('log').selectAll().where('id', '>', after).orderBy('id').limit(size).execute()
    for (const row of batch) {
      if (row.previous !== previous || row.hash !== rowHash(key, previous, row))
        return broken(row.id, `第 ${row.id} 号日志与前一条不衔接，可能被修改或其前有日志被删除`)
      previous = row.hash
      rows += 1
      after = row.id
      along.pass(rows, row)
    }
    if (batch.length < size) break
  }
  if (rows !== end.rows || previous !== end.hash)
    return broken(null, `应有 ${end.rows} 条日志，只找到 ${rows} 条：末尾的日志可能被删除`)
  if (!options.unsigned && end.mac !== signHead(key, end.rows, end.hash)) {
    const from = brokenFrom(end.mac)
    return broken(null, `日志末尾的签名不符：${from ? `第 ${from} 条之前` : '末尾'}可能有日志被删除，末尾的记录被改写`)
  }
  const { recorded, unexplained, setBacks } = along.end()
  if (unexplained) {
    const { anchor, id } = unexplained
    const then = `${formatTime(anchor.at)} 的锚点记有 ${anchor.rows} 条日志`
    return broken(
      id,
      id === null
        ? `${then}，现在只有 ${rows} 条：其后的日志被删除，或数据库被换成了旧的`
        : `${then}，其中末条与现在的第 ${id} 号日志不同：当时的日志被换掉了，或数据库曾被换成旧的`,
    )
  }
  return {
    whole: true,
    rows,
    anchors: along.count,
    brokenAt: null,
    says: wholeSays(rows, along.count, recorded.length, setBacks),
  }
}
