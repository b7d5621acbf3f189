import { z } from 'zod'
import { outcomeWords } from '../../domain/apply-outcomes.ts'
import { applyStates } from '../../domain/apply-states.ts'
import { yesNo } from '../../domain/enums.ts'
import { endpoint } from '../endpoint.ts'
import { attachmentRow } from '../files.ts'
import {
  byCode,
  captchaFields,
  may,
  mine,
  own,
  ownGuard,
  receipt,
  sendFile,
  sendingGuard,
  sentFiles,
} from '../letters.ts'
import {
  chosen,
  filter,
  id,
  idText,
  nameOf,
  nothing,
  page,
  pageOf,
  row,
  sampled,
  text,
  when,
  words,
} from '../shared.ts'
import { applyFields, applyFile, applyFilesMost, fitting } from './rows.ts'

/** A department that takes requests. */
export const applyDeptRow = row({ id: idText('部门编号'), name: words('部门') })

/** What everybody may read of a request that is public: the wording that the office made for that. */
export const applyOpen = row({
  id: idText(),
  title: words('标题'),
  receivedAt: when('收到申请之日'),
  deptName: nameOf('deptId', '答复部门'),
  outcome: chosen('办理结果', outcomeWords),
  answer: words('答复'),
  answeredAt: when('答复时间'),
})
/** What the applicant reads of their own. */
export const applyOwn = row({
  id: idText(),
  no: words('登记号'),
  title: words('所需信息'),
  content: words('特征描述'),
  supplement: words('补正的内容'),
  createdAt: when('提交时间'),
  receivedAt: when('收到申请之日'),
  state: chosen('办理状态', applyStates),
  says: words('说明'),
  due: when('答复期限'),
  dueSays: words('期限说明'),
  extension: words('延长告知'),
  outcome: chosen('办理结果', outcomeWords),
  article: words('依据'),
  answer: words('答复'),
  answeredAt: when('答复时间'),
  remedy: words('救济途径'),
  office: words('答复机关'),
  files: z.array(attachmentRow).meta({ title: '答复附件' }),
  maySupplement: chosen('可以补正', may),
})

/** What the public does with requests for disclosure. */
export const applyWeb = {
  webDeptList: endpoint({
    method: 'POST',
    path: '/web/apply/dept/list',
    send: 'body',
    input: nothing,
    output: row({ open: chosen('网上受理', yesNo), list: z.array(applyDeptRow) }),
    effect: 'read',
    repeat: true,
    access: 'public',
    open: '只有受理申请的部门的名称',
    says: '受理依申请公开的部门，网上是否受理',
  }),
  upload: endpoint({
    ...sendFile(applyFile, '申请'),
    path: '/x/apply/upload',
    open: '申请时的附件，按内容检查，次数有限',
  }),
  webSave: endpoint({
    method: 'POST',
    path: '/web/apply/save',
    send: 'body',
    payload: 'saveApplyDto',
    input: fitting({
      ...applyFields,
      files: sentFiles(applyFilesMost),
      ...captchaFields,
    }),
    output: receipt,
    effect: 'write',
    access: 'public',
    open: '公众提出申请，须答对验证码，次数有限',
    guard: sendingGuard('提出申请'),
    bodyBytes: 32_000,
    says: '公众提出申请，得到查询码',
    tells: '申请{}',
    verb: false,
  }),
  webList: endpoint({
    method: 'POST',
    path: '/web/apply/list',
    send: 'body',
    payload: 'baseApplySearchDto',
    input: z.object({ title: filter(text('标题', 100)), ...page }),
    output: pageOf(applyOpen),
    effect: 'read',
    repeat: true,
    access: 'public',
    open: '只有单位选登的申请和答复，不含申请人',
    says: '查询选登的申请和答复',
  }),
  webGet: endpoint({
    method: 'POST',
    path: '/web/apply/get',
    send: 'body',
    payload: 'idDto',
    input: z.object({ id: id('申请') }),
    output: applyOpen,
    effect: 'read',
    repeat: true,
    access: 'public',
    open: '只有单位选登的申请和答复，不含申请人',
    rows: 'webList',
    says: '查看一件选登的申请和答复',
  }),
  webCode: endpoint({
    ...mine,
    path: '/x/apply/code',
    input: z.object(own),
    output: applyOwn,
    effect: 'read',
    open: byCode,
    guard: ownGuard('查询申请'),
    says: '凭查询码和手机号查看申请的办理情况和答复',
  }),
  webFile: endpoint({
    ...mine,
    path: '/x/apply/file',
    urlencoded: true,
    input: z.object({ ...own, fileId: id('附件') }),
    output: z.instanceof(Uint8Array),
    reply: 'file',
    effect: 'read',
    open: byCode,
    guard: ownGuard('下载答复附件'),
    says: '凭查询码和手机号下载答复的附件',
    tells: '下载答复附件',
  }),
  webSupplement: endpoint({
    ...mine,
    path: '/x/apply/webSupplement',
    input: z.object({ ...own, content: sampled(text('补正的内容', 3000, 1).trim(), '所需信息的年份为2025年') }),
    output: applyOwn,
    effect: 'write',
    open: byCode,
    guard: ownGuard('补正申请'),
    bodyBytes: 16_000,
    says: '公众按告知补正申请',
    tells: '补正申请{}',
  }),
}
