import { diffArrays } from 'diff'

/** A run of things that stayed, came or went. */
export interface Run<T> {
  readonly kind: 'same' | 'added' | 'removed'
  readonly items: readonly T[]
}
/** A run of text that stayed, came or went. */
export interface Piece {
  readonly kind: Run<string>['kind']
  readonly text: string
}

/** More steps than this from one to the other: it counts as replaced whole. What looking for them costs grows with their square. */
const stepsMax = 1000
/** What all comparisons of one screen may cost together: well under a second. */
const costMax = 4_000_000

/** How many steps each of so many comparisons may take. */
export const stepsFor = (comparisons: number): number =>
  Math.max(1, Math.min(stepsMax, Math.floor(Math.sqrt(costMax / comparisons))))

/** The steps from one list to the other. */
export function runs<T>(before: readonly T[], after: readonly T[], maxEditLength = stepsMax): Run<T>[] {
  const found = diffArrays([...before], [...after], { maxEditLength })
  if (!found)
    return [
      { kind: 'removed', items: before },
      { kind: 'added', items: after },
    ]
  return found.map(({ value, added, removed }) => ({
    kind: added ? 'added' : removed ? 'removed' : 'same',
    items: value,
  }))
}

/** What went, together with what came in its place; else a run as it is. */
export type Exchange<T> =
  | { readonly kind: 'same'; readonly items: readonly T[] }
  | { readonly kind: 'changed'; readonly before: readonly T[]; readonly after: readonly T[] }

/** Runs with what went and what came at the same place put together. */
export function exchanges<T>(steps: readonly Run<T>[]): Exchange<T>[] {
  const out: Exchange<T>[] = []
  for (const { kind, items } of steps) {
    const last = out.at(-1)
    if (kind === 'same') out.push({ kind, items })
    else if (last?.kind === 'changed')
      out[out.length - 1] = {
        kind: 'changed',
        before: kind === 'removed' ? [...last.before, ...items] : last.before,
        after: kind === 'added' ? [...last.after, ...items] : last.after,
      }
    else out.push({ kind: 'changed', before: kind === 'removed' ? items : [], after: kind === 'added' ? items : [] })
  }
  return out
}

function pieces(steps: readonly Run<string>[]): Piece[] {
  const out: Piece[] = []
  for (const { kind, items } of steps) {
    const text = items.join('')
    const last = out.at(-1)
    if (last?.kind === kind) out[out.length - 1] = { kind, text: last.text + text }
    else if (text !== '') out.push({ kind, text })
  }
  return out
}

const lines = (text: string) => text.split(/(?<=\n)/)

/** A time, a number or an address: its characters, taken one by one, say nothing. */
const isOneThing = (text: string) => /\d/.test(text) && (/^[\d :-]+$/.test(text) || /^[!-~]+$/.test(text))

/** What changed between two texts: paragraph by paragraph, within changed ones character by character. */
export const diff = (before: string, after: string, steps = stepsMax): Piece[] =>
  pieces(
    exchanges(runs(lines(before), lines(after), steps)).flatMap((step) => {
      if (step.kind === 'same') return [step]
      const [old, now] = [step.before.join(''), step.after.join('')]
      const parts = isOneThing(old) && isOneThing(now) ? [[old], [now]] : [[...old], [...now]]
      return runs(parts[0] ?? [], parts[1] ?? [], steps)
    }),
  )
