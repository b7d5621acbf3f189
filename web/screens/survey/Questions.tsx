import { Button, Form, Input, Select } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { type Design, designFaults, type Fault, problemType, problemTypes } from '../../../core/domain/survey.ts'
import { useConfirm } from '../../parts/confirm.tsx'
import { NumberInput } from '../../parts/NumberInput.tsx'
import './survey.css'

/** A question as the form holds it. */
export interface QuestionValue {
  readonly page: Typed
  readonly type: number
  readonly title: string
  readonly required: number
  readonly options: readonly string[]
  readonly other: number
  readonly least: Typed
  readonly most: Typed
  readonly maxLength: Typed
}
/** A number where one was typed, else what was typed. */
type Typed = number | string | null
const fresh: QuestionValue = {
  ...{ page: 1, type: 0, title: '', required: 1, options: [], other: 0, least: null, most: null, maxLength: null },
}

const types = Object.entries(problemTypes).map(([value, label]) => ({ value: Number(value), label }))
const yesNo = (yes: string, no: string) => [
  { value: 1, label: yes },
  { value: 0, label: no },
]
const requireds = yesNo('必答', '选答')
const others = yesNo('有「其他」', '没有「其他」')
const linesOf = (text: string) => text.split('\n')

/** The same as it is sent: lines without a word are no options. */
export const questionsSent = (questions: readonly QuestionValue[]) =>
  questions.map((one) => ({
    ...one,
    page: one.page ?? 1,
    options: one.type === problemType.text ? [] : one.options.map((line) => line.trim()).filter(Boolean),
  }))

const numberOf = (typed: Typed): number | null => (typeof typed === 'number' ? typed : null)

/** What is wrong with some questions, each by its place, as the server judges them. */
export function questionFaults(questions: readonly QuestionValue[]): readonly Fault[] {
  const untitled = questions.flatMap(({ title }, i) =>
    title.trim() === '' ? [{ row: i + 1, says: '请填写题目' }] : [],
  )
  const designs = questionsSent(questions).map((one) => ({
    ...one,
    ...{ page: numberOf(one.page) ?? 1, least: numberOf(one.least), most: numberOf(one.most) },
    maxLength: numberOf(one.maxLength),
  }))
  return [...untitled, ...designFaults(designs as readonly Design[])]
}

/** What is wrong with each question, from the first try to save them on and as far as it is not mended. */
function useFaults(questions: readonly QuestionValue[]) {
  const { errors } = Form.Item.useStatus()
  const [tried, setTried] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (errors.length === 0) return
    setTried(true)
    // the first of them that is red is gone to once it is
    setTimeout(() => place.current?.querySelector<HTMLElement>('.question-wrong input')?.focus())
  }, [errors])
  return { place, faults: tried ? questionFaults(questions) : [] }
}

interface Props {
  readonly id?: string
  readonly value?: readonly QuestionValue[]
  readonly onChange?: (value: readonly QuestionValue[]) => void
  readonly disabled?: boolean
}

/** The questions of a survey: added, put in order, and each with what belongs to its type. */
export function Questions({ id, value = [], onChange, disabled = false }: Props) {
  const confirm = useConfirm()
  const give = (next: readonly QuestionValue[]) => onChange?.(next)
  const set = (i: number, more: Partial<QuestionValue>) =>
    give(value.map((one, k) => (k === i ? { ...one, ...more } : one)))
  const swap = (i: number, to: number) =>
    give(
      value.map((one, k) => {
        if (k === i) return { ...(value[to] as QuestionValue), page: one.page }
        return k === to ? { ...(value[i] as QuestionValue), page: one.page } : one
      }),
    )
  async function drop({ title, options }: QuestionValue, i: number) {
    const written = [title, ...options].some((text) => text.trim() !== '')
    const text = `删除第 ${i + 1} 题${title ? `「${title}」` : ''}？`
    if (written && !(await confirm({ text, ok: '删除', danger: true }))) return
    give(value.toSpliced(i, 1))
  }
  const { place, faults } = useFaults(value)
  const wrongAt = (i: number) => faults.filter(({ row }) => row === i + 1).map(({ says }) => says)
  const add = () => give([...value, { ...fresh, page: value.at(-1)?.page ?? 1 }])
  return (
    <div id={id} className="questions" ref={place}>
      {value.map((one, i) => (
        <fieldset
          // biome-ignore lint/suspicious/noArrayIndexKey: a question has no name but its place
          key={i}
          className={wrongAt(i).length > 0 ? 'question question-wrong' : 'question'}
          disabled={disabled}
        >
          <legend>第 {i + 1} 题</legend>
          <One one={one} no={i + 1} disabled={disabled} set={(more) => set(i, more)} />
          {wrongAt(i).length > 0 && (
            <p className="status bad reason" role="alert">
              {wrongAt(i).join('；')}
            </p>
          )}
          {!disabled && (
            <p className="question-acts">
              <Button size="small" disabled={i === 0} onClick={() => swap(i, i - 1)}>
                上移
              </Button>
              <Button size="small" disabled={i === value.length - 1} onClick={() => swap(i, i + 1)}>
                下移
              </Button>
              <Button size="small" onClick={() => give(value.toSpliced(i + 1, 0, one))}>
                复制
              </Button>
              <Button size="small" danger onClick={() => void drop(one, i)}>
                删除这一题
              </Button>
            </p>
          )}
        </fieldset>
      ))}
      {!disabled && <Button onClick={add}>添加题目</Button>}
    </div>
  )
}

interface OneProps {
  readonly one: QuestionValue
  readonly no: number
  readonly disabled: boolean
  readonly set: (more: Partial<QuestionValue>) => void
}

function One({ one, no, disabled, set }: OneProps) {
  const named = (what: string) => ({ 'aria-label': `第 ${no} 题的${what}`, disabled })
  const isText = one.type === problemType.text
  const bound = (field: 'least' | 'most' | 'maxLength', what: string, unit: string) => (
    <NumberInput
      {...named(what)}
      prefix={what}
      suffix={unit}
      value={one[field]}
      onChange={(value) => set({ [field]: value })}
    />
  )
  return (
    <>
      <Input
        {...named('题目')}
        value={one.title}
        maxLength={200}
        placeholder="题目"
        onChange={({ target }) => set({ title: target.value })}
      />
      <div className="question-row">
        <Select {...named('题型')} value={one.type} options={types} onChange={(type) => set({ type })} />
        <Select
          {...named('要求')}
          value={one.required}
          options={requireds}
          onChange={(required) => set({ required })}
        />
        <NumberInput {...named('页码')} prefix="第" suffix="页" value={one.page} onChange={(page) => set({ page })} />
        {!isText && (
          <Select {...named('其他')} value={one.other} options={others} onChange={(other) => set({ other })} />
        )}
        {one.type === problemType.several && bound('least', '最少选', '项')}
        {one.type === problemType.several && bound('most', '最多选', '项')}
        {isText && bound('maxLength', '最多', '字')}
      </div>
      {!isText && (
        <Input.TextArea
          {...named('选项，每行一个')}
          placeholder="选项，每行一个"
          autoSize={{ minRows: 2 }}
          value={one.options.join('\n')}
          onChange={({ target }) => set({ options: linesOf(target.value) })}
        />
      )}
    </>
  )
}
