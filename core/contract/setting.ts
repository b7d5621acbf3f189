import { z } from 'zod'
import { type SettingGroup, type SettingName, settingGroups, settingNames, settingOf } from '../domain/settings.ts'
import { endpoint } from './endpoint.ts'
import { fieldSchema } from './fields.ts'
import { nothing, row, text, words } from './shared.ts'

/** What a setting may be, as forms and the server judge it. */
export const settingSchema = (name: SettingName) => fieldSchema(settingOf(name))

/** None: it is emptied. */
const value = text('值', 1000)
const name = z
  .enum(settingNames, { error: '没有这个设置，运行 xzx setting list 查看有哪些' })
  .meta({ title: '设置', key: true, sample: 'site.name' })

/** A setting as replies show it. */
export const settingRow = row({
  name: z.string().meta({ title: '设置' }),
  group: z.string().meta({ title: '分组', words: settingGroups }),
  title: z.string().meta({ title: '名称' }),
  value: z.string().meta({ title: '值' }),
  says: z.string().meta({ title: '现在' }),
  usual: z.string().meta({ title: '默认值' }),
  fixedBy: words('由环境变量给出'),
  idle: words('不起作用的原因'),
  hint: words('说明'),
})

/** Who gets in, who decides alone, and what is kept of it: to change that is to change rights. */
const aboutRights: ReadonlySet<SettingGroup> = new Set(['signIn', 'password', 'audit', 'backup', 'log'])
/** Where visitors and short messages lead, and what the server asks of: whoever turns them elsewhere has people and programs go there. */
export const isLeading = (named: SettingName): boolean => named === 'sms.code' || settingOf(named).kind === 'address'
const isAboutRights = (named: SettingName) => aboutRights.has(settingOf(named).group) || isLeading(named)

/** To change them may shut people out who are signed in, ask something of them before they get in again, or let them in by less. */
const gateSettings: ReadonlySet<SettingName> = new Set([
  'signIn.nets',
  'signIn.factor',
  'signIn.mobile',
  'password.expireDays',
])

/** Settings of the site and the server that hold at once, in every process and on the pages. */
export const setting = {
  list: endpoint({
    method: 'POST',
    path: '/x/setting/list',
    send: 'none',
    input: nothing,
    output: z.array(settingRow),
    effect: 'read',
    repeat: true,
    access: 'granted',
    says: '查询全部设置',
    own: true,
  }),
  get: endpoint({
    method: 'POST',
    path: '/x/setting/get',
    send: 'body',
    input: z.object({ name }),
    output: settingRow,
    effect: 'read',
    repeat: true,
    access: { like: 'setting_list' },
    says: '查看一个设置',
    own: true,
  }),
  save: endpoint({
    method: 'POST',
    path: '/x/setting/save',
    send: 'list',
    input: z.object({
      items: z
        .array(z.object({ name, value: value.optional(), was: value.optional() }))
        .min(1, '至少要有一个设置')
        .max(200, '一次最多 200 个设置'),
    }),
    output: z.array(settingRow),
    effect: 'write',
    repeat: true,
    access: 'granted',
    reveals: ({ items }: { items: readonly { name: SettingName }[] }) =>
      items.some(({ name }) => gateSettings.has(name)),
    proof: ({ items }: { items: readonly { name: SettingName }[] }) => items.some((item) => isAboutRights(item.name)),
    provesWhen: '改动登录、密码、审核、备份、操作日志的要求或网站地址、短信模板时',
    says: '修改设置',
    tells: '修改设置',
    verb: false,
    own: true,
  }),
  reset: endpoint({
    method: 'POST',
    path: '/x/setting/reset',
    send: 'body',
    input: z.object({ names: z.array(name).min(1, '至少要有一个设置').max(200) }),
    output: z.array(settingRow),
    effect: 'write',
    repeat: true,
    access: { like: 'setting_save' },
    reveals: ({ names }: { names: readonly SettingName[] }) => names.some((name) => gateSettings.has(name)),
    proof: ({ names }: { names: readonly SettingName[] }) => names.some(isAboutRights),
    provesWhen: '改动登录、密码、审核、备份、操作日志的要求或网站地址、短信模板时',
    says: '恢复设置的默认值',
    tells: '恢复设置的默认值',
    verb: false,
    own: true,
  }),
}
