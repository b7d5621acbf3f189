import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { chosen, count, filter, idText, int, row, text, words } from '../shared.ts'

/** So many letters at once. */
export const importMost = 200
/** Letters of before are as long as they are. */
export const importedLongest = 20_000

/** What became of a letter that was to be imported. */
export const importFates = { saved: '新增', skipped: '已有', failed: '不符合要求' } as const

const cell = (title: string, max = 200) => filter(text(title, max).trim())

/** What is told of a letter that was taken in, but not all that stood in its row. */
export const importMarks = {
  dept: '主办部门没有写入，原来的名称记在办理记录里',
  unanswered: '写着已办而没有答复，按未回复导入',
  phone: '手机号是隐去的，没有写入',
} as const
export type ImportMark = keyof typeof importMarks

/** The columns of a letter of before, each with what people call it and other headings that tables have for it. */
export const letterColumns = {
  code: { title: '信件编号', also: ['编号'] },
  id: { title: '原编号', also: [] },
  source: { title: '来源', also: ['来源系统'] },
  title: { title: '标题', also: ['信件标题'] },
  content: { title: '内容', also: ['正文', '信件内容'] },
  time: { title: '来信时间', also: ['时间', '来信日期', 'createdAt'] },
  type: { title: '来信类型', also: ['类型'] },
  name: { title: '姓名', also: ['来信人', 'user'] },
  phone: { title: '手机号', also: ['手机', '联系电话', '电话', '电话号码', '联系方式'] },
  openFlag: { title: '是否同意公开', also: ['来信人意愿', '是否公开', '公开意愿'] },
  status: { title: '回复状态', also: ['状态'] },
  state: { title: '办理状态', also: [] },
  dept: { title: '主办部门', also: ['答复部门', '回复部门', '承办部门', 'deptName'] },
  reply: { title: '答复', also: ['回复', '答复内容', '回复内容'] },
  replyTime: { title: '回复时间', also: ['答复时间', 'repliedAt'] },
} as const
export type LetterColumn = keyof typeof letterColumns

const long: ReadonlySet<string> = new Set(['content', 'reply'])
// what is wrong with a cell is told with its row; only what no letter could be is refused at once
const cells = Object.fromEntries(
  Object.entries(letterColumns).map(([name, { title }]) => [name, cell(title, long.has(name) ? 100_000 : 2000)]),
) as Readonly<Record<LetterColumn, ReturnType<typeof cell>>>

/** A letter as a row of a file has it; `row` is its number there. */
export const importLetter = z.object({ row: int('行号', 1, 100_000_000).optional(), ...cells })

export const mailImport = {
  importMany: endpoint({
    method: 'POST',
    path: '/x/mail/import',
    send: 'list',
    own: true,
    input: z.object({
      items: z
        .array(importLetter)
        .min(1, '至少要有一封信件')
        .max(importMost, `一次最多 ${importMost} 封信件，请分几次导入`),
    }),
    output: row({
      saved: count('新增', '封'),
      skipped: count('已有', '封'),
      failed: count('不符合要求', '行'),
      rows: z
        .array(
          row({
            row: count('行号'),
            fate: chosen('结果', importFates),
            id: idText().nullable(),
            title: words('标题'),
            code: words('查询码'),
            says: words('说明'),
            marks: z
              .array(z.enum(Object.keys(importMarks) as [ImportMark, ...ImportMark[]]))
              .meta({ title: '没有照写的' }),
            dept: words('这里没有的主办部门'),
          }),
        )
        .meta({ title: '逐行结果' }),
    }),
    effect: 'write',
    repeat: true,
    answers: true,
    access: { like: 'mail_add' },
    says: '导入以前的信件，已导入过的不重复；不符合要求的逐行说明，不影响其他行',
    tells: '导入信件{}',
    verb: false,
  }),
}
