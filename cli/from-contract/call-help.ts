import { type DescribedField, describeSent } from '../../core/contract/describe.ts'
import { accessWords, asksSays, type Endpoint, permissionKey } from '../../core/contract/endpoint.ts'
import { documentOf } from '../../core/contract/replies.ts'
import { sampleOf } from './examples.ts'
import { fieldMeta } from './fields.ts'
import { needCall } from './verbs.ts'

/** What `xzx api NAME --help` says of one call. */

const places: Readonly<Record<DescribedField['place'], string>> = {
  path: '地址',
  query: '查询',
  body: '正文',
  header: '请求头',
  file: '文件',
}
const effects: Readonly<Record<Endpoint['effect'], string>> = { read: '查询', write: '修改', count: '计数' }

const accessOf = (name: string, e: Endpoint): string => {
  const [area = '', call = ''] = name.split('.')
  const key = permissionKey(area, call, e)
  return key === '' ? accessWords[e.access as 'login'] : `权限 ${key}`
}

const quoted = (json: unknown) => `'${JSON.stringify(json)}'`

/** A line that can be typed: with what must be given, or the first that may be. */
export function exampleOf(name: string, e: Endpoint): string {
  const fields = describeSent(e)
  const document = documentOf(e)
  const required = fields.filter((field) => field.required || e.sample?.includes(field.name))
  const chosen = required.length > 0 || e.effect === 'read' ? required : fields.slice(0, 1)
  // what is sent is the key of a choice; only a command's flags take its word
  const sample = ({ field }: DescribedField) => Object.keys(fieldMeta(e, field).words ?? {})[0] ?? sampleOf(e, field)
  const inBody = chosen.filter(({ place }) => place === 'body')
  const body = Object.fromEntries(inBody.map((field) => [field.name, sample(field)]))
  const parts = [
    ...chosen
      .filter(({ place }) => ['query', 'path', 'header'].includes(place))
      .map((f) => `--query ${f.name}=${sample(f)}`),
    ...chosen.filter(({ place }) => place === 'file').map((f) => `--form ${f.name}=@图片.jpg`),
    ...(e.send === 'list' ? [`-d ${quoted([body])}`] : []),
    ...(e.send === 'body' ? [`-d ${quoted(body)}`] : []),
    // a password stands in no line that a shell keeps
    ...(e.confidential ? ['-d -'] : []),
    ...(document?.kept ? [`--out 文件.${document.ending}`] : []),
  ]
  return ['xzx api', name, ...parts].join(' ')
}

const lineOf = ({ name, title, place, required, limits }: DescribedField, width: number) =>
  `  ${name.padEnd(width)}  ${[title, required ? '必填' : '', limits, place === 'body' ? '' : places[place]].filter(Boolean).join('；')}`

/** A call's own help. @throws CliError 2 where there is no such call, as the call itself does */
export async function callHelp(text: string): Promise<string> {
  const { name, e } = await needCall(text)
  const fields = describeSent(e)
  const width = Math.max(0, ...fields.map((field) => field.name.length))
  const head = e.send === 'list' ? '字段（正文是一个列表，每一项有）：' : '字段：'
  return [
    `\n接口 ${name}：${e.says}`,
    `  ${e.method} ${e.path}（${[effects[e.effect], accessOf(name, e), asksSays(e)].filter(Boolean).join('，')}）`,
    ...(fields.length > 0 ? ['', head, ...fields.map((field) => lineOf(field, width))] : ['', '没有字段']),
    '',
    '例：',
    `  ${exampleOf(name, e)}`,
    '',
  ].join('\n')
}
