import { notices } from '../../../core/text.ts'
import { useSay } from '../../app/say.ts'
import { useAction, useCall, useStale } from '../../data/calls.ts'
import { useConfirm } from '../../parts/confirm.tsx'
import { api, shownSkins, skinOf } from './calls.ts'

interface File {
  readonly fileName: string
  readonly version: number | null
}

/** The way back to a wording of a file, which is asked about: pages of the site may change with it. */
export function useRestore() {
  const say = useSay()
  const stale = useStale()
  const confirm = useConfirm()
  const skins = useCall('template.templateSkin', api.templateSkin, {}, { quiet: true })
  const restoring = useAction(api.restore)
  return {
    busy: restoring.busy,
    async restore({ fileName, version }: File, revision: number): Promise<boolean> {
      const used = skins.data && shownSkins(skins.data).includes(skinOf(fileName))
      const follows = used === false ? '网站没有使用这套皮肤，网页不变。' : '网站上用到它的网页随即重新生成。'
      const to = revision === 0 ? '原样' : `第 ${revision} 版`
      const text = `文件 ${fileName} 将恢复为${to}，现在的内容留在修改记录中。${follows}是否恢复？`
      if (!(await confirm({ text, ok: '恢复', careful: true }))) return false
      const done = await restoring.run({ fileName, revision, ...(version !== null && { version }) })
      if (done) say.success(notices.done)
      await stale('template')
      return done !== undefined
    },
  }
}
