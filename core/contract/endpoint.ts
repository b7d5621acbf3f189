import type { ShippedRole } from '../domain/enums.ts'
import type { States } from '../domain/states.ts'
import type { Guard } from './guard.ts'
import type { DocumentName } from './replies.ts'

/** Anything shaped like a zod schema. Naming only its two types keeps the type check of ~500 endpoints fast. */
export interface Schema {
  readonly _zod: { readonly input: unknown; readonly output: unknown }
}

/** Who may call: no session, a visitor's session, a partner's token, any of the three kinds, any staff session, or staff whose role holds the key. */
export type Access = 'public' | 'visitor' | 'partner' | 'session' | 'login' | 'granted' | { readonly like: string }

/** The kinds of callers in words. */
export const accessWords: Readonly<Record<Exclude<Access, object>, string>> = {
  public: '公开',
  visitor: '公众会话',
  partner: '互通令牌',
  session: '任何会话',
  login: '已登录',
  granted: '授权',
}

/** Where a field travels. */
export type Place = 'query' | 'body' | 'header' | 'file'

/** What a row of the log tells where something particular was done. */
export interface ToldWhen {
  /** There was nothing before it: it was added. */
  readonly added?: true
  /** What the row keeps after it of these fields. */
  readonly after?: Readonly<Record<string, string | number>>
  /** What it keeps before it, where that was not changed but deleted. */
  readonly before?: Readonly<Record<string, string | number>>
  /** What it keeps after it are these fields alone. */
  readonly only?: readonly string[]
  readonly tells: string
}

/** How a question says what is done by one value of a field. */
export interface Asked {
  readonly doing: string
  readonly follows: string
}

/** Where rows stand below another one, which names those who may have one there: a task its departments. */
export interface Places {
  /** The field of the row above that has them. */
  readonly in: string
  /** The fields of each: what it is called, the row that stands there or null, and whether the caller may write it. */
  readonly named: string
  readonly row: string
  readonly may: string
}

