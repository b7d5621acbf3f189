import { article } from '../../../core/contract/article.ts'
import { metaOf, type Shaped } from '../../../core/contract/meta.ts'
import { essayTypes } from '../../../core/domain/enums.ts'
import { useNames } from '../../data/references.ts'
import type { FormField } from './fields.ts'

const shape = article.saveAdmin.input.shape as unknown as Readonly<Record<string, Shaped>>

/** Values of an article's fields as the form names them: a column by its name, a choice by its word. */
export function useWords() {
  const { column: names } = useNames(['column'])
  const placesOf = (list: unknown) =>
    String(list ?? '')
      .split(',')
      .filter(Boolean)
      .map((place) => (essayTypes as Readonly<Record<string, string>>)[place] ?? place)
      .join('、')
  return (field: string, value: unknown): unknown =>
    field === ('essayList' satisfies FormField)
      ? placesOf(value)
      : ((field === ('columnId' satisfies FormField) ? names : metaOf(shape[field] ?? {}).words)?.[String(value)] ??
        value)
}
