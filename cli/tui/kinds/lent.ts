import { requiredFields, shapeOf } from '../../../core/client/prepare.ts'
import { type Area, type Endpoint, permissionKey } from '../../../core/contract/endpoint.ts'
import { metaOf } from '../../../core/contract/meta.ts'
import type { ReferenceName } from '../../../core/contract/references.ts'
import type { States } from '../../../core/domain/states.ts'
import { flagName } from '../../from-contract/names.ts'
import { verbName } from '../../from-contract/verbs.ts'
import { kebab } from '../../spelling.ts'
import type { LooseCalls } from '../backend.ts'
import { type Route, writingsOf } from './contract.ts'
import type { Handing, Writing } from './kind.ts'

/** A call of another area that makes a move of a kind's table: what departments do with letters stands in an area of its own. */
export interface Lent {
  readonly area: string
  readonly call: string
  readonly contract: Area
  readonly e: Endpoint
  readonly send: LooseCalls[string]
}

/** The moves of a table whose right is a call of another area. */
export async function lentTo(
  area: string,
  states: States,
  load: (area: string) => Promise<{ readonly contract: Area; readonly calls: LooseCalls } | null>,
): Promise<ReadonlyMap<string, Lent>> {
  const found = new Map<string, Lent>()
  for (const move of Object.keys(states.moves)) {
    const key = states.keyOf(move)
    const [other = ''] = key.split('_')
    const source = other === area ? null : await load(other)
    const [call] =
      Object.entries(source?.contract ?? {}).find(([name, e]) => permissionKey(other, name, e) === key) ?? []
    const [e, send] = [source?.contract[call ?? ''], source?.calls[call ?? '']]
    if (source && call && e && send) found.set(move, { area: other, call, contract: source.contract, e, send })
  }
  return found
}

/** Under this name a kind sends it. */
export const lentName = ({ area, call }: Lent): string => `${area}.${call}`

const meta = (e: Endpoint, field: string) => metaOf(shapeOf(e)[field] ?? {})
const wanted = (e: Endpoint, ...but: readonly string[]) => requiredFields(e).filter((field) => !but.includes(field))

/** A move over several rows for which a call wants a reason, whatever that is called there. */
export function lentRoute(lent: Lent): Route | null {
  const { e } = lent
  const [reasonAs, ...more] = wanted(e, 'ids')
  if (!Object.hasOwn(shapeOf(e), 'ids') || more.length > 0) return null
  return {
    ...{ call: lentName(lent), as: 'ids', with: {}, reason: reasonAs !== undefined },
    ...(reasonAs !== undefined && { reasonAs }),
  }
}

const commandOf = ({ area, call, contract, e }: Lent) => `xzx ${kebab(area)} ${verbName(contract, call, e)}`

/** The text that a call writes along with the move; its row is another one, whose version the queue does not know. */
export function lentWriting(move: string, lent: Lent, states: States): Writing | null {
  const { area, call, e, send } = lent
  // it stands for itself here: what it is said of is the row of the queue
  const { rows: _rows, ...plain } = e
  const [writing] = writingsOf({ [call]: plain as Endpoint }, { area, states, state: null }, {
    [call]: send,
  } as LooseCalls)
  if (!writing) return null
  return { ...writing, call: lentName(lent), command: commandOf(lent), right: states.keyOf(move), move, apart: true }
}

/** A move with several rows for which another row is named, as the department that gets them; others and a remark may go along. */
export function handingOf(move: string, made: Lent): Handing | null {
  const { e, send } = made
  const shape = shapeOf(e)
  const named = Object.keys(shape).filter((one) => meta(e, one).of !== undefined)
  const field = named.find((one) => !one.endsWith('s'))
  if (!e.several || !send || field === undefined || wanted(e, 'id', field).length > 0) return null
  const of = meta(e, field).of as ReferenceName
  const titled = (one: string | undefined) =>
    one === undefined ? undefined : { field: one, title: meta(e, one).title ?? one }
  return {
    ...{ move, field, of, says: e.says, title: meta(e, field).title ?? field },
    beside: titled(named.find((one) => one !== field && meta(e, one).of === of)),
    remark: titled(Object.keys(shape).find((one) => meta(e, one).maxLength && !named.includes(one))),
    command: `${commandOf(made)} 编号 --${flagName(e, field)}`,
    send: (input, requestKey) => send(input, { requestKey }),
  }
}

/** A call of the area itself that makes a move of its table. */
export function ownCall(area: string, contract: Area, calls: LooseCalls, move: string): Lent | null {
  const [e, send] = [contract[move], calls[move]]
  return e && send ? { area, call: move, contract, e, send } : null
}
