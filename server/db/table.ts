import type { ColumnType, Generated } from 'kysely'
import type { Counter } from './standing.ts'

/**
 * Column kinds, the same in both dialects: id and ref are integers, time is milliseconds, flag is 0 or 1,
 * json, personal (encrypted) and secret (marks of tokens, codes and passwords, which no reply and no row of the log may hold) are text.
 */
export type Kind = 'id' | 'ref' | 'text' | 'int' | 'flag' | 'time' | 'json' | 'personal' | 'secret'

/**
 * What a reference means to the row that it names, when that one is to be deleted: it `holds` it, which is refused in words; it tells of the
 * `past` and stays; or its own row `goes` with it.
 */
export type Tie = 'holds' | 'past' | 'goes'

/** A column: its kind, and whether it may be empty. */
export interface Column<K extends Kind = Kind, N extends boolean = boolean> {
  readonly kind: K
  readonly empty: N
  /** The table whose row a reference names by its id; 0: none. */
  readonly to?: string
  readonly tie?: Tie
}

type EitherWay<K extends Kind> = Column<K, false> & { readonly orEmpty: Column<K, true> }

const either = <K extends Kind>(kind: K, more: Pick<Column, 'to' | 'tie'> = {}): EitherWay<K> => ({
  kind,
  empty: false,
  ...more,
  orEmpty: { kind, empty: true, ...more },
})
const column =
  <K extends Kind>(kind: K) =>
  () =>
    either(kind)

/** The kinds of columns, as `text()` or, where a row may go without, `text().orEmpty`. */
export const id = column('id')
export const text = column('text')
export const int = column('int')
export const flag = column('flag')
export const time = column('time')
export const json = column('json')
export const personal = column('personal')
export const secret = column('secret')
/** A reference to a row of another table, which is held against it (server/rows/references.ts). */
export const ref = (to: string, tie: Tie = 'holds') => either('ref', { to, tie })

export type Columns = Readonly<Record<string, Column>>

type Stored<C extends Column> = C['kind'] extends 'text' | 'json' | 'personal' | 'secret'
  ? string
  : C['kind'] extends 'flag'
    ? 0 | 1
    : number
type Typed<C extends Column> = C['kind'] extends 'id'
  ? Generated<number>
  : C['empty'] extends true
    ? ColumnType<Stored<C> | null, Stored<C> | null | undefined, Stored<C> | null>
    : Stored<C>

/** Kysely's type of a declared table. */
export type RowOf<C extends Columns> = { [N in keyof C]: Typed<C[N]> }

/**
 * A department that another table's rows name gives reach too: a task is seen by those who are to answer it. To see is all that it gives;
 * to change a row is for who has it by its own columns.
 */
export interface Through {
  readonly table: string
  /** The other table's column that meets this one's (`from`, its id by default). */
  readonly column: string
  readonly from?: string
  /** The other table's columns that data scope goes by. */
  readonly dept?: string
  readonly owner?: string
}

/** Columns that data scope, and what roles are given of columns and boards, go by (docs/rules.md, Rights and scope). */
export interface Scope {
  readonly dept?: string
  readonly owner?: string
  readonly column?: string
  /** The board in which a row stands. */
  readonly plate?: string
  readonly through?: Through
}

/** A column whose values no two rows share that have the same in another one. */
export interface UniqueAmong {
  readonly column: string
  readonly among: string
  /** What they have in common then: 「同一上级」. */
  readonly says: string
}

/**
 * Indexes by the order that they give. They are named to SQLite, which keeps no figures of how often a value occurs and would else read
 * half the table for one that most rows have; PostgreSQL keeps them, and chooses itself.
 */
export interface Walks {
  readonly by: Readonly<Record<string, string>>
  /** For every other order: it holds all that may be filtered and sorted by. */
  readonly else: string
}

/** Reads a list in one order from an index, in which rows that it leaves out are passed over. */
interface Walk {
  readonly index: string
  readonly columns: readonly string[]
  readonly finds: readonly string[]
  readonly sorted?: string
}
/** Such an index in the order of coming in (migration 202611271310). @param columns what narrows the list beside the state and the department, which have their own */
export const listedIn = (table: string, state: 'state' | 'status', columns: readonly string[]): Walk => ({
  ...{ index: `${table}_listed`, sorted: 'createdAt', finds: [state, 'deptId'] },
  columns: ['deletedAt', 'createdAt', 'id', state, 'deptId', ...columns],
})

