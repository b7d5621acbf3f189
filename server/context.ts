import type { Kysely } from 'kysely'
import type { Right } from '../core/contract/rights.ts'
import type { Calendar } from '../core/domain/workdays.ts'
import type { WorkName } from '../core/domain/works.ts'
import type { Allowance, Refusals } from './access/allowance.ts'
import type { Rights } from './access/role-rights.ts'
import type { Uses } from './access/uses.ts'
import type { Visits } from './access/visits.ts'
import type { Source } from './backup/manifest.ts'
import type { Db, Dialect } from './db/open.ts'
import type { Table } from './db/table.ts'
import type { Schema } from './db/tables.ts'
import type { Due, Last } from './jobs/due.ts'
import type { JobOutcome, Jobs, JobWatch } from './jobs/jobs.ts'
import type { Limits } from './limits.ts'
import type { LogState } from './log-state.ts'
import type { Ports } from './ports/ports.ts'
import type { Condition } from './rows/condition.ts'
import type { Search } from './search/search.ts'
import type { Secret } from './secret.ts'
import type { Site } from './site/generate.ts'
import type { Touched } from './site/plan.ts'
import type { Work } from './work/work.ts'

/** One of the staff: a person, or a script with a token of theirs. */
export interface Staff {
  readonly sessionId: number
  readonly kind: 'person' | 'script'
  readonly userId: number
  readonly account: string
  readonly name: string
  readonly deptId: number | null
  readonly rights: Rights
  /** Addresses from which alone they may work, of the setting and of each role; an empty text names all. */
  readonly places: readonly string[]
  /** When they last showed their password or code; null: never, or a script. */
  readonly provedAt: number | null
  /** What a script's token is called; null: a person. */
  readonly token: string | null
  /** They must have a second factor and have bound none: it was asked of them after they signed in. */
  readonly unbound: boolean
  /** The counter of changes of rights and menus, as it stood when these rights were read. */
  readonly access: number
}

/** A visitor of the site who has shown that a phone, or an account elsewhere, is theirs. */
export interface Visitor {
  readonly sessionId: number
  readonly kind: 'visitor'
  readonly peopleId: number
}

/** A program of another site, with its token for exchanging content. */
export interface Partner {
  readonly sessionId: number
  readonly kind: 'partner'
  readonly partnerId: number
  readonly name: string
}

/** What a visitor is called wherever it is told who did something: by no more than their number. */
export const visitorSays = (peopleId: number): string => `群众用户 ${peopleId}`
/** Somebody whom no session tells. */
export const strangerSays = '访问者'

/** Who calls, once the session is known. */
export type Who = Staff | Visitor | Partner

/** The caller, where it is one of the staff. */
export const asStaff = (who: Who | null): Staff | null =>
  who?.kind === 'person' || who?.kind === 'script' ? who : null

/** Where a call came from and what it is. */
export interface Call {
  /** `article.accept` */
  readonly name: string
  readonly says: string
  /** The permission key that the call needs; empty when it needs none. */
  readonly key: string
  readonly address: string
  /** Called from this machine itself, by somebody who reads the server's key. */
  readonly near: boolean
  readonly appKey: string
  /** The caller's program, as it calls itself. */
  readonly agent: string
  /** A browser asks for it on a page of another site. */
  readonly foreign: boolean
  /** The caller asks for the picture itself by its Accept header (an `<img>`). */
  readonly wantsImage: boolean
  readonly requestId: string
  /** Nobody waits for the answer any more. */
  readonly gone: () => boolean
  /** The caller's own key of this write (header `x-request-key`); empty when it gave none. */
  readonly requestKey: string
  /** Only to be tried (core/contract/rehearsal.ts): all that it does is undone. */
  readonly dry: boolean
  /** Of one that is only tried: the call itself follows, but where this is refused. */
  readonly ahead?: boolean
}

/** What a change did, for the operation log. */
export interface Change {
  readonly ids?: readonly (number | string)[]
  readonly before?: unknown
  readonly after?: unknown
  readonly result?: string
  /** What was done, where the call's own line does not say it. */
  readonly says?: string
  /** The call that did it, where another one did its work (`within` in pipeline.ts). */
  readonly call?: Pick<Call, 'name' | 'says' | 'key'>
  /** Who did it, where no session tells (sign-in). */
  readonly as?: { readonly userId: number | null; readonly account: string; readonly name: string }
  readonly kind?: 'operation' | 'login' | 'client' | 'system'
}

/** What the whole server shares; made once at start. */
export interface Parts {
  readonly db: Db
  readonly secret: Secret
  readonly dataDir: string
  /** Where scheduled backups go, and what they need to know of this server; null: nowhere. */
  readonly backups: (Omit<Source, 'data'> & { readonly out: string; readonly recipients: readonly string[] }) | null
  readonly demo: boolean
  readonly ports: Ports
  readonly site: SiteService
  readonly limits: Limits
  /** What is done aside, or in turn. */
  readonly work: Work
  readonly search: Search
  /** Where threads that read by themselves find the database, its index and the key. */
  readonly places: { readonly database: string; readonly index: string; readonly keyFile: string }
  /** What waits for whom, of all areas. */
  readonly piles: readonly Pile[]
  /** What is counted by the calendar of working days, of all areas. */
  readonly deadlines: readonly Recount[]
  readonly jobs: Jobs
  readonly schedule: Schedule
  /** How many rows of the log refused calls may get. */
  readonly refusals: Refusals
  /** Reads that the log tells of, until they stand there. */
  readonly uses: Uses
  /** How many rows of the log a user's programs may write. */
  readonly clientRows: Allowance
  readonly suggestions: Allowance
  /** Who read what today. */
  readonly visits: Visits
  /** What is known against the log. */
  readonly logState: LogState
  now(): number
}

