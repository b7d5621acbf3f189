import { z } from 'zod'
import { peopleState, seen, userStatus } from '../domain/enums.ts'
import { peopleFlow } from '../domain/people-states.ts'
import { endpoint } from './endpoint.ts'
import { imageBytesMax, oneFile, uploadRow } from './file.ts'
import { within } from './guard.ts'
import { stepCalls } from './moves.ts'
import { idNumber } from './personal.ts'
import { revealCall } from './reveal-call.ts'
import {
  bulk,
  choice,
  chosen,
  count,
  filter,
  id,
  ids,
  idText,
  image,
  masked,
  oneLine,
  page,
  pageOf,
  phone,
  row,
  seenVersions,
  text,
  time,
  when,
  words,
} from './shared.ts'

/** What is personal, as every list and page shows it. */
const personal = {
  peopleName: masked('姓名', 'name'),
  peoplePhone: masked('手机号', 'phone'),
  idNumber: masked('身份证号', 'idNumber'),
  address: masked('住址', 'address'),
}
const standing = {
  userStatus: chosen('审核状态', userStatus),
  auditReason: words('审核意见'),
  photo: words('头像'),
}

/** A visitor as the staff see them. */
export const peopleRow = row({
  id: idText(),
  ...personal,
  ...standing,
  auditedAt: when('审核时间'),
  read: chosen('已读', seen),
  peopleState: chosen('状态', peopleState),
  banReason: words('冻结原因'),
  banEndTime: when('冻结到期'),
  lastLoginAt: when('最近登录'),
  createdAt: when('注册时间'),
  updatedAt: when('修改时间'),
  version: count('版本'),
})

/** The same as they see themselves. */
export const peopleOwn = row({ id: idText(), ...personal, ...standing, createdAt: when('注册时间') })

/** What the whole of it is, for whoever may read it. */
export const peopleWhole = row({
  id: idText(),
  peopleName: words('姓名'),
  peoplePhone: words('手机号'),
  idNumber: words('身份证号'),
  address: words('住址'),
})

const someOf = ids('群众用户')
const reason = (title: string, sample?: string) =>
  text(title, 500)
    .trim()
    .meta({ title, maxLength: 500, ...(sample !== undefined && { sample }) })
    .nullish()

