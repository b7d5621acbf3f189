import { Button } from 'antd'
import { useNavigate } from 'react-router'
import { useRights } from '../../app/rights.ts'
import { useSay } from '../../app/say.ts'
import { useAction, useStale } from '../../data/calls.ts'
import { api, places } from './calls.ts'

interface Props {
  readonly articleId: string
  /** The form has changes that are not saved: a copy would be without them. */
  readonly dirty: boolean
}

/** Makes a draft of the same text and leads to it. */
export function CopyButton({ articleId, dirty }: Props) {
  const { can } = useRights()
  const navigate = useNavigate()
  const say = useSay()
  const stale = useStale()
  const copy = useAction(api.articleCopy)
  if (!can('article_saveRole')) return null

  async function run() {
    if (dirty) return say.warning('有未保存的修改，请先保存再复制')
    const result = await copy.run({ ids: articleId })
    const [refused] = result?.failed ?? []
    if (refused) return say.error(refused.errorMsg)
    const [made] = result?.made ?? []
    if (!made) return
    await stale('article')
    say.success('已复制为新的草稿')
    navigate(places.edit(made))
  }
  return (
    <Button type="link" onClick={() => void run()} loading={copy.busy}>
      复制为草稿
    </Button>
  )
}
