import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { choice, chosen, count, filter, id, idText, nothing, page, pageOf, row, when, words } from '../shared.ts'

/** Where a link leads that leads nowhere. */
export const linkPlaces = { 0: '站内', 1: '站外' } as const

/** A link that leads nowhere. */
export const deadLink = {
  address: z.string().meta({ title: '链接' }),
  text: words('链接文字'),
  place: chosen('范围', linkPlaces),
  why: z.string().meta({ title: '失效的原因' }),
}

export const deadLinkRow = row({
  id: idText(),
  articleId: idText('文章'),
  title: z.string().meta({ title: '标题' }),
  ...deadLink,
  foundAt: when('发现时间'),
})

/** Links in articles that are online, looked at each night (docs/rules.md, Links). */
export const links = {
  deadLinks: endpoint({
    method: 'POST',
    path: '/x/article/deadLinks',
    send: 'body',
    own: true,
    input: z.object({ articleId: filter(id('文章编号')), place: filter(choice('范围', linkPlaces)), ...page }),
    output: pageOf(deadLinkRow),
    effect: 'read',
    repeat: true,
    access: { like: 'article_list' },
    says: '已发布的文章中失效的链接，每晚检查一次',
    verb: false,
  }),
  deadLinksState: endpoint({
    method: 'POST',
    path: '/x/article/deadLinksState',
    send: 'none',
    own: true,
    input: nothing,
    output: row({
      at: when('最近一次检查'),
      says: words('结果'),
      inside: count('站内失效'),
      outside: count('站外失效'),
    }),
    effect: 'read',
    repeat: true,
    access: { like: 'article_list' },
    says: '最近一次检查链接的时间和结果',
    verb: false,
  }),
}