/** Visitors who have registered: their own data, its audit, and who may not come (main-console §7, People). */
export const people = {
  list: endpoint({
    method: 'POST',
    path: '/api/person/pageList',
    send: 'body',
    payload: 'peopleSearchDto',
    input: z.object({
      peoplePhone: filter(phone()),
      peopleName: filter(text('姓名', 50)),
      idNumber: filter(text('身份证号', 18)),
      userStatus: filter(choice('审核状态', userStatus)),
      peopleState: filter(choice('状态', peopleState)),
      read: filter(choice('已读', seen)),
      startTime: filter(time('注册时间起')),
      endTime: filter(time('注册时间止', 'end')),
      ...page,
    }),
    output: pageOf(peopleRow),
    effect: 'read',
    repeat: true,
    access: 'granted',
    roles: ['auditor'],
    says: '分页查询群众用户，手机号、姓名和身份证号要写完整',
  }),
  get: endpoint({
    method: 'POST',
    path: '/admin/people/getPeopleDetail',
    send: 'query',
    wire: { id: 'puPeopleId' },
    input: z.object({ id: id('群众用户') }),
    output: peopleRow,
    effect: 'read',
    repeat: true,
    access: { like: 'people_list' },
    says: '查看一名群众用户',
  }),
  reveal: revealCall('/x/people/reveal', '群众用户', peopleWhole, {
    says: '查看一名群众用户的完整个人信息，每次记入日志',
    right: '查看群众用户的完整个人信息，每次记入日志',
    tells: '查看群众用户{}的完整个人信息',
    roles: ['auditor'],
  }),
  peopleAudit: endpoint({
    method: 'POST',
    path: '/admin/people/peopleAudit',
    send: 'body',
    payload: 'audit',
    input: z.object({
      ids: someOf,
      versions: seenVersions().nullish(),
      userStatus: choice('审核结果', { 2: '已通过', 3: '未通过' }),
      reason: reason('审核意见'),
    }),
    output: bulk,
    effect: 'write',
    access: 'granted',
    roles: ['auditor'],
    says: '审核群众用户的资料',
    tells: '审核群众用户{}',
    tellsWhen: [
      { after: { userStatus: 2 }, tells: '审核通过群众用户{}的资料' },
      { after: { userStatus: 3 }, tells: '审核不通过群众用户{}的资料' },
    ],
    verb: 'audit',
  }),
  readAudit: endpoint({
    method: 'POST',
    path: '/admin/people/readAudit',
    send: 'body',
    payload: 'audit',
    input: z.object({ ids: someOf }),
    output: bulk,
    effect: 'write',
    access: 'granted',
    roles: ['auditor'],
    says: '把群众用户标为已读',
    tells: '把群众用户{}标为已读',
    verb: 'read',
  }),
  banAudit: endpoint({
    method: 'POST',
    path: '/admin/people/banAudit',
    send: 'body',
    payload: 'audit',
    input: z.object({
      ids: someOf,
      peopleState: choice('状态', peopleState).meta({ title: '状态', words: peopleState, sample: '冻结' }),
      reason: reason('原因', '多次发布广告'),
      endTime: time('到期时间', 'end').nullish(),
    }),
    output: bulk,
    effect: 'write',
    access: 'granted',
    roles: ['auditor'],
    asks: {
      peopleState: {
        0: { doing: '解除冻结群众用户', follows: '随即可以重新登录' },
        1: { doing: '冻结群众用户', follows: '随即退出登录，到期或解除冻结之前不能登录' },
      },
    },
    says: '冻结或解除冻结群众用户',
    tells: '冻结或解除冻结群众用户{}',
    tellsWhen: [
      { after: { peopleState: 1 }, tells: '冻结群众用户{}' },
      { after: { peopleState: 0 }, tells: '解除冻结群众用户{}' },
    ],
    verb: 'ban',
    sample: ['reason'],
  }),
  ...stepCalls(peopleFlow, 'people_list'),
  siteGet: endpoint({
    method: 'POST',
    path: '/web/people/getPeopleDetail',
    send: 'query',
    wire: { id: 'puPeopleId' },
    input: z.object({ id: filter(id('群众用户')) }),
    output: peopleOwn,
    effect: 'read',
    repeat: true,
    access: 'visitor',
    says: '公众查看本人的资料',
    verb: false,
  }),
  siteComplete: endpoint({
    method: 'POST',
    path: '/x/people/complete',
    send: 'body',
    bodyBytes: 4 * 1024,
    input: z.object({
      peopleName: oneLine('姓名', 50, 2),
      idNumber: idNumber(),
      address: text('住址', 200).trim().nullish(),
      photo: image('头像').nullish(),
    }),
    output: peopleOwn,
    effect: 'write',
    access: 'visitor',
    guard: { says: '提交资料', limits: [{ by: 'visitor', most: 10, withinMs: within.day }] },
    says: '公众提交本人的资料供审核',
    tells: '提交本人的资料',
    own: true,
    verb: false,
  }),
  siteUpload: endpoint({
    method: 'POST',
    path: '/web/people/upload/name',
    send: 'form',
    at: { fileUrl: 'query', file: 'file' },
    bodyBytes: imageBytesMax,
    input: z.object({ fileUrl: text('要替换的本人图片', 300), file: oneFile }),
    output: uploadRow,
    effect: 'write',
    access: 'visitor',
    guard: { says: '上传', limits: [{ by: 'visitor', most: 20, withinMs: within.hour }] },
    says: '公众上传本人的图片，可替换本人以前的一张',
    tells: '上传本人的图片',
    verb: false,
  }),
}
