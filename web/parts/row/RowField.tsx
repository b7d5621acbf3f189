import { Form, Input, InputNumber, Select } from 'antd'
import type { z } from 'zod'
import { type FieldMeta, metaOf, type Shaped } from '../../../core/contract/meta.ts'
import { rule } from '../form/rules.ts'

const longFrom = 200
const numeric = /^\d+$/

const optionsOf = (words: Readonly<Record<string, string>>) =>
  Object.entries(words).map(([key, label]) => ({ value: numeric.test(key) ? Number(key) : key, label }))

/** The input that fits what a field may hold. */
function inputFor({ title = '', words, minimum, maximum, maxLength = 500 }: FieldMeta) {
  if (words) return <Select aria-label={title} options={optionsOf(words)} />
  if (minimum !== undefined && maximum !== undefined)
    return <InputNumber min={minimum} max={maximum} precision={0} style={{ width: '100%' }} />
  if (maxLength > longFrom) return <Input.TextArea rows={3} maxLength={maxLength} showCount />
  return <Input maxLength={maxLength} />
}

interface Props {
  readonly name: string
  /** The field as the call takes it. */
  readonly schema: z.ZodType
  /** A remark below the field. */
  readonly hint?: string | undefined
}

/** One field of a form, made from its declaration: label, kind of input, limits, and what is refused. */
export function RowField({ name, schema, hint }: Props) {
  const meta = metaOf(schema as unknown as Shaped)
  const needed = !schema.safeParse(undefined).success
  return (
    <Form.Item name={name} label={meta.title} required={needed} rules={[rule(schema)]} extra={hint}>
      {inputFor(meta)}
    </Form.Item>
  )
}
