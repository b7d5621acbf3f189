import { shownFlow } from './shown-states.ts'

/** The way of a product that the county shows. */
export const productFlow = shownFlow({
  ...{ area: 'product', noun: '产品', unit: '件', call: 'edit' },
  fields: ['title', 'company', 'summary', 'content', 'image', 'contact', 'money'],
  reasons: ['产品已停产', '资料有误，更正后再公布', '企业要求撤下'],
  follows: '产品随即出现在网站的产品展示中',
})
