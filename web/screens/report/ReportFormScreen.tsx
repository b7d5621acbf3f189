import { useRef, useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { report } from '../../../core/contract/report.ts'
import { useSay } from '../../app/say.ts'
import { useCall, useStale } from '../../data/calls.ts'
import { FormScreen } from '../../parts/form/FormScreen.tsx'
import { StaleDialog } from '../../parts/form/StaleDialog.tsx'
import { useEdit } from '../../parts/form/useEdit.tsx'
import { RowField } from '../../parts/row/RowField.tsx'
import { useChangesFrom } from '../../parts/row/useChangesFrom.ts'
import { draftKey, useRowSaving } from '../../parts/row/useRowSaving.ts'
import { ErrorState, Loading } from '../../parts/States.tsx'
import { api, backToList, places, type Report } from './calls.ts'
import '../../parts/toolbar.css'

const { shape } = report.add.input
const fields = ['title', 'columnId', 'author', 'content', 'files'] as const
type Values = { readonly [F in (typeof fields)[number]]?: unknown }
const hints: Partial<Record<(typeof fields)[number], string>> = {
  columnId: '拟刊登的栏目，由审核人最后确定；可以不选',
  author: '撰稿人，可以不填',
  content: '图片插入正文中',
}

const valuesOf = (row: Report): Values =>
  Object.fromEntries(fields.map((field) => [field, row[field] ?? undefined])) as Values

/** Writes what is reported, or mends it: a draft is kept by the browser while it is written, and by the server when it is saved. */
export default function ReportFormScreen() {
  const { id } = useParams()
  const { data: row, error, refetch } = useCall('report.get', api.get, { id: id ?? '' }, { enabled: !!id, fresh: true })
  if (!id) return <Writing />
  if (error && !row) return <ErrorState error={error} retry={() => void refetch()} back={backToList} />
  return row ? <Writing key={row.id} opened={row} /> : <Loading />
}

function Writing({ opened }: { readonly opened?: Report }) {
  const navigate = useNavigate()
  const say = useSay()
  const stale = useStale()
  const { data: may } = useCall('report.role', api.role, {})
  const allowed = new Set(may?.columns.map(({ columnId }) => columnId))
  const [initial] = useState<Values>(() => (opened ? valuesOf(opened) : {}))
  const edit = useEdit<Values>(draftKey('report', opened), initial, opened?.version)
  const submits = useRef(false)
  const saving = useRowSaving<Values, Report>({
    ...{ edit, calls: api as never, area: 'report', row: opened, valuesOf },
    done: (saved) => void finish(saved),
  })
  const changesFrom = useChangesFrom(shape as never)

  /** Hands it in where that was meant, and shows it. */
  async function finish(saved: Report) {
    if (submits.current) {
      const item = { id: saved.id, ...(saved.version !== null && { version: saved.version }) }
      const { failed } = await api.submit({ items: [item] })
      if (failed[0]) say.error(failed[0].errorMsg)
      await stale('report')
    }
    void navigate(places.one(saved.id))
  }
  const save = (submit: boolean) => {
    submits.current = submit
    return saving.save()
  }
  const { conflict } = saving
  return (
    <article>
      <div className="toolbar">
        <h1>{opened ? '修改报送信息' : '写报送信息'}</h1>
      </div>
      <FormScreen<Values>
        edit={edit}
        initial={initial}
        nameOf={({ title }) => String(title ?? '')}
        save={saving.keep}
        cancel={() => navigate(opened ? places.one(opened.id) : places.list)}
        actions={[
          { label: '存为草稿', does: () => save(false), busy: saving.busy && !submits.current },
          { label: '报送', main: true, does: () => save(true), busy: saving.busy && submits.current },
        ]}
      >
        {fields.map((field) => (
          <RowField
            key={field}
            name={field}
            schema={shape[field]}
            hint={hints[field]}
            {...(field === 'columnId' && { may: (column: string) => allowed.has(column) })}
          />
        ))}
      </FormScreen>
      {conflict && (
        <StaleDialog
          says={conflict.says}
          changes={changesFrom(edit.changed() as never, conflict.theirs as never)}
          also={changesFrom.besides(
            edit.original() as never,
            edit.changed() as never,
            valuesOf(conflict.theirs) as never,
          )}
          takeTheirs={() => saving.settle(false)}
          keepMine={() => saving.settle(true)}
          close={saving.closeConflict}
        />
      )}
    </article>
  )
}
