import { z } from 'zod'
import type { States } from '../domain/states.ts'
import { endpoint } from './endpoint.ts'
import { oneFile } from './file.ts'
import { type Attachable, attachmentRow } from './files.ts'
import { type Guard, within } from './guard.ts'
import { version } from './moves.ts'
import {
  anyPhone,
  choice,
  filter,
  id,
  idOf,
  idText,
  oneLine,
  phone,
  row,
  sampled,
  text,
  when,
  words,
} from './shared.ts'

/** What all have alike that citizens send and find again by a code: letters, requests for disclosure. */

export const may = { 1: '可以', 0: '不可以' }

/**
 * The call that gives one to the department that is to answer it, and changes nothing else of it.
 * @param like the call whose right it takes
 */
export const forwardCall = <O extends z.ZodType>(
  { area, noun }: Pick<States, 'area' | 'noun'>,
  output: O,
  like: string,
) =>
  endpoint({
    method: 'POST',
    path: `/x/${area}/forward`,
    send: 'body',
    input: z.object({ id: id(noun), version, deptId: idOf('dept', '承办部门') }),
    output,
    effect: 'write',
    access: { like },
    says: `把${noun}交给承办部门`,
    tells: `把${noun}{}交给承办部门`,
    several: true,
    own: true,
  })

/** What shows that one is the caller's own. */
export const own = { code: text('查询码', 20, 1), phone: anyPhone('手机号') }
/** Guesses are few, by code and by network, whatever is asked for by them. */
export const ownGuard = (says: string): Guard => ({
  says,
  limits: [
    { by: 'code', as: 'code', together: 'own', most: 20, withinMs: within.hour },
    { by: 'address', together: 'own', most: 60, withinMs: within.hour },
  ],
})
export const mine = { method: 'POST', send: 'body', access: 'public', own: true, verb: false } as const
export const byCode = '凭查询码和手机号，次数有限'

/** Whether what a department writes is handed in, or kept for it to go on with. */
export const handedIn = () => sampled(filter(choice('是否办完', { 1: '提交', 0: '暂存' })), '提交')

/** What is told of one that has come through. */
export const receipt = row({
  id: idText(),
  code: words('查询码').meta({ title: '查询码', drawn: true }),
  due: when('答复期限'),
})

/** The same where the staff enter one: what they do not see of it, nobody can tell whoever it is for. */
export const registered = row({
  ...receipt.shape,
  code: words('查询码').meta({ title: '查询码', drawn: true, once: true }),
})

/** The captcha that comes with what is sent. */
export const captchaFields = {
  verifyCode: text('验证码', 20, 1),
  codeId: text('验证码编号', 64, 1),
}
/** What visitors write for everybody to read; they need not say who they are. */
export const sentContent = () => text('内容', 2000, 1).trim()
export const sentFields = {
  content: sentContent(),
  name: oneLine('姓名', 30, 0).nullish(),
  phone: filter(phone()),
  ...captchaFields,
}
/** Who wrote it, read whole. */
export const writerRow = row({ id: idText(), name: words('姓名'), phone: words('手机号') })

/** What strangers meet who send something. */
export const sendingGuard = (says: string): Guard => ({
  says,
  captcha: { id: 'codeId', typed: 'verifyCode' },
  limits: [
    { by: 'phone', most: 10, withinMs: within.day, perNetwork: true },
    { by: 'address', most: 60, withinMs: within.hour },
  ],
})
/** Files that were sent before it, each with what shows that it is the sender's. */
export const sentFiles = (most: number) =>
  z
    .array(z.object({ id: id('附件'), pass: text('凭据', 64, 1) }))
    .max(most, `最多 ${most} 个附件`)
    .nullish()
    .meta({ title: '附件' })

/** The call by which one of these files is sent. @param of what it will belong to: 来信 */
export const sendFile = ({ maxMb }: Attachable, of: string) =>
  ({
    ...mine,
    send: 'form',
    at: { file: 'file' },
    input: z.object({ file: oneFile }),
    output: row({ ...attachmentRow.shape, pass: words('凭据') }),
    effect: 'write',
    guard: { says: '上传附件', limits: [{ by: 'address', most: 30, withinMs: within.hour }] },
    bodyBytes: maxMb * 1024 * 1024,
    says: `公众上传${of}的附件`,
    tells: `上传${of}的附件{}`,
  }) as const
