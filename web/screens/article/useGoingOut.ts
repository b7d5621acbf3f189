import type { FormInstance } from 'antd'
import { toCome } from '../../../core/domain/article-states.ts'
import { formatTime } from '../../../core/domain/time.ts'
import { useConfirm } from '../../parts/confirm.tsx'
import { toMutePicture } from '../../parts/editor/LazyEditor.tsx'
import { needsCover } from './calls.ts'
import type { Values } from './fields.ts'

/** How many pictures of a text nobody hears of who cannot see them. */
export const mutePictures = (html: string | null | undefined): number =>
  (html ?? '').match(/<img\b[^<>]*>/g)?.filter((tag) => !/\salt="[^"]/.test(tag)).length ?? 0

/** What is said of a time of publication that is to come; null of any other. */
export const toComeSays = (time: unknown): string | null =>
  time && String(time) > formatTime(Date.now()) ? toCome : null

/** What must be there, or is asked about, before a text goes on to who audits it or to the site; a draft may lack it. */
export function useGoingOut(form: FormInstance<Values>) {
  const confirm = useConfirm()

  function refuse(name: 'coverImage' | 'publishTime', says: string): false {
    form.setFields([{ name, errors: [says], warnings: [] }])
    form.scrollToField(name, { block: 'center', focus: true })
    return false
  }

  function covered(): boolean {
    const { essayList, coverImage } = form.getFieldsValue(true) as Partial<Values>
    if (!needsCover(essayList) || coverImage) return true
    return refuse('coverImage', '首页展示为幻灯片或图片新闻的文章要有封面图片：请上传，或取消该项')
  }

  /** Whether its time has come: the server would refuse it after the question was answered. */
  function due(): boolean {
    const says = toComeSays(form.getFieldsValue(true).publishTime)
    return says === null || refuse('publishTime', says)
  }

  /** A time to come may have come by the time that it is decided on: asked about, not refused. */
  async function timed(): Promise<boolean> {
    const { publishTime } = form.getFieldsValue(true) as Partial<Values>
    if (toComeSays(publishTime) === null) return true
    const text = `发布时间为 ${publishTime?.slice(0, 16)}，还没有到：在此之前审核人员不能发布，到时也不会自动发布。`
    const instead = () => form.scrollToField('publishTime', { block: 'center', focus: true })
    return confirm({ text, ok: '仍然提交', cancel: '去修改', instead, careful: true })
  }

  async function told(): Promise<boolean> {
    const { categoryType, content } = form.getFieldsValue(true) as Partial<Values>
    const count = categoryType === 'URL' ? 0 : mutePictures(content)
    if (count === 0) return true
    const text = `正文有 ${count} 张图片没有图片说明，视障读者无法了解其内容。`
    return confirm({ text, ok: '仍然提交', cancel: '去填写', instead: toMutePicture, careful: true })
  }

  return { covered, due, submittable: async () => covered() && (await timed()) && (await told()) }
}
