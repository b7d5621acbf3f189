import { z } from 'zod'
import { interWorkingStates } from '../../domain/interWorking-states.ts'
import { pushKinds } from '../../domain/push-kinds.ts'
import { chosen, count, idText, nameOf, row, when, words } from '../shared.ts'

const named = {
  id: idText(),
  title: z.string().meta({ title: '标题' }),
  kind: chosen('种类', pushKinds),
  sourceId: words('来源编号'),
  status: chosen('状态', interWorkingStates),
  reason: words('理由'),
  field: words('退回的字段'),
}
const times = { createdAt: when('首次推送'), pushedAt: when('最近推送'), takenAt: when('收录时间') }

/** A push as the staff see it in the queue. */
export const pushBrief = row({
  ...named,
  partnerId: idText('互通单位编号'),
  partnerName: nameOf('partnerId', '互通单位'),
  articleId: words('文章编号'),
  bulletinId: words('公报编号'),
  ...times,
  updatedAt: when('修改时间'),
  version: count('版本'),
})

/** Each field by its title, on a line of its own. */
const content = words('推送的内容')

/** The same with what was pushed, where it was refused; what is taken up stands where it was taken up, what a citizen wrote is sealed. */
export const pushRow = row({
  ...pushBrief.shape,
  sealed: chosen('全文', { 0: '没有另存', 1: '加密保存，查看须说明原因' }),
  content,
})

/** What a citizen wrote, whole. */
export const pushOpened = row({ id: idText(), content })

/** A push as its partner sees it. */
export const ownRow = row({
  ...named,
  articleId: words('文章编号'),
  bulletinId: words('公报编号'),
  online: chosen('已发布', { 0: '否', 1: '是' }),
  url: words('网页地址'),
  ...times,
})

/** What a push comes to. */
export const pushedRow = row({
  ...ownRow.shape,
  unchanged: chosen('与上次相同', { 0: '否', 1: '是' }),
})
