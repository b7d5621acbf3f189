import { useMemo } from 'react'
import type { CallOptions } from '../../../core/client/client.ts'
import { articleBrief } from '../../../core/contract/article.ts'
import {
  askedFields,
  filledFields,
  modelColumn,
  withModelColumns,
  withModelWords,
} from '../../../core/contract/model-columns.ts'
import { useCall } from '../../data/calls.ts'
import type { Column } from '../../parts/list/types.ts'
import { api, type Brief } from './calls.ts'

/** The kind whose words are the longest. */
const text = 1

type Asked = Parameters<typeof api.list>[0]

/** The list's call, which knows the fields of models as one. */
const listed = (input: Asked, options?: CallOptions) => {
  const { fields } = input as { fields?: readonly string[] }
  return api.list({ ...input, ...(fields && { fields: askedFields(fields) }) } as Asked, options)
}

/** The list of a column whose model has fields that are marked for lists: with a column for each, in exports too. */
export function useModelList(columnId: string | undefined, columns: readonly Column<Brief>[]) {
  const asked = { articleId: '0', columnId: columnId ?? '' }
  const { data } = useCall('article.queryFieldOverwrite', api.queryFieldOverwrite, asked, {
    enabled: columnId !== undefined,
    quiet: true,
  })
  return useMemo(() => {
    const fields = columnId ? filledFields(data ?? []).filter(({ inList }) => Number(inList) === 1) : []
    if (fields.length === 0) return { from: listed, row: articleBrief, columns }
    const more = fields.map(
      (field) =>
        ({
          field: modelColumn(field),
          width: Number(field.fieldType) === text ? 180 : 110,
        }) as unknown as Column<Brief>,
    )
    const at = columns.findIndex(({ field }) => field === 'status')
    return {
      from: async (input: Asked, options?: CallOptions) => {
        const page = await listed(input, options)
        return { ...page, list: page.list.map((row) => withModelWords(row, fields)) }
      },
      row: withModelColumns(articleBrief, fields) as typeof articleBrief,
      columns: columns.toSpliced(at, 0, ...more),
    }
  }, [columnId, data, columns])
}
