import { article } from '../../../core/contract/article.ts'
import { metaOf, type Shaped } from '../../../core/contract/meta.ts'
import { essayTypes } from '../../../core/domain/enums.ts'
import { fieldWords } from '../../../core/domain/fields.ts'
import { filesChange, type NamedFile } from '../../../core/domain/files.ts'
import { useNames } from '../../data/references.ts'
import type { Change } from '../../parts/Compare.tsx'
import type { FormField } from './fields.ts'

const shape = article.saveAdmin.input.shape as unknown as Readonly<Record<string, Shaped>>

const filesIn = (value: unknown): readonly NamedFile[] => (Array.isArray(value) ? value : [])

/** Values of an article's fields as the form names them: a column by its name, a choice by its word, files by their names. */
export function useWords() {
  const { column: names } = useNames(['column'])
  const placesOf = (list: unknown) =>
    String(list ?? '')
      .split(',')
      .filter(Boolean)
      .map((place) => (essayTypes as Readonly<Record<string, string>>)[place] ?? place)
      .join('、')
  const known = (field: string, value: unknown) =>
    (field === ('columnId' satisfies FormField) ? names : metaOf(shape[field] ?? {}).words)?.[String(value)] ?? value
  const special: { readonly [F in string]?: (value: unknown) => string } = {
    essayList: placesOf,
    modelFields: (value) =>
      Object.values(value ?? {})
        .map((one) => fieldWords({ kind: 'text', title: '', max: 0 }, one ?? ''))
        .filter(Boolean)
        .join('；'),
    files: (value) =>
      filesIn(value)
        .map(({ name }) => name)
        .join('、'),
  } satisfies { readonly [F in FormField]?: (value: unknown) => string }
  return (field: string, value: unknown): unknown => special[field]?.(value) ?? known(field, value)
}

/** What is shown of a field that two versions of an article have otherwise. */
export function useChange() {
  const wordOf = useWords()
  return ({ field, title, before, after }: Omit<Change, 'html' | 'says'>): Change => ({
    ...{ field, title, before: wordOf(field, before), after: wordOf(field, after), html: field === 'content' },
    image: field === ('coverImage' satisfies FormField),
    ...(field === ('files' satisfies FormField) && { says: filesChange(filesIn(before), filesIn(after)) }),
  })
}
