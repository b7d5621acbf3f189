import { Alert, Button, Form, Input } from 'antd'
import { useEffect, useState } from 'react'
import { parseDay } from '../../../core/domain/time.ts'
import type { ReadYear } from '../../../core/domain/workday-notice.ts'
import { dayChanges, setWords } from '../../../core/domain/workday-read.ts'
import { shippedYears } from '../../../core/domain/workday-shipped.ts'
import { yearOrigins } from '../../../core/domain/workday-words.ts'
import { Calendar } from '../../../core/domain/workdays.ts'
import { buttons } from '../../../core/text.ts'
import { useRights } from '../../app/rights.ts'
import { useSay } from '../../app/say.ts'
import { useAction, useCall, useStale } from '../../data/calls.ts'
import { useConfirm } from '../../parts/confirm.tsx'
import { useLeaveGuard } from '../../parts/form/leave.ts'
import { lazyPart } from '../../parts/lazy.tsx'
import { ErrorState, Loading } from '../../parts/States.tsx'
import { api, type Whole } from './calls.ts'
import { inOrder, type Marks, marksOf, pressed } from './marks.ts'
import { YearCalendar } from './YearCalendar.tsx'

const ImportDialog = lazyPart(() => import('./ImportDialog.tsx'))

interface Props {
  readonly year: number
  readonly today: string
  /** What was pasted for this year. */
  readonly brought: ReadYear | null
  /** It lies in the calendar now. */
  readonly taken: () => void
  readonly bring: (read: ReadYear) => void
}

/** A year: read, changed by pressing days, saved as a whole. */
export function YearEditor({ year, ...props }: Props) {
  const { data, error, refetch } = useCall('workday.get', api.get, { year }, { fresh: true })
  if (error && !data) return <ErrorState error={error} retry={() => void refetch()} />
  if (!data) return <Loading rows={8} />
  return <Editor found={data} year={year} {...props} />
}

interface Draft {
  readonly marks: Marks
  readonly source: string
  readonly sourceUrl: string
}

/** The system brings it. */
const ships = (year: number) => shippedYears.some((one) => one.year === year)

const draftOf = (found: Whole): Draft => ({
  marks: marksOf(found),
  source: found.source ?? '',
  sourceUrl: found.sourceUrl ?? '',
})

/** A draft with what was pasted in the place of its days. */
const broughtInto = (draft: Draft, { days, source, sourceUrl }: ReadYear): Draft => ({
  marks: new Map(days.map((one) => [one.date, one])),
  source: source ?? draft.source,
  sourceUrl: sourceUrl ?? draft.sourceUrl,
})

const workingIn = (year: number, marks: Marks) => {
  const calendar = new Calendar([{ year, days: inOrder(marks) }])
  return calendar.workedBetween((parseDay(`${year}-01-01`) as number) - 1, parseDay(`${year}-12-31`) as number)
}

