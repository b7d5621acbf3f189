import { Button } from 'antd'
import { useState } from 'react'
import { useRights } from '../../app/rights.ts'
import { lazyPart } from '../../parts/lazy.tsx'

const VoiceDialog = lazyPart(() => import('./VoiceDialog.tsx'))

/** What reads an article aloud: to hear it, and for who may, to have it made. */
export function VoiceButton({ articleId, title, online }: { articleId: string; title: string; online: boolean }) {
  const { can } = useRights()
  const [open, setOpen] = useState(false)
  if (!can('article_list')) return null
  return (
    <>
      <Button type="link" onClick={() => setOpen(true)}>
        语音
      </Button>
      {open && <VoiceDialog articleId={articleId} title={title} online={online} close={() => setOpen(false)} />}
    </>
  )
}
