import { Form } from 'antd'
import { useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import type { CallOptions } from '../../../core/client/client.ts'
import { survey } from '../../../core/contract/survey.ts'
import { designStates, surveyFlow } from '../../../core/domain/survey-states.ts'
import { buttons, notices } from '../../../core/text.ts'
import { useCall } from '../../data/calls.ts'
import { FormScreen } from '../../parts/form/FormScreen.tsx'
import { StaleDialog } from '../../parts/form/StaleDialog.tsx'
import { useEdit } from '../../parts/form/useEdit.tsx'
import { RowField } from '../../parts/row/RowField.tsx'
import { useChangesFrom } from '../../parts/row/useChangesFrom.ts'
import { draftKey, useRowSaving } from '../../parts/row/useRowSaving.ts'
import { ErrorState, Loading } from '../../parts/States.tsx'
import { api, backToList, places, type Survey } from './calls.ts'
import { Questions, type QuestionValue, questionFaults, questionsSent } from './Questions.tsx'
import '../../parts/toolbar.css'

const shape = survey.add.input.shape
const plain = ['title', 'intro', 'deptId', 'startAt', 'endAt', 'shared'] as const
const hints = {
  startAt: '到时自动开始；不填的由人开始',
  endAt: '到这一天结束时自动结束',
  shared: '大厅的平板等公用设备选「不限」',
} as const
interface Values {
  title: string
  intro: string
  deptId: string
  startAt: string
  endAt: string
  shared: number
  questions: readonly QuestionValue[]
}

const valuesOf = (row: Survey): Partial<Values> =>
  ({
    ...Object.fromEntries(plain.map((field) => [field, row[field] ?? undefined])),
    questions: row.questions.map(({ id: _, says: __, ...one }) => one),
  }) as Partial<Values>

const { id: _id, version: _version, ...shown } = shape
/** Questions as a comparison shows them. */
const inWords = (values: Partial<Values>): Partial<Values> =>
  values.questions ? ({ ...values, questions: values.questions.map(({ title }) => title) } as never) : values

/** Names the questions that are not in order; what is wrong stands at each. */
async function wrongQuestions(_: unknown, questions: readonly QuestionValue[] = []): Promise<void> {
  const wrong = [...new Set(questionFaults(questions).map(({ row }) => row))]
  if (wrong.length > 0) throw new Error(`第 ${wrong.join('、')} 题需要改正`)
}

type Sent = { questions?: readonly QuestionValue[] }
const sent = <I extends Sent>(input: I) => ({
  ...input,
  ...(input.questions && { questions: questionsSent(input.questions) }),
})
const calls = {
  get: api.detail,
  add: (input: Sent, options?: CallOptions) => api.add(sent(input) as never, options),
  edit: (input: Sent, options?: CallOptions) => api.edit(sent(input) as never, options),
}

/** A survey is designed here, a new one or one that nobody can answer yet; of one that runs only its end is moved. */
export default function DesignScreen() {
  const { id } = useParams()
  return id === undefined ? <Design /> : <Known key={id} id={id} />
}

function Known({ id }: { readonly id: string }) {
  const { data, error, refetch } = useCall('survey.detail', api.detail, { id }, { fresh: true })
  if (error && !data) return <ErrorState error={error} retry={() => void refetch()} back={backToList} />
  return data ? <Design row={data} /> : <Loading />
}

function Design({ row }: { readonly row?: Survey }) {
  const navigate = useNavigate()
  const [initial] = useState<Partial<Values>>(() => (row ? valuesOf(row) : { shared: 0, questions: [] }))
  const edit = useEdit<Values>(draftKey('survey', row), initial, row?.version)
  const saving = useRowSaving<Values, Survey>({
    ...{ edit, calls: calls as never, area: 'survey', row, valuesOf },
    done: ({ id }) => void navigate(places.one(id)),
  })
  const changesFrom = useChangesFrom<Values>(shown)
  const state = Number(row?.state ?? 4)
  const closed = !designStates.includes(state)
  const anew = state === 0 && row !== undefined
  return (
    <>
      <div className="toolbar">
        <h1>{row ? `设计问卷：${row.title}` : '新增问卷'}</h1>
        <span className="grow" />
        <Link to={row ? places.one(row.id) : places.list}>{row ? '返回问卷' : '返回问卷调查'}</Link>
      </div>
      {closed && (
        <p className="status bad" role="status">
          当前为「{surveyFlow.words[state as 1]}」，只能修改结束时间；要改题目请复制一份。
        </p>
      )}
      {anew && (
        <p className="muted" role="status">
          已审核通过，修改后须重新审核（只改结束时间的除外）。
        </p>
      )}
      <div className="panel">
        <FormScreen<Values>
          edit={edit}
          initial={initial}
          live={() => (closed ? notices.live : '')}
          save={saving.keep}
          cancel={() => void navigate(row ? places.one(row.id) : places.list)}
          actions={[{ label: buttons.save, main: true, does: saving.save, busy: saving.busy }]}
        >
          {plain.map((field) => (
            <RowField
              key={field}
              name={field}
              schema={shape[field]}
              hint={hints[field as keyof typeof hints]}
              {...(closed && field !== 'endAt' && { disabled: true })}
            />
          ))}
          <Form.Item
            className="whole"
            name="questions"
            label="题目"
            // what is wrong is red at its question, and not all of them
            validateStatus=""
            rules={[{ validator: wrongQuestions }]}
            validateTrigger={[]}
          >
            <Questions disabled={closed} />
          </Form.Item>
        </FormScreen>
      </div>
      {saving.conflict && (
        <StaleDialog
          says={saving.conflict.says}
          changes={changesFrom(inWords(edit.changed()), inWords(valuesOf(saving.conflict.theirs)))}
          also={changesFrom.besides(edit.original(), edit.changed(), valuesOf(saving.conflict.theirs))}
          takeTheirs={() => saving.settle(false)}
          keepMine={() => saving.settle(true)}
          close={saving.closeConflict}
        />
      )}
    </>
  )
}
