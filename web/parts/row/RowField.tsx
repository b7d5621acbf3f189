import { Form, Input, Select } from 'antd'
import type { z } from 'zod'
import { type FieldMeta, isProse, metaOf, type Shaped } from '../../../core/contract/meta.ts'
import type { ReferenceName } from '../../../core/contract/references.ts'
import { pleaseEnter, pleaseSelect } from '../../../core/text.ts'
import { LazyEditor } from '../editor/LazyEditor.tsx'
import { required, rule } from '../form/rules.ts'
import { NumberInput, rangeSays } from '../NumberInput.tsx'
import { ReferencePicker, ReferencesPicker } from '../ReferencePicker.tsx'
import { FilesField } from '../upload/FilesField.tsx'
import { ImageUpload } from '../upload/ImageUpload.tsx'
import { TimeInput } from './TimeInput.tsx'

const longFrom = 200
const numeric = /^\d+$/
/** No row's number has more digits. */
const numberLength = 16

const optionsOf = (words: Readonly<Record<string, string>>) =>
  Object.entries(words).map(([key, label]) => ({ value: numeric.test(key) ? Number(key) : key, label }))

/** A text of several lines: it takes the whole width of a form. */
const isLong = (meta: FieldMeta) => isProse(meta, longFrom)

/** Rows may keep a choice's number as a text: it is shown by its word all the same. */
const chosenProps = (value: unknown) => ({
  value: typeof value === 'string' && numeric.test(value) ? Number(value) : value,
})

/** Several choices are kept as `1,3`. */
const severalProps = (value: unknown) => ({
  value: String(value ?? '')
    .split(',')
    .filter(Boolean)
    .map((key) => chosenProps(key).value),
})
const joined = (chosen: readonly (string | number)[]) => chosen.join(',')

interface WordsProps {
  readonly options: readonly string[]
  readonly label: string
  readonly many: boolean | undefined
  readonly id?: string
  readonly value?: string | readonly string[]
  readonly onChange?: (value: never) => void
  readonly disabled?: true
}

/** One of some words, or several of them; what is held and is none of them any more stays, and can be taken away. */
function WordsInput({ options, label, many, value, ...rest }: WordsProps) {
  const shown = options.map((word) => ({ value: word, label: word }))
  const input = { ...rest, value: value as never, options: shown, 'aria-label': label, allowClear: true }
  return many ? <Select mode="multiple" {...input} /> : <Select {...input} />
}

interface More {
  /** The field may be empty: what was chosen can be taken away again. */
  readonly clearable: boolean
  readonly without: string | undefined
  readonly may: ((id: string) => boolean) | undefined
  /** None: as the form is. */
  readonly shut: { readonly disabled: true } | Record<string, never>
}

/** The input that fits what a field may hold. */
function inputFor(meta: FieldMeta, { clearable, without, may, shut }: More) {
  const { title = '', words, of, many, minimum, maximum, maxLength = 500, time, toItsEnd = false, ofDay = false } = meta
  const { html, image, filesOf, unit, several, options, decimal, lines, rowNumber } = meta
  if (of && many)
    return <ReferencesPicker of={of as ReferenceName} label={title} placeholder={`请选择${title}`} {...shut} />
  if (of)
    return (
      <ReferencePicker
        of={of as ReferenceName}
        label={title}
        placeholder={clearable ? '无' : `请选择${title}`}
        without={without}
        may={may}
        {...shut}
      />
    )
  if (options) return <WordsInput options={options} label={title} many={many} {...shut} />
  if (rowNumber)
    return <Input inputMode="numeric" maxLength={numberLength} className="row-number" autoComplete="off" {...shut} />
  if (decimal) return <Input inputMode="decimal" maxLength={24} suffix={unit} {...shut} />
  if (words && several)
    return (
      <Select mode="multiple" aria-label={title} options={optionsOf(words)} placeholder={`请选择${title}`} {...shut} />
    )
  if (words) return <Select aria-label={title} options={optionsOf(words)} allowClear={clearable} {...shut} />
  if (minimum !== undefined && maximum !== undefined) return <NumberInput suffix={unit} {...shut} />
  if (time) return <TimeInput toItsEnd={toItsEnd} ofDay={ofDay} {...shut} />
  if (filesOf) return <FilesField label={title} to={filesOf} readOnly={'disabled' in shut} />
  if (html) return <LazyEditor label={title} short />
  if (image) return <ImageUpload label={title} readOnly={'disabled' in shut} />
  if (lines || maxLength > longFrom) return <Input.TextArea rows={3} maxLength={maxLength} showCount {...shut} />
  return <Input maxLength={maxLength} {...shut} />
}

interface Props {
  /** As the form holds it: a path where it stands within another one. */
  readonly name: string | string[]
  /** The field as the call takes it. */
  readonly schema: z.ZodType
  /** A remark below the field. */
  readonly hint?: string | undefined
  /** Of a choice among the rows themselves: the one that it is about. */
  readonly without?: string
  /** Of a choice among rows: whether this one may be chosen. */
  readonly may?: ((id: string) => boolean) | undefined
  /** It must be filled in, whatever the call takes. */
  readonly needed?: boolean | undefined
  /** It is marked as one that must be filled in, though a draft may go without. */
  readonly marked?: boolean
  /** It is there for what was chosen in another field: what it held goes with it. */
  readonly passing?: boolean
  /** It alone, whatever the form is. */
  readonly disabled?: boolean
}

/** What stands below a field: the remark, and between which bounds a number is. */
const belowOf = ({ words, minimum, maximum, unit }: FieldMeta, hint: string | undefined): string | undefined => {
  const bounded = !words && minimum !== undefined && maximum !== undefined
  return [hint, bounded && rangeSays(minimum, maximum, unit)].filter(Boolean).join('；') || undefined
}

const pleaseGive = ({ title = '', of, words, options }: FieldMeta): string =>
  (of || words || options ? pleaseSelect : pleaseEnter)(title)

/** One field of a form, made from its declaration: label, kind of input, limits, and what is refused. */
export function RowField(props: Props) {
  const { name, schema, hint, without, may, needed: must = false, marked = false, passing = false, disabled } = props
  const meta = metaOf(schema as unknown as Shaped)
  const needed = must || ![undefined, ''].some((none) => schema.safeParse(none).success)
  const long = isLong(meta)
  const clearable = !needed && schema.safeParse(null).success
  return (
    <Form.Item
      {...((long || meta.filesOf) && { className: 'whole' })}
      name={name}
      label={meta.title}
      required={needed || marked}
      preserve={!passing}
      validateFirst
      rules={[...(must ? [required(pleaseGive(meta))] : []), rule(schema)]}
      {...(meta.words && { getValueProps: meta.several ? severalProps : chosenProps })}
      {...(meta.several && { getValueFromEvent: joined })}
      extra={belowOf(meta, hint)}
    >
      {inputFor(meta, { clearable, without, may, shut: disabled ? { disabled } : {} })}
    </Form.Item>
  )
}
