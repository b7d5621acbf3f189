import { shownFlow } from './shown-states.ts'

/** In what somebody made their name. */
export const celebrityFields = {
  1: '革命军事',
  2: '教育科技',
  3: '文化艺术',
  4: '实业工商',
  5: '医药卫生',
  9: '其他',
} as const
export const genders = { 1: '男', 2: '女' } as const

/** The way of an entry of the celebrity table. */
export const celebrityFlow = shownFlow({
  ...{ area: 'celebrity', noun: '名人', unit: '位', call: 'edit' },
  fields: ['title', 'otherName', 'gender', 'field', 'years', 'nativePlace', 'image', 'summary', 'content'],
  reasons: ['资料有误，更正后再公布', '本人或家属要求撤下', '与其他条目重复'],
  follows: '随即出现在网站的名人名录中',
})
