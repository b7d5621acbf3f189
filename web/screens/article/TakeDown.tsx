import { Button } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { articleStates } from '../../../core/domain/article-states.ts'
import { useRights } from '../../app/rights.ts'
import { useSay } from '../../app/say.ts'
import { useAction, useStale } from '../../data/calls.ts'
import { lazyPart } from '../../parts/lazy.tsx'
import { actOf, keepAct } from './acts.ts'
import { type Article, api, places, takeDownSays } from './calls.ts'

const ReasonDialog = lazyPart(() => import('../../parts/ReasonDialog.tsx'))

interface Props {
  readonly row: Article
  /** There is something in the form that has not been saved: it would stand over another state of the article. */
  readonly dirty?: boolean
  /** The list that it leads to. */
  readonly list?: string
}

/** Takes a published article off the site, from where it is read: asks for the reason, says what follows, and leads to the list, where it can be taken back. */
export function TakeDown({ row, dirty = false, list = places.list }: Props) {
  const { can } = useRights()
  const say = useSay()
  const stale = useStale()
  const navigate = useNavigate()
  const takeDown = useAction(api.takeDown)
  const [asking, setAsking] = useState(false)
  if (Number(row.status) !== 2 || !can('article_takeDown')) return null

  async function give(reason: string) {
    const result = await takeDown.run({ items: [{ articleId: row.articleId, version: row.version, reason }] })
    if (!result) return
    setAsking(false)
    const [refused] = result.failed
    await stale('article')
    if (refused) return say.error(refused.errorMsg)
    keepAct(actOf([row], '已下架'))
    navigate(list)
  }
  return (
    <>
      <Button size="small" danger onClick={() => (dirty ? say.warning('请先保存或放弃修改，再下架') : setAsking(true))}>
        下架
      </Button>
      {asking && (
        <ReasonDialog
          title={`下架《${row.title}》`}
          says={`${takeDownSays([row])}。`}
          presets={articleStates.moves.takeDown.reasons ?? []}
          public
          ok="下架"
          busy={takeDown.busy}
          close={() => setAsking(false)}
          give={(reason) => void give(reason)}
        />
      )}
    </>
  )
}
