import { z } from 'zod'
import { type States, undoMinutes, undone } from '../domain/states.ts'
import { type Endpoint, endpoint, type Schema } from './endpoint.ts'
import { bulk, choice, count, filter, id, idText, int, page, pageOf, row, text, when, words } from './shared.ts'

/** Why a move is made. */
export const reason = text('理由', 500).nullish()
/** The version that a change or a move started from; none: no check. */
export const version = int('版本', 0, Number.MAX_SAFE_INTEGER).nullish()

/** The input of a move: a list of rows, each with its reason and version. */
export const movedItems = <I extends z.ZodRawShape>(item: I, counted: string) =>
  z.object({
    items: z
      .array(z.object(item))
      .min(1, `至少要有一${counted}`)
      .max(10_000, `一次最多 10000 ${counted.slice(0, 1)}`),
  })
const plainItems = ({ unit, noun }: States) => movedItems({ id: id(noun), reason, version }, `${unit}${noun}`)

interface More extends Pick<Endpoint, 'roles' | 'reaches' | 'seen'> {
  /** The call whose right it takes, where it has none of its own. */
  readonly like?: string
  /** The specification's path; `/x/<area>/<move>` by default. */
  readonly path?: `/${string}`
  readonly says?: string
  readonly tells?: string
}

/** A move's call over a list of items of another form. */
export const moveCallOf = <M extends string, I extends Schema>(
  states: States<number, M>,
  move: M,
  input: I,
  { path, says, tells, roles, reaches, like, seen }: More = {},
) => {
  const { area, noun, moves } = states
  const { reasons, allTheSame } = moves[move]
  return endpoint({
    method: 'POST',
    path: path ?? `/x/${area}/${move}`,
    send: 'list',
    input,
    output: bulk,
    effect: 'write',
    repeat: true,
    access: like === undefined ? 'granted' : { like },
    ...(roles && { roles }),
    ...(reaches && { reaches }),
    ...(seen && { seen }),
    says: says ?? `${moves[move].says}${noun}`,
    tells: tells ?? `${moves[move].says}{}`,
    ...(reasons && { reasons }),
    ...(allTheSame && { allTheSame }),
    ...(path === undefined || path.startsWith('/x/') ? { own: true as const } : {}),
  })
}

/** The call that makes a move with some rows. */
export const moveCall = <M extends string>(states: States<number, M>, move: M, more: More = {}) =>
  moveCallOf(states, move, plainItems(states as States), more)

/** A step of a row's history. */
export const stepShape = (states: Pick<States, 'words'>) => ({
  id: idText('修订编号'),
  no: count('版本'),
  act: words('操作'),
  status: z.union([z.number(), z.string()]).meta({ title: '操作后状态', words: states.words }),
  reason: words('理由'),
  byName: words('操作人'),
  at: when('时间'),
  changed: z
    .array(row({ field: words('字段'), title: words('名称'), before: z.unknown(), after: z.unknown() }))
    .meta({ title: '改动' }),
})

/**
 * What was done to a row, and how one's own last move is taken back: what every kind has that goes through states.
 * @param read the right of who may see its list
 */
export const stepCalls = <S extends number, M extends string>(given: States<S, M>, read: string) => {
  const states = given as unknown as States
  const { area, noun } = states
  const own = { method: 'POST', own: true } as const
  return {
    history: endpoint({
      ...own,
      path: `/x/${area}/history`,
      send: 'body',
      input: z.object({ id: id(noun), ...page }),
      output: pageOf(row(stepShape(states))),
      effect: 'read',
      repeat: true,
      access: { like: read },
      states,
      says: `查看${noun}的办理记录`,
    }),
    undo: endpoint({
      ...own,
      path: `/x/${area}/undo`,
      send: 'list',
      input: plainItems(states),
      output: bulk,
      effect: 'write',
      access: { like: read },
      says: `撤销本人刚对${noun}作的操作（${undoMinutes} 分钟内的${undone(states)}）`,
      tells: '撤销刚对{}作的操作',
    }),
  } satisfies Readonly<Record<string, Endpoint>>
}

/**
 * The text of a row as it was after each of its steps, and the way back to it: of a kind whose table says what its text is.
 * @param whole the row as a change answers it
 * @param read the right of who may see its list; who restores needs that of each part that is written
 */
