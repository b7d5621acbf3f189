import { Button, Form } from 'antd'
import { useEffect, useRef } from 'react'
import type { article } from '../../../core/contract/article.ts'
import type { Output } from '../../../core/contract/endpoint.ts'
import { fieldSchema } from '../../../core/contract/fields.ts'
import { filter } from '../../../core/contract/shared.ts'
import { fieldOf, isFilled } from '../../../core/domain/content-model.ts'
import { boundsSay } from '../../../core/domain/decimal.ts'
import { fieldWords } from '../../../core/domain/fields.ts'
import { safeLink } from '../../../core/domain/links.ts'
import { useCall } from '../../data/calls.ts'
import { RowField } from '../../parts/row/RowField.tsx'
import { api } from './calls.ts'
import type { ModelValues, Values } from './fields.ts'

type Field = Output<typeof article.queryFieldOverwrite>[number]

const hintOf = ({ hint, minimum, maximum, unit }: Field): string | undefined => {
  const bounds = boundsSay(minimum, maximum)
  return [hint, bounds && `${bounds}${unit ? `，单位${unit}` : ''}`].filter(Boolean).join('；') || undefined
}

/** What an editor may not change any more, and a button, which has no value: it opens its address. */
function Shown({ field }: { field: Field }) {
  const { fieldTipsName, fieldDefault, value, hint } = field
  const address = safeLink(fieldDefault)
  if (isFilled(Number(field.fieldType)))
    return (
      <Form.Item label={`${fieldTipsName}（已停用）`} extra="这个字段已停用，已填写的内容照样显示">
        <span>{value === null ? '' : fieldWords(fieldOf(field), value)}</span>
      </Form.Item>
    )
  return (
    address && (
      <Form.Item extra={hint ?? undefined}>
        <Button href={address} target="_blank" rel="noopener">
          {fieldTipsName}
        </Button>
      </Form.Item>
    )
  )
}

const hidden = 6
/** What an editor writes in: of a field that was stopped nobody writes any more. */
const isWritten = ({ fieldType, state }: Field) => isFilled(Number(fieldType)) && Number(state) === 1

/** The fields of the chosen column's model: another column brings its own, with what the article has there or the defaults. */
export function ModelFields({ articleId }: { articleId: string | undefined }) {
  const form = Form.useFormInstance<Partial<Values>>()
  const columnId = Form.useWatch('columnId', form)
  const asked = { articleId: articleId ?? '0', columnId: columnId ?? '' }
  const { data } = useCall('article.queryFieldOverwrite', api.queryFieldOverwrite, asked, { enabled: !!columnId })
  // what the form was opened with stands there already
  // a column chosen by mistake takes nothing that was typed: it is there again with the right one
  const typed = useRef<ModelValues>({})
  const filled = useRef(articleId === undefined ? '' : String(form.getFieldValue('columnId') ?? ''))
  useEffect(() => {
    if (!columnId || !data || filled.current === columnId) return
    filled.current = columnId
    const now: ModelValues = form.getFieldValue('modelFields') ?? {}
    typed.current = { ...typed.current, ...now }
    const before = typed.current
    const names = data
      .filter(isWritten)
      .map(({ fieldFieldName: name, value }) => [name, before[name] ?? value ?? undefined])
    form.setFieldValue('modelFields', Object.fromEntries(names))
  }, [columnId, data, form])
  if (!columnId || !data) return null
  return data
    .filter(({ fieldType }) => Number(fieldType) !== hidden)
    .map((field) =>
      isWritten(field) ? (
        <RowField
          key={field.id}
          name={['modelFields', field.fieldFieldName]}
          schema={filter(fieldSchema(fieldOf({ ...field, required: 0 })))}
          hint={hintOf(field)}
          marked={Number(field.required) === 1}
        />
      ) : (
        <Shown key={field.id} field={field} />
      ),
    )
}