/** One call of the contract: everything else (client, route, command, document, test) is made from it. */
export interface Endpoint<I extends Schema = Schema, O extends Schema = Schema> {
  /** `ANY`: by whichever method it is called; our clients send POST. */
  readonly method: 'GET' | 'POST' | 'ANY'
  /** Kept exactly as in the specification; `{x}` is filled from the input's field x. */
  readonly path: `/${string}`
  /** Where the fields travel that are not in the path. `list`: the input's `items` is the body itself. */
  readonly send: 'none' | 'query' | 'body' | 'list' | 'form'
  /** The query of the specification holds what must stand in no address: our clients send it as the body, from others both are taken. */
  readonly confidential?: true
  /** Exceptions from `send`, by field. */
  readonly at?: Readonly<Record<string, Place>>
  /** A name in code → its name on the wire, where they differ. */
  readonly wire?: Readonly<Record<string, string>>
  /** Other spellings that are taken for a field's name, by field (`spelledAs`). */
  readonly spelled?: Readonly<Record<string, readonly string[]>>
  /** It may be called without its body. */
  readonly bodyOptional?: true
  /** The body may also come as a form of names and values (application/x-www-form-urlencoded). */
  readonly urlencoded?: true
  /** The body's name in the specification; refusals and documents use it. */
  readonly payload?: string
  readonly input: I
  readonly output: O
  /** How the answer comes: in the envelope, as JSON without it (`raw`), or as a document of this kind. Refusals always come in the envelope. */
  readonly reply?: 'value' | 'raw' | DocumentName
  /** `read`, `write` (transaction, log, questions) or `count` (counters and captchas: no log row). */
  readonly effect: 'read' | 'write' | 'count'
  /** It may change what people may see or do: a rehearsal tells whom it concerns, and what would come into their sight. A text: the field that names those users, where it is about no others; or only where the input says so. */
  readonly reveals?: true | string | ((input: never) => boolean)
  /** It may take rights too, and no dialog of its own asks: also who only loses by it is asked about, beside this field of what a rehearsal answers; where that is empty nothing changes. */
  readonly takes?: string
  /** May safely be sent twice: the client may retry. */
  readonly repeat?: true
  /** A write that must not be tried without being done, because each try counts (contract/rehearsal.ts). */
  readonly rehearse?: false
  readonly access: Access
  /** The roles that xzx ships whose people hold its key; each gets it once, in databases of before too (server/access/shipped.ts). */
  readonly roles?: readonly ShippedRole[]
  /** Why strangers may make it; every public call says so, and no other. */
  readonly open?: string
  /** Public, and what comes by it stands under the visitor's name who is signed in: a token that is over is told, or it would stand under nobody's unawares. */
  readonly keepsVisitor?: true
  /** What strangers meet before it is done; every public call that changes something, or looks something up by a secret, has one. */
  readonly guard?: Guard
  /** So long a body, or a file of a form, may be that comes from strangers and visitors; 8 KB where it is not said. */
  readonly bodyBytes?: number
  /** Forms in a frame call it, which send no header: `pass` of the query stands for the token, and pages of the same origin may show what it answers. */
  readonly pass?: true
  /** Not for a script's token, whatever keys it holds; a repeated call is refused as the first one. */
  readonly personOnly?: true
  /**
   * It needs no key, and a script's token may call it all the same: whatever it names, or where it names one of these keys, by which began
   * what the call is about. A call that needs none is a person's where this is not said: whoever finds a token may no more than it names.
   */
  readonly forScripts?: true | readonly string[]
  /**
   * What is sent again under its key (`x-request-key`) is done anew: who asks is judged again, and the log tells it again. Of what shows
   * something personal, or a secret that lasts, no answer is kept.
   */
  readonly anew?: true
  /** The field that says whether what is written is handed in (1) or kept (0): a command that does not say it keeps it, the terminal asks. */
  readonly drafts?: string
  /** The states of its row in which it does something, or takes a text, where it is no move of the table. */
  readonly inStates?: readonly number[]
  /** What its row must have for it, what it must allow (1, not 0), and what it must not have yet: fields of the whole row, each with the refusal. */
  readonly wants?: {
    readonly there?: Readonly<Record<string, string>>
    readonly allowed?: Readonly<Record<string, string>>
    readonly none?: Readonly<Record<string, string>>
  }
  /**
   * What can't be undone, gives rights or hands out what is personal: who is signed in shows their password or code again, unless they did
   * a short while ago; or only where the input says so. Scripts' tokens have none (docs/decisions/0028-proof.md).
   */
  readonly proof?: true | ((input: never) => boolean)
  /** When the input says so, as people read it: 「移动、停用时」. */
  readonly provesWhen?: string
  /** It tells also of what is online, whosever it is: everybody may read that. */
  readonly online?: true
  /** It is about all rows of its area at once: not for who sees only some of them by its key. */
  readonly whole?: true
  /** One Chinese line for help, API page and log. */
  readonly says: string
  /** What its key lets people do, where `says` tells more than that (`rightSays`). */
  readonly right?: string
  /** What a row of the log tells of a write, as a clerk says it: `{}` is where the names of its things stand. None: `says` does. */
  readonly tells?: string
  /** Other sentences, where one call does different things: the first that fits what the row keeps. */
  readonly tellsWhen?: readonly ToldWhen[]
  /**
   * The call of the area that lists the rows which its `id` or `ids` name, where that is not `list`: rows below another one, those in the recycle bin.
   * Examples, questions and queues hand on no other row's number.
   */
  readonly rows?: string
  /** The fields of its input that the log keeps also of one that was refused: what was to be made, or whom it was for. */
  readonly aims?: readonly string[]
  /** It is for who has the row above, by which its table's scope is also reached (`through`), and not for whose the row itself is: a reply is returned by who gave the task. */
  readonly reach?: 'through'
  /** The places in the row above, read as a whole, where such a row stands or may stand. */
  readonly places?: Places
  /** There is no way back from it: questions tell this field of what a rehearsal answers, and a command asks. */
  readonly foretells?: string
  /** Whom a row reaches by it: the field of the row that counts them, and how a question says that (「{} 人收到」). */
  readonly reaches?: Readonly<Record<string, string>>
  /** What is deleted along with a row: the field of the row that counts it, and how that is said (「{} 个条目」). */
  readonly along?: Readonly<Record<string, string>>
  /** The table of those things, where it is not called as the area. */
  readonly about?: string
  /** The table whose rows it writes, where its things are others: what the log keeps of them is shown to who sees all of these. */
  readonly writes?: string
  /** Reasons that are often given for what it does: the command offers them by number, and wants one. */
  readonly reasons?: readonly string[]
  /** It is made all the same by who says why (`allTheSame` of its move): what the command says of that. */
  readonly allTheSame?: string
  /** It is about what was read: of one row a command can say in which version that was, as for what is published. */
  readonly seen?: true
  /** The states that its area's rows go through: the calls of each such area say them (contract/moves.ts). */
  readonly states?: States
  /** It answers the job that it began (`jobShape`): a command ends as that has ended, or says that it goes on. */
  readonly job?: true
  /** What a command is told though the call may go without: who types has a reason to give, a program may have none. */
  readonly told?: readonly string[]
  /** A command takes several of its things, a call for each, though the call has other fields beside its id: they are the same for all. */
  readonly each?: true
  /** As `each`, of a call whose answer about one row is shown: several rows are told as bulk work is, and the terminal makes it with those that are marked. */
  readonly several?: true
  /** What it answers is what it is called for: a command shows it under `-q` too. `asked`: only of what reads where it is sent nothing. */
  readonly answers?: true | 'asked'
  /** What a question says that it does, by the value of one of its fields (`*`: whatever it is, which is told): the doing, and what follows. */
  readonly asks?: Readonly<Record<string, Readonly<Record<string, Asked>>>>
  /** The command's word for it, where its name does not say it; false: another call's command does the same. */
  readonly verb?: string | false
  /** It answers rows without their sum, no more than a field asks for (`usual` where it says nothing, `most` at the most): a command says what it leaves out. */
  readonly cuts?: { readonly by: string; readonly usual: number; readonly most: number }
  /** Fields that examples show beside the required ones: of several that may say the same, one. */
  readonly sample?: readonly string[]
  /** Not in the specification: a call of xzx's own, under /x/. */
  readonly own?: true
  /** Open also to who must bind a second factor and has none yet: all else is shut to them until then. */
  readonly unbound?: true
}