function Editor({ found, year, today, brought, taken, bring }: Props & { readonly found: Whole }) {
  const { can } = useRights()
  /** The year as it was when the draft was begun. */
  const [base, setBase] = useState(found)
  const [draft, setDraft] = useState(() => draftOf(found))
  const [name, setName] = useState('')
  const [importing, setImporting] = useState(false)
  const begin = (from: Whole) => {
    setBase(from)
    setDraft(draftOf(from))
  }
  const { marks, source, sourceUrl } = draftOf(base)
  const changes = dayChanges(inOrder(marks), inOrder(draft.marks))
  const dirty = changes.length > 0 || draft.source !== source || draft.sourceUrl !== sourceUrl
  const others = found.version !== base.version || found.origin !== base.origin
  const saving = useSaving(base, draft, begin)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what others saved is shown as it comes, where nothing would be lost by it
  useEffect(() => {
    if (!dirty && !saving.busy) begin(found)
  }, [found])
  useEffect(() => {
    if (!brought) return
    setDraft((now) => broughtInto(now, brought))
    taken()
  }, [brought, taken])
  useLeaveGuard(
    () => dirty,
    () => `${year} 年的节假日安排有 ${changes.length || 1} 处改动没有保存，离开后会丢失。确定离开吗？`,
  )
  const mayChange = can('workday_save')
  const elsewhere = inOrder(draft.marks).filter(({ date }) => !date.startsWith(`${year}-`))
  const off = [...draft.marks.values()].filter(({ works }) => !works).length
  return (
    <section className="panel" aria-label={`${year} 年`}>
      <div className="toolbar">
        <h2>{year} 年</h2>
        <span className="muted">
          {yearOrigins[base.origin]}；放假 {off} 天，调休上班 {draft.marks.size - off} 天，全年{' '}
          {workingIn(year, draft.marks)} 个工作日
        </span>
        <span className="grow" />
        {mayChange && (
          <>
            {base.origin === 'own' && (
              <Button onClick={() => void saving.reset()} disabled={dirty}>
                {ships(year) ? '恢复为随系统提供的' : '恢复为未导入'}
              </Button>
            )}
            <Button onClick={() => setImporting(true)}>导入</Button>
            {dirty && <Button onClick={() => begin(found)}>放弃改动</Button>}
            <Button type="primary" loading={saving.busy} onClick={() => void saving.save(dirty)}>
              {buttons.save}
              {changes.length > 0 && ` ${changes.length} 处改动`}
            </Button>
          </>
        )}
      </div>
      {dirty && others && (
        <Alert type="warning" showIcon title={`${year} 年的节假日安排已由他人修改，放弃改动后可以看到`} />
      )}
      {mayChange ? (
        <Form layout="vertical" component="div" className="workday-fields">
          <Form.Item label="来源" htmlFor="workday-source">
            <Input
              id="workday-source"
              maxLength={200}
              value={draft.source}
              onChange={({ target }) => setDraft({ ...draft, source: target.value })}
            />
          </Form.Item>
          <Form.Item label="来源网址" htmlFor="workday-url">
            <Input
              id="workday-url"
              maxLength={500}
              value={draft.sourceUrl}
              onChange={({ target }) => setDraft({ ...draft, sourceUrl: target.value })}
            />
          </Form.Item>
          <Form.Item label="节日名称" htmlFor="workday-name" extra="点选日期时用；不填则按相近的节日">
            <Input id="workday-name" maxLength={30} value={name} onChange={({ target }) => setName(target.value)} />
          </Form.Item>
        </Form>
      ) : (
        base.source && <p className="muted">来源：{base.source}</p>
      )}
      {base.sourceUrl && (
        <p>
          <a href={base.sourceUrl} target="_blank" rel="noreferrer">
            查看通知原文
          </a>
        </p>
      )}
      <p className="muted workday-legend">
        <span className="off">休</span> 放假 <span className="worked">班</span> 周末上班
        {mayChange && '；点一下改变一天，方向键移动，回车改变'}
      </p>
      {elsewhere.length > 0 && (
        <p className="muted">另有：{elsewhere.map((one) => `${one.date} ${setWords(one)}`).join('、')}</p>
      )}
      <YearCalendar
        year={year}
        marks={draft.marks}
        today={today}
        press={mayChange ? (date) => setDraft((now) => ({ ...now, marks: pressed(now.marks, date, name) })) : undefined}
      />
      {importing && <ImportDialog close={() => setImporting(false)} take={bring} />}
    </section>
  )
}

/** Saves a draft, or gives up what was set, and tells what became of the deadlines. */
function useSaving({ year, version }: Whole, { marks, source, sourceUrl }: Draft, begin: (from: Whole) => void) {
  const say = useSay()
  const stale = useStale()
  const confirm = useConfirm()
  const saving = useAction(api.save)
  const resetting = useAction(api.reset)
  async function follow(saved: Awaited<ReturnType<typeof api.save>> | undefined) {
    // it may be another state of the year that it was refused for
    if (!saved) return void stale('workday')
    begin(saved)
    say.success(['已保存', saved.recount].filter(Boolean).join('；'))
    await stale('workday', 'assignment', 'schedule')
  }
  return {
    busy: saving.busy || resetting.busy,
    async save(dirty: boolean) {
      if (!dirty) return void say.warning('没有修改')
      const days = inOrder(marks).map(({ date, works, name }) => ({ date, name, works: works ? 1 : 0 }))
      await follow(await saving.run({ year, days, source, sourceUrl, version: version ?? 0 }))
    },
    async reset() {
      const text = `去掉 ${year} 年自行设置的节假日安排，恢复为${ships(year) ? '随系统提供的' : '未导入'}吗？没有办结的事项随即重新计算期限。`
      if (!(await confirm({ text, ok: '恢复' }))) return
      await follow(await resetting.run({ year, version: version ?? 0 }))
    },
  }
}
