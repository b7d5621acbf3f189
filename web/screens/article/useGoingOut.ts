import type { FormInstance } from 'antd'
import { timedSays } from '../../../core/domain/article-states.ts'
import { formatTime } from '../../../core/domain/time.ts'
import { useConfirm } from '../../parts/confirm.tsx'
import { toMutePicture } from '../../parts/editor/LazyEditor.tsx'
import { needsCover } from './calls.ts'
import type { Values } from './fields.ts'

/** How many pictures of a text nobody hears of who cannot see them. */
export const mutePictures = (html: string | null | undefined): number =>
  (html ?? '').match(/<img\b[^<>]*>/g)?.filter((tag) => !/\salt="[^"]/.test(tag)).length ?? 0

/** What a time of publication that is to come leads to; null of any other. */
export const toComeSays = (time: unknown): string | null =>
  time && String(time) > formatTime(Date.now()) ? timedSays(String(time)) : null

/** What must be there, or is asked about, before a text goes on to who audits it or to the site; a draft may lack it. */
export function useGoingOut(form: FormInstance<Values>) {
  const confirm = useConfirm()

  function covered(): boolean {
    const { essayList, coverImage } = form.getFieldsValue(true) as Partial<Values>
    if (!needsCover(essayList) || coverImage) return true
    const errors = ['首页展示为幻灯片或图片新闻的文章要有封面图片：请上传，或取消该项']
    form.setFields([{ name: 'coverImage', errors, warnings: [] }])
    form.scrollToField('coverImage', { block: 'center', focus: true })
    return false
  }

  async function told(): Promise<boolean> {
    const { categoryType, content } = form.getFieldsValue(true) as Partial<Values>
    const count = categoryType === 'URL' ? 0 : mutePictures(content)
    if (count === 0) return true
    const text = `正文有 ${count} 张图片没有图片说明，视障读者无法了解其内容。`
    return confirm({ text, ok: '仍然提交', cancel: '去填写', instead: toMutePicture, careful: true })
  }

  return { covered, submittable: async () => covered() && (await told()) }
}
