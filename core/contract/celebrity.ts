import { z } from 'zod'
import { celebrityFields, celebrityFlow, genders } from '../domain/celebrity-states.ts'
import { shownStates } from '../domain/shown-states.ts'
import { endpoint } from './endpoint.ts'
import { stateFilter } from './moves.ts'
import {
  choice,
  choiceOrNone,
  chosen,
  count,
  filter,
  id,
  idText,
  image,
  oneLine,
  row,
  sampled,
  text,
  when,
  words,
} from './shared.ts'
import { shownCalls } from './shown.ts'

const fields = {
  title: sampled(oneLine('姓名', 50), '孟青山'),
  otherName: oneLine('字号、别名', 50, 0).nullish(),
  gender: choiceOrNone('性别', genders),
  field: choiceOrNone('领域', celebrityFields),
  years: oneLine('生卒年', 50, 0).nullish(),
  nativePlace: oneLine('籍贯', 100, 0).nullish(),
  image: image('肖像').nullish(),
  summary: text('简介', 300).nullish(),
  content: text('生平', 10_000).nullish(),
}
const brief = {
  id: idText(),
  title: z.string().meta({ title: '姓名' }),
  otherName: words('字号、别名'),
  gender: chosen('性别', genders),
  field: chosen('领域', celebrityFields),
  years: words('生卒年'),
  nativePlace: words('籍贯'),
  summary: words('简介'),
  status: chosen('状态', shownStates),
  reason: words('理由'),
  createdAt: when('创建时间'),
  updatedAt: when('修改时间'),
  version: count('版本'),
}
/** An entry as lists and sheets show it, and the whole of it. */
export const celebrityBrief = row(brief)
export const celebrityRow = row({ ...brief, image: words('肖像'), content: words('生平') })

const search = {
  title: filter(text('姓名', 50)),
  field: filter(choice('领域', celebrityFields)),
  nativePlace: filter(text('籍贯', 100)),
}

/** People of the county whom others know (other-calls, /celebrityTable). */
export const celebrity = {
  ...shownCalls(celebrityFlow, {
    path: '/celebrityTable',
    payloads: { save: 'saveCelebrityTableDto', search: 'baseCelebritySerachDto' },
    ...{ brief, whole: celebrityRow, fields, search },
  }),
  getExcelList: endpoint({
    method: 'POST',
    path: '/celebrityTable/getExcelList',
    send: 'body',
    payload: 'baseCelebritySerachDto',
    input: z.object({ ...search, status: stateFilter(celebrityFlow) }),
    output: z.instanceof(Uint8Array),
    reply: 'xlsx',
    effect: 'read',
    access: { like: 'celebrity_list' },
    says: '导出名人名录',
    tells: '导出名人名录',
    verb: false,
  }),
  exportWord: endpoint({
    method: 'POST',
    path: '/celebrityTable/exportWord',
    send: 'body',
    payload: 'idDto',
    input: z.object({ id: id('名人') }),
    output: z.instanceof(Uint8Array),
    reply: 'docx',
    effect: 'read',
    access: { like: 'celebrity_list' },
    says: '导出一位名人的 Word 登记表',
    tells: '导出名人{}的登记表',
  }),
}
