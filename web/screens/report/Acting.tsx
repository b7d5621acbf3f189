import { report } from '../../../core/contract/report.ts'
import { useStale } from '../../data/calls.ts'
import { RowDialog, type RowDialogProps } from '../../parts/row/RowDialog.tsx'
import type { PlainRow } from '../../parts/row/useRowSaving.ts'
import { api, type Report } from './calls.ts'

export type Form = 'adopt' | 'score'

type Given = Pick<RowDialogProps<object, PlainRow>, 'title' | 'ok'> & {
  readonly fields: readonly string[]
  readonly needs: readonly string[]
  readonly hints: Readonly<Record<string, string>>
  readonly begin: (row: Report) => object
}

const most = '在规定的得分之外另加，一篇最多加几分由站点设置规定'

/** Each form: what it begins with, its fields, and what it says beside them. */
const forms: Readonly<Record<Form, Given>> = {
  adopt: {
    ...{ title: '采用', ok: '采用', needs: ['columnId'] },
    fields: ['columnId', 'title', 'extra', 'as', 'privacyReason'],
    begin: ({ columnId, title, extra }) => ({ columnId, title, extra, as: 1 }),
    hints: {
      extra: most,
      as: '提交审核后由他人发布；含敏感词等须修改的，存为草稿后在文章管理中继续编辑',
      privacyReason: '正文含手机号等个人信息、确须公开时填写',
    },
  },
  score: {
    ...{ title: '加分', ok: '保存', fields: ['extra', 'remark'], needs: ['extra'] },
    begin: ({ extra }) => ({ extra }),
    hints: { extra: most },
  },
}

/** What the office does with one by a form. */
export function Acting({
  row,
  form,
  close,
}: {
  readonly row: Report
  readonly form: Form
  readonly close: () => void
}) {
  const stale = useStale()
  const { begin, ...more } = forms[form]
  const get = async (input: { id: string }) => {
    const found = await api.get(input)
    return { id: found.id, version: found.version, ...begin(found) }
  }
  const edit = async (input: never) => {
    const { id } = await (api[form] as (given: never) => Promise<{ id: string }>)(input)
    await stale('report', 'article')
    return get({ id })
  }
  const given = {
    ...{ ...more, close, name: '报送信息', area: 'report', drafts: `report/${row.id}/${form}`, fresh: {}, live: null },
    ...{ calls: { get, edit }, shape: report[form].input.shape, proposed: true },
    row: { id: row.id, version: row.version, ...begin(row) },
  } as unknown as RowDialogProps<object, PlainRow>
  return <RowDialog {...given} />
}
