import { type AreaName, areas, statesOf } from '../../core/contract/areas.ts'
import type { Area, Endpoint } from '../../core/contract/endpoint.ts'
import { isEnveloped } from '../../core/contract/replies.ts'
import { usage } from '../errors.ts'
import { listExport } from '../export/made.ts'
import { camel, kebab } from '../spelling.ts'
import { didYouMean, nearest } from '../suggest.ts'
import type { Verb } from '../verb.ts'
import type { Feed } from './examples.ts'
import { madeRevisions } from './made-revisions.ts'
import { readVerb } from './read-verb.ts'
import { revisionVerbs } from './revision-verbs.ts'
import { rowsFor } from './rows.ts'
import { isMove, type Writing, writeVerb } from './write-verb.ts'

/** The command line's word for a call where the contract has another. */
const verbNames: Readonly<Record<string, string>> = {
  ...{ dels: 'del', delete: 'del', save: 'add', update: 'edit' },
  binRestore: 'restore',
}

/** The verb of a call: the command line's word, unless another call of the area has that very name. */
export function verbName(area: Area, call: string, e: Endpoint): string {
  if (e.verb) return e.verb
  const word = verbNames[call]
  // a call without a verb of its own leaves the word to its twin
  return kebab(word === undefined || (Object.hasOwn(area, word) && area[word]?.verb !== false) ? call : word)
}

const ofRevisions: ReadonlySet<string> = new Set(['history', 'revision', 'restore', 'binRestore'])
const isPlain = (e: Endpoint) => isEnveloped(e) && (e.send === 'body' || e.send === 'query' || isMove(e))

/** Of a call that is a move: the word of the first state from which it leads on, and whether it is seen on the site. */
function asMove(name: AreaName, area: Area, call: string): Pick<Feed, 'from' | 'seen'> {
  const { states } = areas[name] as { readonly states?: true }
  const { words, moves } = (states && statesOf(area)) || {}
  const move = moves?.[call]
  const [from] = Object.keys(move?.to ?? {})
  return {
    from: from === undefined ? undefined : words?.[Number(from)],
    ...((move?.public || move?.asks) && { seen: true }),
  }
}

/** How a writing call finds its rows, and whether what it deletes comes back. */
function about(name: AreaName, area: Area, call: string, e: Endpoint): Pick<Writing, 'rows' | 'list' | 'back'> {
  const rows = rowsFor(name, area, e)
  const { list } = rows
  return {
    rows,
    list:
      list && list.e.verb !== false
        ? { verb: verbName(area, list.call, list.e), e: list.e, ...asMove(name, area, call) }
        : null,
    back: area.binRestore !== undefined && e.rows === undefined,
  }
}

/** A verb as scripts of before know it: by its call's own name. */
const alsoAs = (call: string, verb: Verb) => ({ ...verb, name: kebab(call), hidden: true as const })

/** The verbs of an area that needs nothing special: made from its contract. */
export async function areaVerbs(name: AreaName): Promise<{ verbs: Verb[] }> {
  const { says, load, ...more } = areas[name]
  const area: Area = await load()
  // a kind with states is listed, shown, moved and exported under one name
  const exported = 'states' in more ? listExport(name, area) : null
  const others = exported && !Object.keys(area).includes('export') ? [exported] : []
  // a text that its history sets back has the verbs of articles for it
  const states = area.revision && area.restore ? statesOf(area) : null
  const made = Object.entries(area).flatMap(([call, e]) => {
    if (e.verb === false || (states && ofRevisions.has(call))) return []
    const word = verbName(area, call, e)
    if (e.effect === 'read' && isEnveloped(e)) return [readVerb(name, word, e)]
    if (e.effect !== 'write' || !isPlain(e)) return []
    const verb = writeVerb({ area: name, call, word, e, says, ...about(name, area, call, e) })
    return area[word]?.verb === false || call === 'binRestore' ? [verb, alsoAs(call, verb)] : [verb]
  })
  if (!states || !area.binRestore) return { verbs: [...made, ...others] }
  const { binRestore } = area
  const fromBin = writeVerb({
    call: 'binRestore',
    area: name,
    says,
    word: 'restore',
    e: binRestore,
    ...about(name, area, 'binRestore', binRestore),
  })
  const restores = revisionVerbs(madeRevisions(name, area, states), fromBin)
  return { verbs: [...made, ...others, ...restores, alsoAs('binRestore', fromBin)] }
}

/** The calls of an area, by the names under which `xzx api` knows them. */
const namesIn = async (area: AreaName) => Object.keys(await areas[area].load()).map((call) => `${area}.${call}`)

/**
 * Finds `article.saveAdmin`, written in camelCase or kebab-case.
 * @throws CliError 2 for what is no call, with the one that was probably meant
 */
export async function needCall(text: string): Promise<{ name: string; e: Endpoint }> {
  const [area = '', call = ''] = text.split('.').map(camel)
  const known = Object.hasOwn(areas, area) ? area : nearest(area, Object.keys(areas))
  const e = known === area ? ((await areas[area as AreaName].load()) as Area)[call] : undefined
  if (e) return { name: `${area}.${call}`, e }
  const near = known === undefined ? [] : await namesIn(known as AreaName)
  throw usage(`没有接口 ${text}${didYouMean(text, near)}`, '运行 xzx api 列出全部接口')
}
