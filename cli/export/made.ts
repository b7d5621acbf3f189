import { requiredFields } from '../../core/client/prepare.ts'
import { type AreaName, areas } from '../../core/contract/areas.ts'
import { type Area, type Endpoint, permissionKey } from '../../core/contract/endpoint.ts'
import { documentOf } from '../../core/contract/replies.ts'
import { type GlobalFlag, uses } from '../flags.ts'
import { flagged, shownFilter } from '../from-contract/examples.ts'
import { filtersOf, flagFor, spanFlags } from '../from-contract/fields.ts'
import { isPage } from '../from-contract/replies.ts'
import { withLock } from '../lock.ts'
import { kebab } from '../spelling.ts'
import { type Verb, verb } from '../verb.ts'
import { exportFormats, outFlag, textsFlag } from './flags.ts'
import type { Exports, Flags } from './run.ts'
import { wholeOf } from './whole.ts'

/** Exports made from the contract: `xzx export hot` of a list, `xzx export dept-data` of what the server lays out itself. */

export interface Made extends Exports {
  /** The key that it needs; empty: none. */
  readonly key: string
  /** The server lays it out. */
  readonly document: boolean
  /** The global flags of a span of time that it knows. */
  readonly spans: readonly GlobalFlag[]
  /** What must be named for it. */
  readonly needs: readonly string[]
}

/** What its declaration says of how it is asked for. */
const askedBy = (e: Endpoint) => ({ spans: spanFlags(e), needs: requiredFields(e) })

function exportVerb(made: Made): Verb {
  const { name, e, says, document, whole } = made
  const filters = filtersOf(e)
  const lines = [`xzx export ${name} --out ${says}-{date}.xlsx`]
  const filter = shownFilter(e, filters)
  if (filter !== undefined) lines.push(`xzx export ${name} ${flagged(e, filter)} --out ${says}.xlsx`)
  if (whole) lines.push(`xzx export ${name} --full --out ${says}.jsonl`)
  return verb<Flags>({
    name,
    says: `导出${says}`,
    made: 'export',
    flags: [outFlag, ...(whole ? [textsFlag] : []), ...filters.map((field) => flagFor(e, field))],
    knows: [
      ...uses.server,
      'format',
      ...(document ? [] : (['fields', 'all', 'limit'] as const)),
      ...spanFlags(e),
      ...uses.lock,
    ],
    formats: exportFormats,
    examples: lines,
    run: (ctx, { flags }) =>
      withLock(ctx, `export ${name} ${flags.out ?? ''}`, async () => {
        const { exportDocument, exportList } = await import('./run.ts')
        return (document ? exportDocument : exportList)(ctx, made, flags)
      }),
  })
}

/** What leaves as a file by a call of its own, and needs nothing to be named for it. */
const isExport = ([, e]: readonly [string, Endpoint]) =>
  documentOf(e)?.kept === true && e.verb !== false && requiredFields(e).length === 0

/** The export of an area's list; null: it has none. */
function ofList(area: AreaName, calls: Area): Made | null {
  const { list } = calls
  const more = () => ({
    says: areas[area].says,
    key: permissionKey(area, 'list', list as Endpoint),
    document: false,
    // what goes through states is written and answered: its list has not the texts
    whole: 'states' in areas[area] ? wholeOf(area, calls, list as Endpoint) : null,
    ...askedBy(list as Endpoint),
  })
  return list && isPage(list) ? { name: kebab(area), e: list, ...more() } : null
}

/** The same under the name by which people look for it: `xzx mail export` is `xzx export mail`. */
export function listExport(area: AreaName, calls: Area): Verb | null {
  const made = ofList(area, calls)
  if (!made) return null
  const { examples = [], ...rest } = exportVerb(made)
  const [as, own] = [`xzx export ${made.name} `, `xzx ${made.name} export `]
  return { ...rest, name: 'export', examples: examples.map((line) => line.replace(as, own)) }
}

/** Areas whose export is a command of its own. */
const own: readonly string[] = ['article', 'log']
const others = () => (Object.keys(areas) as AreaName[]).filter((name) => !own.includes(name))

async function exportsOf(area: AreaName): Promise<Made[]> {
  const calls: Area = await areas[area].load()
  const list = ofList(area, calls)
  return [
    ...(list ? [list] : []),
    ...Object.entries(calls)
      .filter(isExport)
      .map(([call, e]) => ({
        name: typeof e.verb === 'string' ? e.verb : kebab(`${area}-${call}`),
        e,
        says: e.says.replace(/^导出/, ''),
        key: permissionKey(area, call, e),
        document: true,
        whole: null,
        ...askedBy(e),
      })),
  ]
}

/** All that is exported by its declaration. */
export async function allMade(): Promise<Made[]> {
  return (await Promise.all(others().map(exportsOf))).flat()
}

/** The exports of all areas. @param wanted what is to be exported, of which no more than its own area is loaded */
export async function madeExports(wanted?: string): Promise<{ verbs: Verb[] }> {
  const names = others()
  const only = names.filter((name) => kebab(name) === wanted)
  const made = await Promise.all((only.length > 0 ? only : names).map(exportsOf))
  return { verbs: made.flat().map(exportVerb) }
}
