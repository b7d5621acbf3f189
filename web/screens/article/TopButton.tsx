import { Button, Modal, Select } from 'antd'
import { useState } from 'react'
import { topMost } from '../../../core/contract/article/place.ts'
import { buttons, notices } from '../../../core/text.ts'
import { useRights } from '../../app/rights.ts'
import { useSay } from '../../app/say.ts'
import { useAction, useCall, useStale } from '../../data/calls.ts'
import { DateInput } from '../../parts/DateInput.tsx'
import { useFocusBack } from '../../parts/focus.ts'
import { type Article, api } from './calls.ts'
import { TopMark } from './Status.tsx'

const places = Array.from({ length: topMost }, (_, i) => ({ value: i + 1, label: `第 ${i + 1} 位` }))

/** Puts a published article first in its column, until a day or for good; says where it stands, and puts it back. */
export function TopButton({ row }: { row: Article }) {
  const { can } = useRights()
  const [asking, setAsking] = useState(false)
  const enabled = Number(row.status) === 2 && can('article_approve')
  // a form that is open keeps the row that it was opened with
  const asked = { articleIds: [row.articleId], fields: ['top', 'topUntil'] }
  const { data } = useCall('article.list', api.list, asked, { enabled, quiet: true })
  const now = data?.list[0]
  if (!enabled || !now) return null
  return (
    <>
      <TopMark row={now} />
      <Button type="link" onClick={() => setAsking(true)}>
        {now.top ? '调整置顶' : '置顶'}
      </Button>
      {asking && <TopDialog row={{ ...row, top: now.top, topUntil: now.topUntil }} close={() => setAsking(false)} />}
    </>
  )
}

function TopDialog({ row, close }: { row: Article; close: () => void }) {
  const { articleId, columnName, top, topUntil } = row
  const say = useSay()
  const stale = useStale()
  const up = useAction(api.articleUp)
  const sort = useAction(api.articleSort)
  const [until, setUntil] = useState(topUntil?.slice(0, 10) ?? null)
  const [place, setPlace] = useState(top ?? 1)
  useFocusBack()

  async function put(isTop: 0 | 1) {
    const result = await up.run({ ids: articleId, top: isTop, ...(isTop === 1 && { topUntil: until }) })
    if (!result) return
    const [refused] = result.failed
    if (refused) return say.error(refused.errorMsg)
    if (isTop === 1 && place !== (top ?? 1) && !(await sort.run({ articleId, sort: place }))) return
    await stale('article')
    say.success(notices.done)
    close()
  }
  return (
    <Modal
      open
      title={`置顶《${row.title}》`}
      onCancel={close}
      confirmLoading={up.busy || sort.busy}
      onOk={() => void put(1)}
      okText={buttons.ok}
      cancelText={buttons.cancel}
      destroyOnHidden
    >
      <p>
        在栏目「{columnName}」的列表中排在最前，网站随即更新；每个栏目最多 {topMost} 篇，后置顶的在前。
      </p>
      <div className="top-fields">
        <label htmlFor="top-until">置顶截止（不填则一直置顶）</label>
        <DateInput id="top-until" value={until} onChange={setUntil} />
        {top !== null && (
          <>
            <label htmlFor="top-place">位次</label>
            <Select id="top-place" options={places} value={place} onChange={setPlace} />
          </>
        )}
      </div>
      {top !== null && (
        <Button type="link" className="top-off" onClick={() => void put(0)} loading={up.busy}>
          取消置顶
        </Button>
      )}
    </Modal>
  )
}
