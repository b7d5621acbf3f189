import { z } from 'zod'
import { yesNo } from '../domain/enums.ts'
import { forumFlow, forumStates, forumTypes } from '../domain/forum-states.ts'
import { endpoint } from './endpoint.ts'
import { sendingGuard, sentContent, sentFields, writerRow } from './letters.ts'
import { moveCall, stateCalls, stateFilter } from './moves.ts'
import { revealCall } from './reveal-call.ts'
import {
  bulk,
  choice,
  chosen,
  count,
  filter,
  fixedPage,
  id,
  idOf,
  ids,
  idText,
  masked,
  nameOf,
  oneLine,
  onlyId,
  page,
  pageOf,
  phone,
  row,
  sampled,
  text,
  time,
  when,
  words,
} from './shared.ts'

const brief = {
  id: idText(),
  title: words('标题'),
  type: chosen('类型', forumTypes),
  plateTitle: nameOf('plateId', '版块'),
  name: masked('姓名', 'name'),
  phone: masked('手机号', 'phone'),
  status: chosen('状态', forumStates),
  createdAt: when('发帖时间'),
  topicTitle: nameOf('topicId', '所属话题'),
  reason: words('理由'),
  shownName: words('显示的姓名'),
  official: chosen('单位发布', yesNo),
  publishedAt: when('通过时间'),
  updatedAt: when('修改时间'),
  plateId: words('版块编号'),
  topicId: words('话题编号'),
  parentId: words('所跟帖子的编号'),
  version: count('版本'),
}
/** A post as lists show it. */
export const forumBrief = row(brief)
/** The whole of it. */
export const forumRow = row({ ...brief, content: words('内容') })
const read = row({
  ...forumRow.shape,
  /** What whoever judges it should look at. */
  found: words('内容提示'),
  plateDeleted: chosen('版块已删除', yesNo),
})
/** What everybody may read of one that is online. */
export const forumOpen = row({
  id: idText(),
  title: words('标题'),
  type: chosen('类型', forumTypes),
  plateId: words('版块编号'),
  topicId: words('话题编号'),
  parentId: words('所跟的帖子'),
  shownName: words('发帖人'),
  official: chosen('单位发布', yesNo),
  content: words('内容'),
  createdAt: when('发帖时间'),
})
const binned = row({ ...brief, deletedAt: when('删除时间'), deletedByName: nameOf('deletedBy', '删除人') })

/** What narrows a list beside the state. */
const search = {
  title: filter(text('标题', 100)),
  content: filter(text('内容', 100)),
  plateId: filter(idOf('plate', '版块')),
  type: filter(choice('类型', forumTypes)),
  topicId: filter(id('话题')),
  phone: filter(phone()),
  startTime: filter(time('发帖时间起')),
  endTime: filter(time('发帖时间止', 'end')),
}
const sending = {
  method: 'POST',
  send: 'body',
  output: onlyId,
  effect: 'write',
  access: 'public',
  keepsVisitor: true,
  bodyBytes: 16_000,
  verb: false,
  own: true,
} as const
const forVisitors = '须答对验证码，次数有限，审核以后才显示'

/** Posts on boards: of visitors, and of the office (other-calls, /forum). */
export const forum = {
  list: endpoint({
    method: 'POST',
    path: '/forum/list',
    send: 'body',
    payload: 'baseForumSerachDto',
    input: z.object({ ...search, status: stateFilter(forumFlow), ...page }),
    output: pageOf(forumBrief),
    effect: 'read',
    repeat: true,
    access: 'granted',
    roles: ['auditor', 'readonly'],
    says: '分页查询帖子，只有所管理的版块的',
    right: '查看所管理的版块的帖子',
  }),
  get: endpoint({
    method: 'POST',
    path: '/forum/get',
    send: 'query',
    input: z.object({ id: id('帖子') }),
    output: read,
    effect: 'read',
    repeat: true,
    access: { like: 'forum_list' },
    says: '查看一篇帖子',
  }),
  webList: endpoint({
    method: 'POST',
    path: '/forum/weblist',
    send: 'body',
    payload: 'baseForumSerachDto',
    input: z.object({
      plateId: filter(id('版块')),
      topicId: filter(id('话题')),
      type: filter(choice('类型', forumTypes)),
      title: filter(text('标题', 100)),
      ...fixedPage(),
    }),
    output: pageOf(forumOpen),
    effect: 'read',
    repeat: true,
    access: 'public',
    open: '只有已通过、所在版块和话题都在网站上的帖子，姓名只有姓氏',
    says: '公众可见的帖子',
    verb: 'public',
  }),
  post: endpoint({
    ...sending,
    path: '/x/forum/post',
    input: z.object({ plateId: idOf('plate', '版块'), title: oneLine('标题', 100), ...sentFields }),
    open: `访问者发帖，${forVisitors}`,
    guard: sendingGuard('发帖'),
    says: '公众发帖',
    tells: '发帖{}',
  }),
  comment: endpoint({
    ...sending,
    path: '/x/forum/comment',
    input: z.object({ parentId: id('所跟的帖子'), ...sentFields }),
    open: `访问者跟帖，${forVisitors}`,
    guard: sendingGuard('跟帖'),
    says: '公众跟帖',
    tells: '跟帖{}',
  }),
  add: endpoint({
    method: 'POST',
    path: '/forum/add',
    send: 'body',
    payload: 'saveCommentForumDto',
    input: z.object({
      plateId: filter(idOf('plate', '版块')),
      parentId: filter(id('所跟的帖子')),
      title: filter(oneLine('标题', 100)),
      content: sampled(sentContent(), '您反映的路段下周施工'),
    }),
    output: forumRow,
    effect: 'write',
    access: 'granted',
    roles: ['auditor'],
    says: '以单位名义发帖、跟帖；有审核权限的随即通过',
    right: '以单位名义发帖、跟帖',
    tells: '以单位名义发帖{}',
    sample: ['plateId', 'title', 'content'],
  }),
  reveal: revealCall('/x/forum/reveal', '帖子', writerRow, {
    says: '查看发帖人的姓名和手机号，每次记入日志',
    right: '查看发帖人的姓名和手机号，每次记入日志',
    tells: '查看帖子{}发帖人的姓名和手机号',
  }),
  approve: moveCall(forumFlow, 'approve', { roles: ['auditor'] }),
  reject: moveCall(forumFlow, 'reject', { says: '不通过帖子', roles: ['auditor'] }),
  hold: moveCall(forumFlow, 'hold', { says: '从网站撤下帖子，重新审核', roles: ['auditor'] }),
  dels: endpoint({
    method: 'POST',
    path: '/forum/dels',
    send: 'query',
    input: z.object({ ids: ids('帖子') }),
    output: bulk,
    effect: 'write',
    access: 'granted',
    roles: ['auditor'],
    says: '删除帖子到回收站',
    tells: '删除帖子{}',
  }),
  ...stateCalls(forumFlow, binned, 'forum_list', z.object(search)),
}
