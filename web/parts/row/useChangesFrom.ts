import type { z } from 'zod'
import { metaOf, type Shaped } from '../../../core/contract/meta.ts'
import type { ReferenceName } from '../../../core/contract/references.ts'
import { useNames } from '../../data/references.ts'
import type { Change } from '../Compare.tsx'
import { changedFields } from '../form/useEdit.tsx'

/** Makes what a dialog shows of two versions of a row: the fields that I changed, as they stand there and as I have them, in words. */
export function useChangesFrom<V extends object>(shape: { readonly [F in keyof V]: z.ZodType }) {
  const metas = new Map(
    Object.entries(shape).map(([field, schema]) => [field, metaOf(schema as unknown as Shaped)] as const),
  )
  const names = useNames([...new Set([...metas.values()].flatMap(({ of }) => (of ? [of as ReferenceName] : [])))])
  /** What they changed beside it, which stays whichever is taken; undefined: nothing. */
  const besides = (original: Partial<V>, mine: Partial<V>, theirs: Partial<V>): string | undefined => {
    const fields = Object.keys(changedFields(original, theirs)).filter((field) => !Object.hasOwn(mine, field))
    return fields.length === 0
      ? undefined
      : `对方还改了${fields.map((field) => `「${metas.get(field)?.title ?? field}」`).join('')}，采用哪一方都保留对方的这些修改。`
  }
  const changes = (mine: Partial<V>, theirs: object): Change[] =>
    Object.entries(mine).map(([field, after]) => {
      const { title = field, words, of, image = false } = metas.get(field) ?? {}
      const known = words ?? (of ? names[of as ReferenceName] : undefined)
      const said = (value: unknown) =>
        typeof value === 'object' && value !== null && 'name' in value ? value.name : (known?.[String(value)] ?? value)
      const shown = (value: unknown) => (Array.isArray(value) ? value.map(said).join('、') : said(value))
      return { field, title, image, before: shown((theirs as Record<string, unknown>)[field]), after: shown(after) }
    })
  return Object.assign(changes, { besides })
}
