import { type Run, runs } from '../../core/text-diff.ts'

/** Lines that stay are shown so far around what changed. */
const around = 2

const marks: Readonly<Record<Run<string>['kind'], string>> = { same: '  ', removed: '- ', added: '+ ' }

/** Lines that stay, without those that are far from any change. */
function shortened(items: readonly string[], first: boolean, last: boolean): string[] {
  const [before, after] = [first ? 0 : around, last ? 0 : around]
  const left = items.length - before - after
  if (left <= 1) return [...items]
  const tail = after === 0 ? [] : items.slice(-after)
  return [...items.slice(0, before), `……（${left} 行相同）`, ...tail]
}

/** What changed from one version to another, line by line as it is read on a terminal. */
export interface Changes {
  readonly runs: readonly Run<string>[]
  /** The words are the same, the markup is not. */
  readonly onlyForm: boolean
}

/** Compares two texts line by line; `sameForm`: nothing but their lines could differ. */
export function compareLines(before: readonly string[], after: readonly string[], sameForm = true): Changes {
  const found = runs([...before], [...after])
  return { runs: found, onlyForm: !sameForm && found.every(({ kind }) => kind === 'same') }
}

/** The changes as lines with their marks; none where nothing changed. */
export function drawChanges({ runs: all }: Changes): string[] {
  if (all.every(({ kind }) => kind === 'same')) return []
  return all.flatMap(({ kind, items }, i) =>
    (kind === 'same' ? shortened(items, i === 0, i === all.length - 1) : items).map((line) => marks[kind] + line),
  )
}
