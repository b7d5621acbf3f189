import { useMemo } from 'react'
import { forum } from '../../../core/contract/forum.ts'
import { plateRole } from '../../../core/contract/plateRole.ts'
import { notices } from '../../../core/text.ts'
import { useCall } from '../../data/calls.ts'
import { callsOf } from '../../data/client.ts'
import { RowDialog } from '../../parts/row/RowDialog.tsx'
import { api, type Forum } from './calls.ts'

const options = callsOf({ optionList: plateRole.optionList })

type Add = Parameters<typeof api.add>[0]

/** What the office writes: a topic of its own, or an answer to a post. */
export function Official({ to, close }: { readonly to: Forum | null; readonly close: () => void }) {
  const { data: boards } = useCall('plateRole.optionList', options.optionList, {})
  // what the server would refuse is not offered: boards that are stopped, and those of others
  const open = useMemo(
    () => new Set(boards?.flatMap(({ id, status, mine }) => (Number(status) === 1 && Number(mine) === 1 ? [id] : []))),
    [boards],
  )
  const may = useMemo(() => ({ plateId: (id: string) => open.has(id) }), [open])
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
      hints={{ plateId: '只有在用的、由您管理的版块', content: '署本部门的名称' }}
      may={may}
      fresh={{}}
      live={() => notices.live}
      close={close}
    />
  )
}