/** Indexes of single columns, as the maker of indexes calls them. */
export const findsIn = (table: string, columns: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(columns.map((column) => [column, `${table}_${column}`]))
/** Indexes of what everybody may read, by the columns that give them their order; the first one's serves for all else. */
export const openIn = (table: string, [first, ...more]: readonly [string, ...string[]]): Walks => ({
  by: Object.fromEntries([first, ...more].map((column) => [column, `${table}_open_${column}`])),
  else: `${table}_open_${first}`,
})

/** A table, declared once: columns, who may see a row, what lists may sort by. */
export interface Table<C extends Columns = Columns> {
  readonly name: string
  readonly columns: C
  /** What people call a row, and how they count it: 「3 个部门」, 「12 篇文章」. */
  readonly says?: string
  readonly unit?: string
  /** Columns that strangers and visitors write: no page shows anything of them but words. */
  readonly byStrangers?: readonly string[]
  /** The column by which people know a row. */
  readonly label?: string
  /** The column that tells rows of one name apart: the log says it beside the name. */
  readonly apart?: string
  /** `all`: whoever may call sees every row. */
  readonly scope: 'all' | Scope
  /** Its rows only tie others together: of those that go with one nobody is told. */
  readonly link?: true
  /** What is done with its rows that hold another one, before that one can be deleted; none: they are moved, or deleted themselves. */
  readonly freed?: string
  /** Columns that no two rows may share; a unique index of a migration sees to it, this gives the refusal its words. */
  readonly unique?: readonly (string | UniqueAmong)[]
  /** `sortField` in a list call → column; the caller's text never reaches the SQL. */
  readonly sort?: Readonly<Record<string, string>>
  /** It grows without end: on SQLite, what looks into all its texts is not read by the thread that answers everybody. */
  readonly large?: true
  /** Columns that change only where the counter moves (standing.ts): a total over conditions on just those, of other such tables too, is counted once between two moves. */
  readonly steady?: { readonly counter: Counter; readonly columns: readonly string[] }
  /**
   * An index that has all these columns in an order (`sorted`; of ids by default). It is named to SQLite for lists in that order, which would else
   * read long rows to pass over them; not where one of `finds`, which have indexes of their own, is asked for by its value.
   */
  readonly walk?: Walk
  /**
   * Columns whose values few rows share, each with the index by which it is looked up: a list that asks for one of them is read from there. Named to
   * SQLite, which would else walk the whole list in its order to find two rows.
   */
  readonly finds?: Readonly<Record<string, string>>
  /** Columns in which few rows have anything, each with the index of just those: a list of them is read from there, as by `finds`. */
  readonly few?: Readonly<Record<string, string>>
  /** The index of states and deadlines (`due`), from which what is late is counted: most of what is done with has a deadline behind it too. */
  readonly late?: string
  /** Indexes of those rows alone that everybody may read (`openNo`), with all by which their lists are narrowed. */
  readonly open?: Walks
  /**
   * Columns by which a list is sorted while it is narrowed to some states: each alternative has them in order in an index, and PostgreSQL is asked
   * for the first rows of each. It would else sort all of them.
   */
  readonly merges?: readonly string[]
  /** A table that keeps how many rows (`n`) have the same values in some columns: a total over conditions on just those is a short sum. */
  readonly counts?: Table
}

/** What people call a table's rows. */
export const saysOf = (table: Table): string => table.says ?? table.name

const declared = new Map<string, Table>()
/** Every table that was declared so far; in a server, all of them. */
export const tables: ReadonlyMap<string, Table> = declared

/** Declares a table; keeps its exact columns. */
export function table<C extends Columns>(
  t: Table<C> & { readonly label?: keyof C & string; readonly apart?: keyof C & string },
): Table<C> {
  declared.set(t.name, t as unknown as Table)
  return t
}
