import { z } from 'zod'
import { productFlow } from '../domain/product-states.ts'
import { shownStates } from '../domain/shown-states.ts'
import { endpoint } from './endpoint.ts'
import { moneyGiven, moneyShown } from './money.ts'
import {
  chosen,
  count,
  filter,
  idText,
  image,
  oneLine,
  page,
  pageOf,
  row,
  sampled,
  text,
  when,
  words,
} from './shared.ts'
import { shownCalls } from './shown.ts'

const fields = {
  title: sampled(oneLine('产品名称', 100), '青石核桃油'),
  company: oneLine('生产单位', 100, 0).nullish(),
  summary: text('简介', 300).nullish(),
  content: text('详细说明', 5000).nullish(),
  image: image('图片').nullish(),
  contact: text('联系方式', 200).nullish(),
  ...moneyGiven('年产值'),
}
const open = {
  id: idText(),
  title: z.string().meta({ title: '产品名称' }),
  company: words('生产单位'),
  summary: words('简介'),
  image: words('图片'),
  ...moneyShown('年产值'),
}
const brief = {
  ...open,
  status: chosen('状态', shownStates),
  reason: words('理由'),
  createdAt: when('创建时间'),
  updatedAt: when('修改时间'),
  version: count('版本'),
}
/** A product as lists show it, whole, and as everybody may read it. */
export const productBrief = row(brief)
export const productRow = row({ ...brief, contact: words('联系方式'), content: words('详细说明') })
export const productOpen = row({ ...open, contact: words('联系方式'), content: words('详细说明') })

const search = { title: filter(text('产品名称', 100)), company: filter(text('生产单位', 100)) }

/** Products that the county shows (other-calls, /product). */
export const product = {
  ...shownCalls(productFlow, {
    path: '/product',
    payloads: { save: 'saveProductDto', search: 'baseProductSearchDto' },
    ...{ brief, whole: productRow, fields, search },
  }),
  webList: endpoint({
    method: 'POST',
    path: '/product/web/list',
    send: 'body',
    payload: 'baseProductSearchDto',
    bodyOptional: true,
    input: z.object({ ...search, ...page }),
    output: pageOf(productOpen),
    effect: 'read',
    repeat: true,
    access: 'public',
    open: '网站列出已公布的产品',
    says: '公众可见的产品',
    verb: 'public',
  }),
}
