import { mailPhrase, mailPhraseRow } from '../../../core/contract/mailPhrase.ts'
import { filtersOf } from '../../parts/list/filtersOf.ts'
import type { Column } from '../../parts/list/types.ts'
import { RowScreen } from '../../parts/row/RowScreen.tsx'
import { api, type MailPhrase } from './calls.ts'

const filters = filtersOf(mailPhrase.list, ['title', 'content', 'deptId'])

const columns: readonly Column<MailPhrase>[] = [
  { field: 'title', width: 200, sort: true },
  { field: 'content', width: 380 },

  { field: 'deptName', width: 160, show: (row) => row.deptName ?? `本人（${row.createdByName ?? ''}）` },

  { field: 'updatedAt', sort: true },
  { field: 'createdAt', sort: true, hidden: true },

  { field: 'id', width: 80, hidden: true },
]

/** 答复用语. */
export default function MailPhraseScreen() {
  return (
    <RowScreen
      name="答复用语"
      area="mailPhrase"
      calls={api}
      row={mailPhraseRow}
      titleOf={(row) => row.title}
      columns={columns}
      filters={filters}
      shape={mailPhrase.add.input.shape}
      fields={['title', 'content', 'deptId']}
      hints={{ deptId: '不选则是本人的；管理各部门的人也能看到和修改' }}
      fresh={{}}
      live={null}
    />
  )
}
