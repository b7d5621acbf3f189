import { z } from 'zod'
import { mailRatings, mailStates, mailStatus, mailTypes } from '../../domain/mail-states.ts'
import { endpoint } from '../endpoint.ts'
import { attachmentRow } from '../files.ts'
import { within } from '../guard.ts'
import {
  choice,
  chosen,
  filter,
  id,
  idText,
  nameOf,
  page,
  pageOf,
  phone,
  row,
  sampled,
  text,
  when,
  words,
} from '../shared.ts'
import { mailFields, mailFile, mailFilesMost } from './rows.ts'

/** What everybody may read of a letter that is public. */
export const mailOpen = row({
  id: idText(),
  title: words('标题'),
  type: chosen('来信类型', mailTypes),
  shownName: words('来信人'),
  content: words('内容'),
  createdAt: when('来信时间'),
  deptName: nameOf('deptId', '答复部门'),
  reply: words('答复'),
  repliedAt: when('回复时间'),
})
const may = { 1: '可以', 0: '不可以' }
/** What whoever wrote reads of it. */
export const mailOwn = row({
  id: idText(),
  title: words('标题'),
  type: chosen('来信类型', mailTypes),
  content: words('内容'),
  supplement: words('补充的内容'),
  createdAt: when('来信时间'),
  state: chosen('办理状态', mailStates),
  status: chosen('回复状态', mailStatus),
  says: words('说明'),
  due: when('答复期限'),
  deptName: words('答复部门'),
  reply: words('答复'),
  repliedAt: when('回复时间'),
  rating: chosen('满意度', mailRatings),
  maySupplement: chosen('可以补充', may),
  mayRate: chosen('可以评价', may),
  mayComplain: chosen('可以投诉', may),
})
/** What shows that a letter is the caller's own. */
const own = { code: text('查询码', 20, 1), phone: phone() }
const ownGuard = (says: string) => ({
  says,
  limits: [
    { by: 'code', most: 20, withinMs: within.hour },
    { by: 'address', most: 60, withinMs: within.hour },
  ],
})
const mine = { method: 'POST', send: 'body', access: 'public', own: true, verb: false } as const
const byCode = '凭查询码和手机号，次数有限'

/** The receipt of a letter. */
export const mailReceipt = row({ id: idText(), code: words('查询码'), due: when('答复期限') })

/** What the public does with letters. */
export const mailWeb = {
  upload: endpoint({
    ...mine,
    path: '/x/mail/upload',
    send: 'form',
    at: { file: 'file' },
    input: z.object({
      file: z.custom<Blob>((value) => typeof value === 'object' && value !== null).meta({ title: '文件' }),
    }),
    output: row({ ...attachmentRow.shape, pass: words('凭据') }),
    effect: 'write',
    open: '写信时的附件，按内容检查，次数有限',
    guard: { says: '上传附件', limits: [{ by: 'address', most: 30, withinMs: within.hour }] },
    bodyBytes: mailFile.maxMb * 1024 * 1024,
    says: '公众上传来信的附件',
    tells: '上传来信的附件{}',
  }),
  webAdd: endpoint({
    method: 'POST',
    path: '/web/mail/add',
    send: 'body',
    payload: 'saveMailboxDto',
    input: z.object({
      ...mailFields,
      files: z
        .array(z.object({ id: id('附件'), pass: text('凭据', 64, 1) }))
        .max(mailFilesMost, `最多 ${mailFilesMost} 个附件`)
        .nullish()
        .meta({ title: '附件' }),
      verifyCode: text('验证码', 20, 1),
      codeId: text('验证码编号', 64, 1),
    }),
    output: mailReceipt,
    effect: 'write',
    access: 'public',
    open: '公众写信，须答对验证码，次数有限',
    guard: {
      says: '写信',
      captcha: { id: 'codeId', typed: 'verifyCode' },
      limits: [
        { by: 'phone', most: 10, withinMs: within.day, knownApart: 'phone' },
        { by: 'address', most: 60, withinMs: within.hour },
      ],
    },
    bodyBytes: 32_000,
    says: '公众写信，得到查询码',
    tells: '来信{}',
    verb: false,
  }),
  webCode: endpoint({
    method: 'POST',
    path: '/web/mail/code',
    send: 'body',
    payload: 'baseMailBoxSearchDto',
    input: z.object(own),
    output: mailOwn,
    effect: 'read',
    access: 'public',
    open: byCode,
    guard: ownGuard('查询来信'),
    says: '凭查询码和手机号查看来信的办理情况和答复',
    verb: false,
  }),
  webGet: endpoint({
    method: 'POST',
    path: '/web/mail/get',
    send: 'body',
    payload: 'idTypeDto',
    input: z.object({ id: id('信件'), type: filter(choice('来信类型', mailTypes)) }),
    output: mailOpen,
    effect: 'read',
    repeat: true,
    access: 'public',
    open: '只有已公开的来信和答复，姓名只有姓氏',
    rows: 'webList',
    says: '查看一封已公开的来信和答复',
  }),
  webList: endpoint({
    method: 'POST',
    path: '/web/mail/list',
    send: 'body',
    payload: 'baseSearchDto',
    input: z.object({ title: filter(text('标题', 100)), type: filter(choice('来信类型', mailTypes)), ...page }),
    output: pageOf(mailOpen),
    effect: 'read',
    repeat: true,
    access: 'public',
    open: '只有已公开的来信和答复，姓名只有姓氏',
    says: '查询已公开的来信',
  }),
  supplement: endpoint({
    ...mine,
    path: '/x/mail/supplement',
    input: z.object({ ...own, content: sampled(text('补充的内容', 2000, 1).trim(), '在东街小学门口') }),
    output: mailOwn,
    effect: 'write',
    open: byCode,
    guard: ownGuard('补充来信'),
    bodyBytes: 16_000,
    says: '公众按要求补充来信',
    tells: '补充来信{}',
  }),
  rate: endpoint({
    ...mine,
    path: '/x/mail/rate',
    input: z.object({
      ...own,
      rating: choice('满意度', mailRatings),
      words: text('评价', 500).trim().nullish(),
    }),
    output: mailOwn,
    effect: 'write',
    open: byCode,
    guard: ownGuard('评价答复'),
    says: '公众评价来信的答复，只有一次',
    tells: '评价来信{}的答复',
  }),
  complain: endpoint({
    ...mine,
    path: '/x/mail/complain',
    input: z.object({ ...own, content: sampled(text('投诉', 1000, 1).trim(), '答复说已修好，路灯仍然不亮') }),
    output: mailOwn,
    effect: 'write',
    open: byCode,
    guard: ownGuard('投诉'),
    bodyBytes: 16_000,
    says: '公众投诉来信的办理，只有一次',
    tells: '投诉来信{}的办理',
  }),
}