/** An area of the contract: its calls by name. */
export type Area = Readonly<Record<string, Endpoint>>

/** What a caller passes. */
export type Input<E extends Endpoint> = E['input']['_zod']['input']
/** What a handler gets: the input after validation. */
export type Parsed<E extends Endpoint> = E['input']['_zod']['output']
/** What a handler answers. */
export type Answer<E extends Endpoint> = E['output']['_zod']['input']
/** What a caller gets. */
export type Output<E extends Endpoint> = E['output']['_zod']['output']

/** Declares an endpoint; keeps the exact types of its schemas. */
export const endpoint = <I extends Schema, O extends Schema>(e: Endpoint<I, O>): Endpoint<I, O> => e

/** An area whose calls take these other spellings for their fields' names; no call elsewhere does. */
export function spelledAs<A extends Area>(spelled: NonNullable<Endpoint['spelled']>, area: A): A {
  return Object.fromEntries(Object.entries(area).map(([call, e]) => [call, { ...e, spelled }])) as unknown as A
}

/** Whether what a call is given may change what people may see or do. */
export const mayReveal = ({ reveals }: Endpoint, input: unknown): boolean =>
  typeof reveals === 'function' ? reveals(input as never) : reveals !== undefined

/** The permission key that a call needs: `<area>_<call>`, another call's, or '' for none. */
export function permissionKey(area: string, call: string, e: Endpoint): string {
  if (e.access === 'granted') return `${area}_${call}`
  return typeof e.access === 'object' ? e.access.like : ''
}

/** What keeps a script's token of these keys from a call, in words; '': nothing. A key that the call itself needs is asked for before. */
export function shutToScripts(e: Endpoint, key: string, keys: ReadonlySet<string>): string {
  if (e.personOnly) return '脚本令牌不能使用这个接口，请用账号登录'
  if (key !== '' || e.access === 'public' || e.forScripts === true) return ''
  if (!e.forScripts) return '脚本令牌只能使用签发时写明的权限，这个接口供本人使用，没有对应的权限，请用账号登录'
  return e.forScripts.some((one) => keys.has(one))
    ? ''
    : `脚本令牌没有相应的权限（${e.forScripts.join('、')} 之一），请在签发时写明，或用账号登录`
}

/** What a key lets people do, as who gives roles their rights reads it: 「查看交办任务」. */
export const rightSays = ({ says, right }: Pick<Endpoint, 'says' | 'right'>): string =>
  right ?? (says.replace(/^(?:按条件)?(?:分页)?查询(?:全部)?/, '查看').split(/[，；：（]/, 1)[0] as string)

/** Whether somebody is asked again who they are before it is done, in words; '': nobody is. */
export const proofSays = ({ proof, provesWhen = '' }: Pick<Endpoint, 'proof' | 'provesWhen'>): string => {
  if (!proof) return ''
  return `${provesWhen}须再次核对身份`
}

/** What is asked of its callers beyond the right, in words; '' for nothing. */
export const asksSays = (e: Pick<Endpoint, 'proof' | 'provesWhen' | 'whole'>): string =>
  [proofSays(e), e.whole ? '须能看到全部数据' : ''].filter(Boolean).join('，')

/** True for a call whose rows lie in the recycle bin: its list says so by its name. */
export const isOfBin = ({ rows = '' }: Pick<Endpoint, 'rows'>): boolean => /^(?:bin|recycle)/.test(rows)

/** The names in braces of a path: `/column/get/{id}` → `['id']`. */
export const pathFields = (path: string): string[] => [...path.matchAll(/\{(\w+)\}/g)].map((m) => m[1] as string)

/** The name of a field on the wire. */
export const wireName = (e: Endpoint, field: string): string => e.wire?.[field] ?? field

/** The place where a field travels. */
export function placeOf(e: Endpoint, field: string): Place | 'path' {
  if (e.path.includes(`{${field}}`)) return 'path'
  const exception = e.at?.[field]
  if (exception) return exception
  return (e.send === 'query' && !e.confidential) || e.send === 'none' ? 'query' : 'body'
}
