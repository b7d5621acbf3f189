import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete'

/** A name that a template may use. */
export interface Field {
  /** `article.title`; `items[].title` for what each of a list has. */
  readonly name: string
  readonly kind: string | null
  readonly says: string | null
  readonly sample: string | null
}

const blocks: Readonly<Record<string, string>> = {
  ...{ if: '如果', unless: '除非', elsif: '否则如果', else: '否则', endif: '结束 if', endunless: '结束 unless' },
  ...{ for: '逐条', endfor: '结束 for', case: '按值', when: '值为', endcase: '结束 case', assign: '命名一个值' },
  ...{
    render: '放入另一个模板',
    capture: '收集输出',
    endcapture: '结束 capture',
    comment: '说明',
    endcomment: '结束说明',
  },
}
const filters: Readonly<Record<string, string>> = {
  ...{ raw: '不转义，用于网页代码', escape: '转义', size: '个数或字数', date: '日期格式', default: '没有时用' },
  ...{ truncate: '截短', strip_html: '去掉标签', append: '后面加', prepend: '前面加', replace: '替换', split: '拆开' },
  ...{ join: '连接', first: '第一个', last: '最后一个', slice: '取一段', where: '筛选', map: '取一项', plus: '加' },
  ...{ minus: '减', times: '乘', divided_by: '除', modulo: '余数', upcase: '大写', downcase: '小写', strip: '去空白' },
}

const listed = (words: Readonly<Record<string, string>>, type: string): Completion[] =>
  Object.entries(words).map(([label, detail]) => ({ label, detail, type }))

/** Names that stand for parts of what there is: `{% for item in items %}`, `{% assign a = article %}`. */
export function aliasesIn(text: string): Map<string, string> {
  const found = new Map<string, string>()
  for (const [, name = '', of = ''] of text.matchAll(/\{%-?\s*for\s+([\w-]+)\s+in\s+([\w.-]+)/g))
    found.set(name, `${of}[]`)
  for (const [, name = '', of = ''] of text.matchAll(/\{%-?\s*assign\s+([\w-]+)\s*=\s*([\w.-]+)/g)) found.set(name, of)
  return found
}

/** The whole name of what is meant, with its aliases followed. */
function meant(name: string, aliases: ReadonlyMap<string, string>, steps = 8): string {
  const [first = '', ...rest] = name.split('.')
  const of = aliases.get(first)
  return of === undefined || steps === 0 ? name : meant([of, ...rest].join('.'), aliases, steps - 1)
}

const asOption = ({ name, kind, says, sample }: Field, label: string): Completion => ({
  label,
  type: 'variable',
  detail: says ?? kind ?? '',
  ...((kind || sample) && { info: [name, kind, sample && `例：${sample}`].filter(Boolean).join('\n') }),
})

/** What fits where the cursor stands: what comes after the last dot, each of a list by the name of its loop. */
export function fieldOptions(fields: readonly Field[], before: string, typed: string): Completion[] {
  const aliases = aliasesIn(before)
  const at = typed.lastIndexOf('.')
  if (at < 0) {
    const tops = fields.filter(({ name }) => !name.includes('.') && !name.includes('['))
    const named = [...aliases].map(([label, of]) => ({ label, detail: of, type: 'variable' }))
    return [...named, ...tops.map((one) => asOption(one, one.name))]
  }
  const head = `${meant(typed.slice(0, at), aliases)}.`
  return fields
    .filter(({ name }) => name.startsWith(head) && !/[.[]/.test(name.slice(head.length)))
    .map((one) => asOption(one, one.name.slice(head.length)))
}

/** Completion within Liquid: fields, filters after `|`, the words of tags, templates after `render`. */
export const completer =
  (fields: () => readonly Field[], templates: () => readonly string[]) =>
  (context: CompletionContext): CompletionResult | null => {
    const before = context.state.sliceDoc(0, context.pos)
    const opened = Math.max(before.lastIndexOf('{{'), before.lastIndexOf('{%'))
    if (opened < 0 || /[%}]\}/.test(before.slice(opened))) return null
    const inside = before.slice(opened)
    const word = /(?<![\w-])[\w-]+$/.exec(inside)?.[0] ?? ''
    const from = context.pos - word.length
    const result = (options: Completion[]): CompletionResult => ({ from, options, validFor: /^[\w-]*$/ })
    if (/^\{%-?\s*render\s+["'][\w-]*$/.test(inside))
      return result(templates().map((label) => ({ label, type: 'file' })))
    if (/["'][^"']*$/.test(inside.replace(/"[^"]*"|'[^']*'/g, ''))) return null
    if (/\|\s*[\w-]*$/.test(inside)) return result(listed(filters, 'function'))
    if (/^\{%-?\s*[\w-]*$/.test(inside)) return result(listed(blocks, 'keyword'))
    const typed = /(?<![\w.-])[\w.-]+$/.exec(inside)?.[0] ?? ''
    if (typed === '' && !context.explicit) return null
    return result(fieldOptions(fields(), before.slice(0, opened), typed))
  }
