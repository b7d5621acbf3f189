import { z } from 'zod'
import { cellMax } from '../../sheet/columns.ts'
import { endpoint } from '../endpoint.ts'
import { metaOf, type Shaped } from '../meta.ts'
import { count, filter, idText, int, nothing, onceWords, row, text, words } from '../shared.ts'
import { userFields } from './fields.ts'

/** So many people at once. */
export const importMost = 5000

const titleOf = (field: keyof typeof userFields): string =>
  metaOf(userFields[field] as unknown as Shaped).title ?? field

/** No cell needs more, and what is wrong with it is told with its text. */
export const importCellMost = 200

/** What a cell holds, as it was typed: what is wrong with it is told with its row, also where it is longer than anything should be. */
const cell = (title: string) => filter(text(title, cellMax).trim())

/** The columns of a sheet of people, in the template's order, and what its notes say of each. */
export const importColumns = {
  account: { title: titleOf('account'), needed: true, says: '登录时用，不能与他人相同；字母、数字或汉字' },
  name: { title: titleOf('name'), needed: true, says: '' },
  dept: { title: '部门', says: '部门的名称；同名的写全，如「县政协机关/办公室」' },
  position: { title: titleOf('position'), says: '' },
  mobile: { title: titleOf('mobile'), says: '11 位' },
  idNumber: { title: titleOf('idNumber'), says: '18 位；单元格请用文本格式，数字格式会丢失末几位' },
  sex: { title: titleOf('sex'), says: '' },
  ehrNo: { title: titleOf('ehrNo'), says: '' },
  enterAt: { title: titleOf('enterAt'), says: '如 2020-03-01' },
  userType: { title: titleOf('userType'), says: '不写为工作人员；只作区分，不带权限' },
  roles: { title: '角色', says: '角色的名称，多个用顿号隔开；不写则没有权限，以后再授予' },
} as const
export type ImportColumn = keyof typeof importColumns

const cells = Object.fromEntries(
  Object.entries(importColumns).map(([name, { title }]) => [name, cell(title)]),
) as Readonly<Record<ImportColumn, ReturnType<typeof cell>>>

/** Somebody as a row of a sheet has them; `row` is its number there. */
export const importItem = z.object({
  row: int('行号', 1, 10_000_000).optional(),
  ...cells,
  /** What the reader of the sheet found wrong with the row: told beside what is wrong with its cells. */
  fault: filter(text('读表时发现的问题', 3000)),
})

const once = onceWords('一次性密码')

/** Many people from a sheet at once (other-calls §7, Organisation). */
export const importCalls = {
  importMany: endpoint({
    method: 'POST',
    path: '/x/user/import',
    send: 'list',
    input: z.object({
      items: z
        .array(importItem)
        .min(1, '至少要有一名用户')
        .max(importMost, `一次最多 ${importMost} 名用户，请分几次导入`),
    }),
    output: row({
      added: count('新增', '人'),
      users: z
        .array(
          row({
            row: count('行号'),
            id: idText(),
            account: z.string().meta({ title: '账号' }),
            name: z.string().meta({ title: '姓名' }),
            deptName: words('部门'),
            roleNames: words('角色'),
            oncePassword: once,
          }),
        )
        .meta({ title: '新增的用户' }),
    }),
    effect: 'write',
    answers: true,
    access: { like: 'user_save' },
    personOnly: true,
    proof: true,
    says: '批量新增用户，有一行不符合要求则都不新增，逐行说明；答复一次性密码，只显示这一次',
    tells: '导入用户{}',
    verb: false,
    own: true,
  }),
  importTemplate: endpoint({
    method: 'POST',
    path: '/x/user/import/template',
    send: 'none',
    input: nothing,
    output: z.instanceof(Uint8Array),
    reply: 'xlsx',
    effect: 'read',
    access: { like: 'user_save' },
    says: '下载批量新增用户的模板，附现有的部门和角色',
    verb: false,
    own: true,
  }),
}