export const textCalls = <S extends number, M extends string, R extends z.ZodObject>(
  given: States<S, M>,
  whole: R,
  read: string,
) => {
  const states = given as unknown as States
  const { area, noun } = states
  const own = { method: 'POST', own: true, send: 'body', access: { like: read } } as const
  return {
    revision: endpoint({
      ...own,
      path: `/x/${area}/revision`,
      input: z.object({ id: id(noun), revisionId: id('修订编号') }),
      output: row({
        ...stepShape(states),
        version: count('现在的版本'),
        values: z
          .array(
            row({
              field: words('字段'),
              title: words('名称'),
              value: z.unknown(),
              now: z.unknown(),
              kept: words('不能恢复的原因'),
            }),
          )
          .meta({ title: '当时的内容' }),
      }),
      effect: 'read',
      repeat: true,
      says: `查看${noun}在一步操作之后的内容`,
    }),
    restore: endpoint({
      ...own,
      path: `/x/${area}/restore`,
      input: z.object({
        id: id(noun),
        revisionId: id('修订编号'),
        version,
        only: z.array(text('字段', 64)).max(100).nullish().meta({ title: '只恢复这些字段' }),
      }),
      output: whole,
      effect: 'write',
      says: `把${noun}的内容恢复到一步操作之后`,
      tells: `恢复${noun}{}较早的内容`,
    }),
  } satisfies Readonly<Record<string, Endpoint>>
}

/**
 * The call that counts a kind's rows by their states, as its list finds them.
 * @param read the right of who may see that list
 * @param narrowing what narrows it beside the state
 */
export const countsCall = <S extends number, M extends string, N extends z.ZodObject>(
  states: States<S, M>,
  read: string,
  narrowing: N,
) => {
  const { area, noun, words: names } = states
  return endpoint({
    method: 'POST',
    own: true,
    path: `/x/${area}/counts`,
    send: 'body',
    input: narrowing,
    output: row({
      total: z.number().nullable().meta({ title: '全部' }),
      states: z
        .array(
          row({
            status: z.number().meta({ title: '状态', words: names }),
            count: z.number().meta({ title: '数量' }),
          }),
        )
        .meta({ title: '各状态' }),
    }),
    effect: 'read',
    repeat: true,
    access: { like: read },
    states: states as unknown as States,
    says: `各状态的${noun}数`,
  })
}

/**
 * What every kind has that goes through states and lies in a recycle bin when it is deleted.
 * @param binned the row of the recycle bin
 * @param read the right of who may see its list
 * @param narrowing what narrows that list beside the state
 */
export const stateCalls = <M extends string, R extends z.ZodObject, N extends z.ZodObject>(
  given: States<number, M>,
  binned: R,
  read: string,
  narrowing: N,
) => {
  const states = given as unknown as States
  const { area, noun } = states
  const own = { method: 'POST', own: true } as const
  return {
    ...stepCalls(states, read),
    counts: countsCall(given, read, narrowing),
    binList: endpoint({
      ...own,
      path: `/x/${area}/bin/list`,
      send: 'body',
      input: z.object({ title: filter(text('标题', 100)), ...page }),
      output: pageOf(binned),
      effect: 'read',
      repeat: true,
      access: { like: `${area}_dels` },
      says: `查询${noun}回收站`,
    }),
    binRestore: endpoint({
      ...own,
      path: `/x/${area}/bin/restore`,
      send: 'list',
      input: plainItems(states),
      output: bulk,
      effect: 'write',
      repeat: true,
      access: { like: `${area}_dels` },
      rows: 'binList',
      says: `从回收站恢复${noun}`,
      tells: '从回收站恢复{}',
    }),
    binPurge: endpoint({
      ...own,
      path: `/x/${area}/bin/purge`,
      send: 'list',
      input: plainItems(states),
      output: bulk,
      effect: 'write',
      access: 'granted',
      proof: true,
      rows: 'binList',
      says: `彻底删除回收站中的${noun}`,
      tells: '彻底删除{}',
    }),
  } satisfies Readonly<Record<string, Endpoint>>
}

/** A filter by the kind's states. */
export const stateFilter = <S extends number>({ words: names }: { readonly words: Readonly<Record<S, string>> }) =>
  filter(choice('状态', names))
