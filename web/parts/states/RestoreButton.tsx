import { Button } from 'antd'
import type { CallOptions } from '../../../core/client/client.ts'
import type { AreaName } from '../../../core/contract/areas.ts'
import { notices } from '../../../core/text.ts'
import { useSay } from '../../app/say.ts'
import { useAction, useStale } from '../../data/calls.ts'
import { useConfirm } from '../confirm.tsx'

interface Props {
  readonly area: AreaName
  readonly noun: string
  readonly step: { readonly no: unknown; readonly act: string | null; readonly at: string | null }
  /** What follows from it, and what stays as it is, in whole sentences. */
  readonly follows: readonly string[]
  /** The version that was looked at: what was changed since is refused. */
  readonly version: number | null
  readonly send: (options?: CallOptions) => Promise<{ readonly version: number | null }>
  readonly done?: () => void
}

/** The way back to the text of a step, of every kind: it says what follows before, and what became of it after. */
export function RestoreButton({ area, noun, step, follows, version, send, done }: Props) {
  const confirm = useConfirm()
  const say = useSay()
  const stale = useStale()
  const restore = useAction((_: object, options?: CallOptions) => send(options))

  async function goBack() {
    const to = `第 ${step.no} 步（${step.act}，${step.at}）`
    const more = follows.filter(Boolean).map((one) => `${one}。`)
    if (!(await confirm({ text: `将${noun}内容恢复到${to}。${more.join('')}是否继续？` }))) return
    const saved = await restore.run({})
    if (!saved) return
    if (saved.version === version) return say.warning('这一步的内容与现在的相同，没有需要恢复的')
    say.success(notices.done)
    await stale(area)
    done?.()
  }
  return (
    <Button onClick={() => void goBack()} loading={restore.busy}>
      恢复到这一步
    </Button>
  )
}
