import { forum } from '../../../core/contract/forum.ts'
import { notices } from '../../../core/text.ts'
import { RowDialog } from '../../parts/row/RowDialog.tsx'
import { api, type Forum } from './calls.ts'

type Add = Parameters<typeof api.add>[0]

/** What the office writes: a topic of its own, or an answer to a post. */
export function Official({ to, close }: { readonly to: Forum | null; readonly close: () => void }) {
  const add = (input: Omit<Add, 'parentId'>) => api.add({ ...input, ...(to && { parentId: to.id }) } as Add)
  return (
    <RowDialog
      name={to ? '跟帖' : '帖子'}
      area="forum"
      drafts={to ? `forum/${to.id}/answer` : 'forum'}
      calls={{ get: api.get, add, edit: add }}
      shape={forum.add.input.shape}
      fields={to ? ['content'] : ['plateId', 'title', 'content']}
      needs={to ? [] : ['plateId', 'title']}
      hints={{ content: '署本部门的名称' }}
      fresh={{}}
      live={() => notices.live}
      close={close}
    />
  )
}
