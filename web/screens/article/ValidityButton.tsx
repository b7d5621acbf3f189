import { Button } from 'antd'
import { useState } from 'react'
import { notices } from '../../../core/text.ts'
import { useRights } from '../../app/rights.ts'
import { useSay } from '../../app/say.ts'
import { useAction, useCall, useStale } from '../../data/calls.ts'
import { lazyPart } from '../../parts/lazy.tsx'
import { type Article, api } from './calls.ts'
import { HeldMark } from './Status.tsx'
import type { Marked } from './ValidityDialog.tsx'

const ValidityDialog = lazyPart(() => import('./ValidityDialog.tsx'))

/** What follows from a mark. */
export const validitySays = '标注随即显示在网页和列表上，正文不变，不必重新审核；取消标注的随即消失。'

/** Says whether a document still holds, and marks it as such. */
export function ValidityButton({ row: { articleId, title } }: { row: Article }) {
  const { can } = useRights()
  const say = useSay()
  const stale = useStale()
  const mark = useAction(api.validity)
  const [asking, setAsking] = useState(false)
  // a form that is open keeps the row that it was opened with
  const asked = { articleIds: [articleId], fields: ['validity', 'validityMark'] }
  const { data } = useCall('article.list', api.list, asked, { quiet: true })
  const now = data?.list[0]
  if (!now) return null
  async function give(marked: Marked) {
    const result = await mark.run({ ids: articleId, ...marked } as never)
    if (!result) return
    const [refused] = result.failed
    if (refused) return say.error(refused.errorMsg)
    await stale('article')
    say.success(notices.done)
    setAsking(false)
  }
  const { validity, validityMark } = now
  return (
    <>
      <HeldMark value={validity} />
      {can('article_validity') && (
        <Button type="link" onClick={() => setAsking(true)}>
          标注效力
        </Button>
      )}
      {asking && (
        <ValidityDialog
          title={`标注《${title}》的效力`}
          says={validitySays}
          busy={mark.busy}
          start={{
            ...(validity !== null && { state: Number(validity) }),
            ...(validityMark && { day: validityMark.day, byId: validityMark.byId, note: validityMark.note }),
          }}
          close={() => setAsking(false)}
          give={(marked) => void give(marked)}
        />
      )}
    </>
  )
}
