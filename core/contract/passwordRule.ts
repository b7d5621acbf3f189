import { z } from 'zod'
import { passwordRuleKinds, roleEnabled, yesNo } from '../domain/enums.ts'
import { wordsOf } from '../domain/password-words.ts'
import { settingOf } from '../domain/settings.ts'
import { endpoint } from './endpoint.ts'
import { version } from './moves.ts'
import { settingSchema } from './setting.ts'
import {
  bulk,
  choice,
  chosen,
  count,
  filter,
  id,
  ids,
  idText,
  int,
  lineOf,
  onlyId,
  page,
  pageOf,
  row,
  sampled,
  text,
  when,
  words,
} from './shared.ts'

const wordsMax = 500
const wordMax = 40

/** One word a line; single letters would shut out every password. */
const forbidden = text('词语', wordsMax * (wordMax + 1), 1)
  .check(({ value, issues }) => {
    const list = wordsOf(value)
    const unfit = list.find((word) => [...word].length < 2 || [...word].length > wordMax)
    const message =
      list.length === 0
        ? '至少要有一个词语'
        : list.length > wordsMax
          ? `最多 ${wordsMax} 个词语`
          : unfit && `「${unfit}」应为 2 到 ${wordMax} 个字符`
    if (message) issues.push({ code: 'custom', message, input: value })
  })
  .meta({ title: '词语', sample: '青石,清河镇', maxLength: wordsMax * (wordMax + 1) })

const fields = {
  name: sampled(lineOf('规则名称', 50), '本县地名'),
  kind: choice('要求', passwordRuleKinds).optional(),
  words: forbidden,
  enabled: choice('状态', roleEnabled).optional(),
  remark: text('备注', 500).nullish(),
  sort: int('排序', 0, 1_000_000).optional(),
}

/** A rule of words that no password may have in it, or be. */
export const passwordRuleRow = row({
  id: idText(),
  name: z.string().meta({ title: '规则名称' }),
  kind: chosen('要求', passwordRuleKinds),
  words: z.string().meta({ title: '词语' }),
  enabled: chosen('状态', roleEnabled),
  remark: words('备注'),
  sort: count('排序'),
  createdAt: when('创建时间'),
  updatedAt: when('修改时间'),
  version: count('版本'),
})

const search = {
  name: filter(text('规则名称', 50)),
  kind: filter(choice('要求', passwordRuleKinds)),
  enabled: filter(choice('状态', roleEnabled)),
}

/** The fields of a password's type are settings, known by their own names there. */
export const typeFields = {
  lengthMin: 'password.lengthMin',
  kindsMin: 'password.kindsMin',
  history: 'password.history',
  expireDays: 'password.expireDays',
  firstChange: 'password.firstChange',
} as const

const given = (field: keyof typeof typeFields) => settingSchema(typeFields[field]).optional()
const shown = (field: keyof typeof typeFields) => z.number().meta({ title: settingOf(typeFields[field]).title })
/** What passwords are made of and how long they last. There is one type, that of the staff. */
export const passwordTypeRow = row({
  id: idText(),
  name: z.string().meta({ title: '名称' }),
  lengthMin: shown('lengthMin'),
  kindsMin: shown('kindsMin'),
  history: shown('history'),
  expireDays: shown('expireDays'),
  firstChange: chosen(settingOf('password.firstChange').title, yesNo),
})

const paged = {
  method: 'POST',
  send: 'body',
  input: z.object({ ...search, ...page }),
  output: pageOf(passwordRuleRow),
  effect: 'read',
  repeat: true,
} as const

/** What passwords may be (other-calls §7, Password rules): words that no password may have, and what it is made of. */
export const passwordRule = {
  list: endpoint({
    ...paged,
    path: '/passwordRule/list',
    bodyOptional: true,
    access: 'granted',
    says: '分页查询密码规则',
  }),
  pageList: endpoint({
    ...paged,
    path: '/passwordRule/pageList',
    payload: 'baseSearchDto',
    access: { like: 'passwordRule_list' },
    says: '分页查询密码规则（另一地址）',
    verb: false,
  }),
  get: endpoint({
    method: 'POST',
    path: '/passwordRule/get',
    send: 'query',
    input: z.object({ id: id('密码规则') }),
    output: passwordRuleRow,
    effect: 'read',
    repeat: true,
    access: { like: 'passwordRule_list' },
    says: '查看一条密码规则',
  }),
  saveOrUpdate: endpoint({
    method: 'POST',
    path: '/passwordRule/saveOrUpdate',
    send: 'body',
    payload: 'savePasswdRuleDto',
    input: z.object({ id: id('密码规则').nullish(), version, ...z.object(fields).partial().shape }),
    output: passwordRuleRow,
    effect: 'write',
    access: 'granted',
    proof: true,
    says: '新增密码规则；写编号则修改',
    right: '新增或修改密码规则',
    verb: 'save',
    tells: '保存密码规则{}',
    sample: ['name', 'words'],
  }),
  del: endpoint({
    method: 'POST',
    path: '/passwordRule/del',
    send: 'query',
    input: z.object({ id: id('密码规则') }),
    output: onlyId,
    effect: 'write',
    access: { like: 'passwordRule_saveOrUpdate' },
    proof: true,
    says: '删除一条密码规则',
    tells: '删除密码规则{}',
    verb: false,
  }),
  dels: endpoint({
    method: 'POST',
    path: '/passwordRule/dels',
    send: 'body',
    payload: 'idsDto',
    input: z.object({ ids: ids('密码规则', 1000) }),
    output: bulk,
    effect: 'write',
    access: { like: 'passwordRule_saveOrUpdate' },
    proof: true,
    says: '删除密码规则',
    tells: '删除密码规则{}',
    verb: 'del',
  }),
  typeGet: endpoint({
    method: 'POST',
    path: '/passwordType/get',
    send: 'query',
    input: z.object({ id: id() }),
    output: passwordTypeRow,
    effect: 'read',
    repeat: true,
    access: { like: 'passwordRule_list' },
    about: 'passwordType',
    says: '密码由什么组成、多久过期',
    verb: 'type',
  }),
  typeSaveOrUpdate: endpoint({
    method: 'POST',
    path: '/passwordType/saveOrUpdate',
    send: 'body',
    payload: 'savePasswdTypeDto',
    input: z.object({
      id: id().nullish(),
      lengthMin: given('lengthMin'),
      kindsMin: given('kindsMin'),
      history: given('history'),
      expireDays: given('expireDays'),
      firstChange: given('firstChange'),
    }),
    output: passwordTypeRow,
    effect: 'write',
    access: 'granted',
    about: 'passwordType',
    proof: true,
    says: '修改密码要求',
    tells: '修改密码要求',
    verb: 'save-type',
    sample: ['lengthMin'],
  }),
  typeReset: endpoint({
    method: 'POST',
    path: '/passwordType/reset',
    send: 'body',
    bodyOptional: true,
    input: z.object({}),
    output: passwordTypeRow,
    effect: 'write',
    access: { like: 'passwordRule_typeSaveOrUpdate' },
    proof: true,
    says: '密码要求恢复为出厂值',
    tells: '密码要求恢复为出厂值',
    verb: 'reset-type',
  }),
}