/** Rows that wait: of which table, since when, called what. */
export interface Waiting {
  readonly table: Table
  /** The caller's scope and what makes them wait. */
  readonly where: readonly Condition[]
  /** The columns that say since when they wait, and what they are called. */
  readonly since: string
  readonly title: string
  /** They wait as copies of their own: `via` names the row of `table` that says since when. */
  readonly copy?: { readonly via: string; readonly table: string }
}

/** A stage of an area's work at which rows wait for somebody. */
export interface Pile {
  /** `advice.toConfirm` */
  readonly pile: string
  readonly area: string
  readonly noun: string
  readonly unit: string
  /** The stage in words: 待审核. */
  readonly title: string
  /** Who works on it holds this. */
  readonly needs: Right
  /** The search of the area's list that shows the same rows. */
  readonly search: Readonly<Record<string, string>>
  /** The column by whose values the other piles of the area are told: what waits here waits there too. */
  readonly beside?: string
  /** Only the caller's own wait here: the field of that search that names them. */
  readonly own?: string
  /** It is that of the caller's department: who is of none has it not. */
  readonly ofDept?: true
  /** The column by which staff divide the work, and what its values are the ids of. */
  readonly by?: { readonly column: string; readonly of: string; readonly title: string }
  /** What waits at this moment; none: nothing waits for this caller. */
  waiting(ctx: Ctx): readonly Waiting[] | Promise<readonly Waiting[]>
}

/** Deadlines of an area's open rows, which follow a change of the calendar. */
export interface Recount {
  readonly area: string
  /** What they are of, and how these are counted: 「交办任务 3 件」. */
  readonly says: string
  readonly unit: string
  /** Counts them anew by a calendar. @returns how many changed */
  again(parts: Parts, calendar: Calendar, watch: JobWatch): Promise<number>
  /** How many would change by a calendar, of so many of the first that are open; `all`: of all of them. */
  would(ctx: Ctx, calendar: Calendar): Promise<{ readonly changed: number; readonly all: boolean }>
}

/** Does the works of the server by their rhythms (docs/decisions/0017-jobs-and-schedule.md). */
export interface Schedule {
  /** Looks each minute from now on; what was missed is done at once, each once. */
  start(parts: Parts): void
  /** Starts what is due and not yet done by anybody; comes back when that has ended. Never throws. */
  beat(parts: Parts): Promise<void>
  /** What this process does for itself, and how it went last. */
  readonly own: Map<WorkName, Last & Pick<Due, 'dueAt'>>
  /** Looks no more, and stops what runs at its next piece. */
  stop(parts: Parts): Promise<void>
  /** Says what failed, to the operator. */
  tellOf(name: WorkName): (outcome: JobOutcome) => void
}

/** The generated site, as the rest of the server uses it; made by server/site/service.ts. */
export interface SiteService {
  /** For previews and runs. */
  readonly site: Site
  /**
   * Shows what table `touched` holds; `wait`: comes back when the pages are written or gone; `left`: what of that is gone at once, also while a run
   * over the whole site is under way. Never throws: what fails is tried again.
   */
  showTouched(options: { wait: boolean; left?: Touched }): Promise<void> | void
  /** At start: makes the site when there is none, and shows what a crash left unshown. */
  start(): Promise<void>
  /** Shows what began or ended by itself since it was last looked, and what somebody else left unshown; the schedule asks for it each minute. */
  pass(): Promise<{ readonly did: boolean; readonly wrong: string | null }>
  /** Comes back when no pages are being made. */
  idle(): Promise<void>
  /** Before the database closes: stops what runs, at a page's end. */
  stop(): Promise<void>
}

/** What a handler works with. */
export interface Ctx {
  readonly who: Who | null
  readonly call: Call
  readonly parts: Parts
  /** Reads: the reading connection. Writes: the transaction. */
  readonly db: Kysely<Schema>
  readonly dialect: Dialect
  readonly now: number
  /** What is asked was counted where it began: a thread that reads on goes through no limits. */
  readonly counted?: true
  /** Says what was changed; the pipeline writes it to the operation log in the same transaction. */
  record(change: Change): void
  /** Runs after the commit; a handler's answer waits for it. */
  after(work: () => Promise<void> | void): void
  /**
   * A transaction of its own, with its own log row, for handlers wrapped in `ownTransactions`.
   * @param about the rows which alone this one is about, where a call does its work in several
   */
  transaction<T>(work: (ctx: Ctx) => Promise<T>, about?: readonly number[]): Promise<T>
}

/** The caller of a call for the staff. The pipeline has made sure that there is one. */
export function whoOf(ctx: Ctx): Staff {
  const staff = asStaff(ctx.who)
  if (!staff) throw new Error(`${ctx.call.name} asks who of the staff calls, but is open to others`)
  return staff
}

/** The visitor who calls; null: a stranger. A public call knows its visitor when their token fits. */
export const visitorOf = ({ who }: Ctx): Visitor | null => (who?.kind === 'visitor' ? who : null)

/** The partner of a call that is only for partners. */
export function needPartner({ who, call }: Ctx): Partner {
  if (who?.kind !== 'partner') throw new Error(`${call.name} asks which partner calls, but is open to others`)
  return who
}

/** The visitor of a call that is only for visitors. */
export function needVisitor(ctx: Ctx): Visitor {
  const visitor = visitorOf(ctx)
  if (!visitor) throw new Error(`${ctx.call.name} asks which visitor calls, but is open to others`)
  return visitor
}

/** The parts for work that reads: by the call's own connection, for within a transaction another one might never come. */
export const partsIn = (ctx: Ctx): Parts => ({ ...ctx.parts, db: { ...ctx.parts.db, read: ctx.db } })
