import { Button, Form, type FormInstance, Select } from 'antd'
import { useState } from 'react'
import { workday } from '../../../core/contract/workday.ts'
import { clockUnits } from '../../../core/domain/deadline.ts'
import { pleaseEnter, pleaseSelect } from '../../../core/text.ts'
import { useCall } from '../../data/calls.ts'
import { DateInput } from '../../parts/DateInput.tsx'
import { ExplainedDays } from '../../parts/ExplainedDays.tsx'
import { required, rule } from '../../parts/form/rules.ts'
import { NumberInput } from '../../parts/NumberInput.tsx'
import { ErrorState, Loading } from '../../parts/States.tsx'
import { api } from './calls.ts'

interface Values {
  readonly start: string
  readonly n: number
  readonly unit: keyof typeof clockUnits
  readonly more?: number | null
  readonly moreDay?: string | null
  readonly from?: string | null
  readonly to?: string | null
  readonly anew?: string | null
}

const { shape } = workday.explain.input

/** A field that is asked for where another one is filled in. */
const beside = (other: keyof Values, message: string) => (form: Pick<FormInstance<Values>, 'getFieldValue'>) => ({
  validator: async (_rule: unknown, value: unknown) => {
    if (form.getFieldValue(other) && !value) throw new Error(message)
  },
})

const asked = ({ start, n, unit, more, moreDay, from, to, anew }: Values) => ({
  ...{ start, n, unit },
  ...(more && moreDay && { extensions: [{ n: more, day: moreDay }] }),
  ...(from && { suspensions: [{ from, to: to || null }] }),
  ...(anew && { restarts: [{ day: anew }] }),
})

const units = Object.entries(clockUnits).map(([value, label]) => ({ value, label }))

/** Counts a deadline by the calendar that is saved, and shows each day of it. */
export default function Explain() {
  const [given, setGiven] = useState<ReturnType<typeof asked> | null>(null)
  return (
    <>
      <Form<Values>
        layout="vertical"
        className="workday-fields"
        initialValues={{ unit: 'working' }}
        onFinish={(values) => setGiven(asked(values))}
      >
        <Form.Item name="start" label="收到日期" rules={[required(pleaseSelect('收到日期'))]}>
          <DateInput />
        </Form.Item>
        <Form.Item name="n" label="期限" rules={[required(pleaseEnter('期限')), rule(shape.n)]}>
          <NumberInput />
        </Form.Item>
        <Form.Item name="unit" label="按什么计">
          <Select options={units} />
        </Form.Item>
        <Form.Item
          name="more"
          label="延长"
          dependencies={['moreDay']}
          rules={[beside('moreDay', pleaseEnter('延长多少'))]}
        >
          <NumberInput />
        </Form.Item>
        <Form.Item
          name="moreDay"
          label="延长的批准日期"
          dependencies={['more']}
          rules={[beside('more', pleaseSelect('批准日期'))]}
        >
          <DateInput />
        </Form.Item>
        <Form.Item
          name="from"
          label="不计入的时间，从"
          dependencies={['to']}
          rules={[beside('to', pleaseSelect('开始日期'))]}
        >
          <DateInput />
        </Form.Item>
        <Form.Item name="to" label="到（没有结束的不填）">
          <DateInput />
        </Form.Item>
        <Form.Item name="anew" label="重新起算日期">
          <DateInput />
        </Form.Item>
        <Form.Item label=" " colon={false}>
          <Button htmlType="submit">计算</Button>
        </Form.Item>
      </Form>
      {given && <Answer given={given} />}
    </>
  )
}

function Answer({ given }: { readonly given: ReturnType<typeof asked> }) {
  const { data, error, refetch } = useCall('workday.explain', api.explain, given)
  if (error) return <ErrorState error={error} retry={() => void refetch()} />
  if (!data) return <Loading rows={4} />
  return <ExplainedDays explained={data} />
}
