import { z } from 'zod'
import { actsOf, type ByCodeName, byCode } from '../domain/by-code.ts'
import { visitorForm, visitorFormNames, visitorForms } from '../domain/visitor-forms.ts'
import { endpoint } from './endpoint.ts'
import { within } from './guard.ts'
import { choice, filter, text } from './shared.ts'

const which = choice(
  '表单',
  Object.fromEntries(visitorFormNames.map((name) => [name, visitorForms[name].title])) as Record<string, string>,
)
/** What the forms call their fields. */
const called = new Map(
  visitorFormNames
    .flatMap((form) => visitorForm(form).fields)
    .map(({ name, says }) => [name, says] as const)
    .reverse(),
)
/** What the address of a form may bring along: which post is answered. */
const given = Object.fromEntries(
  visitorFormNames
    .flatMap((name) => visitorForm(name).fields)
    .filter((field) => field.given)
    .map((field) => [field.name, filter(text(field.says, 20))]),
)
/** What is typed is judged by the call that the form is for: its refusals stand at the fields. */
const typed = Object.fromEntries([...called].map(([name, says]) => [name, text(says, 20_000).nullish()]))

const byCodeNames = Object.keys(byCode) as ByCodeName[]
/** What is asked for by its code. */
const asked = choice(
  '查询的内容',
  Object.fromEntries(byCodeNames.map((name) => [name, byCode[name].says])) as Record<string, string>,
)
const acts = {
  look: '查询',
  ...Object.fromEntries(
    byCodeNames.flatMap((name) => Object.entries(actsOf(name)).map(([act, { button }]) => [act, button])),
  ),
} as Record<string, string>

/** The visitors' forms for browsers without scripts: a page with a captcha, and what takes it and answers with a page. */
export const form = {
  page: endpoint({
    method: 'GET',
    path: '/x/form/page',
    send: 'query',
    input: z.object({ form: which, ...given }),
    output: z.string(),
    reply: 'page',
    effect: 'count',
    access: 'public',
    open: '网站的表单，供不用脚本的浏览器填写，每个网段有限',
    guard: { says: '打开表单', limits: [{ by: 'address', most: 120, withinMs: within.quarter }] },
    says: '打开供公众填写的表单',
    own: true,
  }),
  send: endpoint({
    method: 'POST',
    path: '/x/form/send',
    send: 'body',
    urlencoded: true,
    input: z.object({
      form: which,
      codeId: text('验证码编号', 64, 1),
      verifyCode: text('验证码', 20),
      requestKey: text('请求标识', 64, 1),
      ...typed,
    }),
    output: z.string(),
    reply: 'page',
    effect: 'count',
    access: 'public',
    open: '提交网站的表单，须答对验证码，次数与表单所属的接口合计',
    guard: { says: '提交表单', limits: [{ by: 'address', most: 120, withinMs: within.quarter }] },
    bodyBytes: 80_000,
    says: '提交公众填写的表单',
    own: true,
  }),
  query: endpoint({
    method: 'GET',
    path: '/x/form/query',
    send: 'query',
    input: z.object({ of: asked }),
    output: z.string(),
    reply: 'page',
    effect: 'count',
    access: 'public',
    open: '凭查询码和手机号查询的网页，供不用脚本的浏览器使用，每个网段有限',
    guard: { says: '打开查询', limits: [{ by: 'address', most: 120, withinMs: within.quarter }] },
    says: '打开供公众查询来信、申请和建议的网页',
    own: true,
  }),
  ask: endpoint({
    method: 'POST',
    path: '/x/form/query/send',
    send: 'body',
    urlencoded: true,
    input: z.object({
      of: asked,
      act: choice('办理的事项', acts),
      code: text('查询码', 20),
      phone: text('手机号', 20),
      requestKey: text('请求标识', 64).nullish(),
      content: text('所写的内容', 20_000).nullish(),
      rating: text('满意度', 4).nullish(),
      seen: text('查询时所见', 30).nullish(),
    }),
    output: z.string(),
    reply: 'page',
    effect: 'count',
    access: 'public',
    open: '凭查询码和手机号，次数与查询、补充、评价、投诉的接口合计',
    guard: { says: '查询', limits: [{ by: 'address', most: 120, withinMs: within.quarter }] },
    bodyBytes: 80_000,
    says: '公众查询来信、申请和建议，补充、评价或投诉，不用脚本',
    own: true,
  }),
}
