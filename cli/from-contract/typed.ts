import type { NodeTransport } from '../../core/client/node.ts'
import { type Endpoint, wireName } from '../../core/contract/endpoint.ts'
import { inputFields } from '../../core/contract/wire.ts'
import { ApiError } from '../../core/errors.ts'
import { type Flag, longOf } from '../flags.ts'
import { flagName } from './names.ts'

/** What a call's fields are called on this command line, by their names on the wire and in the contract; only those that it has flags for. */
function typedNames(e: Endpoint, flags: readonly Flag[]): ReadonlyMap<string, string> {
  const known = new Set(flags.map(({ flag }) => longOf(flag)))
  // of a call over a list of rows, what is said of all of them
  const named = [...inputFields(e), ...(e.send === 'list' ? ['reason'] : [])].map(
    (field) => [field, `--${flagName(e, field)}`] as const,
  )
  const typed = named.filter(([, flag]) => known.has(flag))
  return new Map(typed.flatMap(([field, flag]) => [[field, flag] as const, [wireName(e, field), flag] as const]))
}

/** 「请说明理由（publishTimeReason）」 → 「请说明理由（--publish-time-reason）」. */
const asTyped = (names: ReadonlyMap<string, string>, says: string) =>
  says.replace(/（(\w+)）/g, (whole, name: string) => (names.has(name) ? `（${names.get(name)}）` : whole))

/** Calls whose refusals name what was typed: the server names fields as they are on the wire, and there is no flag called so. */
export function namingFlags(via: NodeTransport, flags: readonly Flag[]): NodeTransport {
  return {
    ...via,
    async send(e, input, options) {
      try {
        const value: unknown = await via.send(e, input, options)
        const { failed } = (value ?? {}) as { failed?: unknown }
        if (!Array.isArray(failed) || failed.length === 0) return value
        const names = typedNames(e, flags)
        const said = failed.map((one: { errorMsg?: unknown }) =>
          typeof one?.errorMsg === 'string' ? { ...one, errorMsg: asTyped(names, one.errorMsg) } : one,
        )
        return { ...(value as object), failed: said }
      } catch (thrown) {
        if (!(thrown instanceof ApiError) || (thrown.kind !== 'refused' && thrown.kind !== 'local')) throw thrown
        const { kind, code, message, status, requestId, detail, cause } = thrown
        const said = asTyped(typedNames(e, flags), message)
        throw said === message ? thrown : new ApiError(kind, code, said, { status, requestId, detail, cause })
      }
    },
  }
}
