import { Alert, Button, Modal } from 'antd'
import { useEffect, useState } from 'react'
import { attachment } from '../../../core/contract/attachment.ts'
import { sizeWords } from '../../../core/domain/files.ts'
import { lengthSays } from '../../../core/domain/voices.ts'
import { buttons, notices } from '../../../core/text.ts'
import { useRights } from '../../app/rights.ts'
import { useSay } from '../../app/say.ts'
import { useAction, useCall, useStale } from '../../data/calls.ts'
import { callsOf } from '../../data/client.ts'
import { useConfirm } from '../../parts/confirm.tsx'
import { download } from '../../parts/download.ts'
import { useFocusBack } from '../../parts/focus.ts'
import { JobProgress } from '../../parts/JobProgress.tsx'
import { ErrorState, Loading } from '../../parts/States.tsx'
import { api, type Voice } from './calls.ts'
import './voice.css'

const everySecond = 1000
const files = callsOf(attachment)

interface Props {
  readonly articleId: string
  readonly title: string
  /** Visitors see the article. */
  readonly online: boolean
  readonly close: () => void
}

/** The voice of an article, asked for again every second while it is being made. */
function useVoice(articleId: string, starting: boolean) {
  const [making, setMaking] = useState(false)
  const every = making || starting ? everySecond : (false as const)
  const query = useCall('voice.get', api.get, { id: articleId }, { every, keep: true })
  const state = query.data?.voiceState
  useEffect(() => setMaking(Number(state ?? -1) === 0), [state])
  return query
}

export default function VoiceDialog({ articleId, title, online, close }: Props) {
  useFocusBack()
  const { can } = useRights()
  const mayMake = can('voice_synthesis')
  const make = useAction(api.synthesis)
  const { data, error, refetch } = useVoice(articleId, make.busy)
  const engine = useCall('voice.state', api.state, {}, { enabled: mayMake, quiet: true })
  const missing = engine.data?.missing ?? null
  const making = make.busy || Number(data?.voiceState ?? -1) === 0

  async function begin(again: 0 | 1) {
    await make.run({ id: articleId, again })
    await refetch()
  }
  return (
    <Modal open title={`《${title}》的语音`} onCancel={close} footer={null} width={560} destroyOnHidden>
      <div className="voice">
        <p className="muted">
          由机器朗读标题和已保存的正文，
          {online ? '生成后网页上随即可以收听和下载。' : '文章发布后在网页上可以收听和下载。'}
        </p>
        {mayMake && missing && <Alert type="warning" showIcon title={missing} />}
        {error && data === undefined ? (
          <ErrorState error={error} retry={() => void refetch()} />
        ) : data === undefined ? (
          <Loading rows={2} />
        ) : making ? (
          <Making articleId={articleId} voice={data} mayStop={mayMake} />
        ) : (
          <>
            {data?.says && <Alert type={data.fileId ? 'warning' : 'error'} showIcon title={data.says} />}
            {data?.fileId ? <Made voice={data} /> : data?.says ? null : <p>还没有语音。</p>}
            <Acts articleId={articleId} voice={data} missing={missing !== null} begin={(again) => void begin(again)} />
          </>
        )}
      </div>
    </Modal>
  )
}

function Making({ articleId, voice, mayStop }: { articleId: string; voice: Voice | null; mayStop: boolean }) {
  const stop = useAction(api.cancel)
  const running = Number(voice?.voiceState ?? -1) === 0
  return (
    <JobProgress
      state="running"
      total={(running && voice?.total) || 1}
      finished={(running && voice?.finished) || 0}
      says="正在生成语音，可以关闭这个窗口，生成在后台继续"
      cancel={mayStop && running ? () => void stop.run({ id: articleId }) : undefined}
      cancelling={stop.busy}
    />
  )
}

/** Its file: heard here by the reader's own rights, and saved. */
function Made({ voice }: { voice: Voice }) {
  const { fileId, fileName, seconds, size, engine, madeAt } = voice
  const fetching = useAction(files.get)
  const [heard, setHeard] = useState<{ readonly fileId: string; readonly url: string } | null>(null)
  useEffect(() => () => void (heard && URL.revokeObjectURL(heard.url)), [heard])

  async function content(): Promise<Blob | null> {
    const bytes = (await fetching.run({ id: String(fileId) })) as unknown as Uint8Array<ArrayBuffer> | undefined
    return bytes ? new Blob([bytes], { type: 'audio/mpeg' }) : null
  }
  async function hear() {
    const blob = await content()
    if (blob) setHeard({ fileId: String(fileId), url: URL.createObjectURL(blob) })
  }
  async function save() {
    const blob = await content()
    if (blob) download(fileName ?? '语音.mp3', blob)
  }
  return (
    <>
      <p>
        时长 {lengthSays(Number(seconds ?? 0))}，{sizeWords(Number(size ?? 0))}，{engine}，{madeAt} 生成
      </p>
      {heard?.fileId === fileId ? (
        // biome-ignore lint/a11y/useMediaCaption: what is read is the article itself
        <audio controls src={heard?.url} aria-label="试听" />
      ) : (
        <Button onClick={() => void hear()} loading={fetching.busy}>
          试听
        </Button>
      )}
      <Button type="link" onClick={() => void save()}>
        下载
      </Button>
    </>
  )
}

interface ActsProps {
  readonly articleId: string
  readonly voice: Voice | null
  readonly missing: boolean
  readonly begin: (again: 0 | 1) => void
}

function Acts({ articleId, voice, missing, begin }: ActsProps) {
  const { can } = useRights()
  const say = useSay()
  const stale = useStale()
  const confirm = useConfirm()
  const remove = useAction(api.deleteVoice)
  const has = voice?.fileId != null

  async function removeIt() {
    if (!(await confirm({ text: '确定删除语音吗？网页上的同时撤下。', ok: buttons.delete, danger: true }))) return
    if (!(await remove.run({ id: articleId }))) return
    await stale('voice')
    say.success(notices.done)
  }
  return (
    <p className="acts">
      {can('voice_synthesis') && (
        <Button type={has ? 'default' : 'primary'} disabled={missing} onClick={() => begin(has ? 1 : 0)}>
          {has ? '重新生成' : '生成语音'}
        </Button>
      )}
      {has && can('voice_deleteVoice') && (
        <Button danger onClick={() => void removeIt()} loading={remove.busy}>
          删除语音
        </Button>
      )}
    </p>
  )
}
