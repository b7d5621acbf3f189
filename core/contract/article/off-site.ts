import { z } from 'zod'
import { offSiteStates, traceKinds } from '../../domain/traces.ts'
import { endpoint } from '../endpoint.ts'
import { choice, chosen, count, filter, id, ids, idText, page, pageOf, row, when, words } from '../shared.ts'

/** A place that was looked at for what is left of an article. */
const looked = row({
  kind: chosen('位置', traceKinds),
  looked: count('查看数'),
  count: count('发现'),
  found: z.array(z.string()).meta({ title: '发现在' }),
  /** Pictures that stay, for another page shows them. */
  stays: z.array(z.string()).meta({ title: '其他页面仍在使用，保留' }),
  /** Why it could not be looked at; null: it was. */
  fault: words('未能查看的原因'),
})

/** A check of whether an article is gone from the site. */
export const offSiteRow = row({
  id: idText(),
  articleId: idText('文章'),
  title: z.string().meta({ title: '标题' }),
  offAt: when('下线时间'),
  at: when('核实时间'),
  byName: words('核实人'),
  state: chosen('结果', offSiteStates),
  left: count('残留处数'),
  says: words('结果说明'),
  print: words('所看内容的校验值'),
  looked: z.array(looked).meta({ title: '查看的位置' }),
})

/** Whether what left the site is gone from it (docs/decisions/0041-proof-of-take-down.md). */
export const goneOffSite = {
  offSite: endpoint({
    method: 'POST',
    path: '/x/article/offSite',
    send: 'body',
    own: true,
    input: z.object({
      articleId: filter(id('文章编号')),
      state: filter(choice('结果', offSiteStates)),
      ...page,
    }),
    output: pageOf(offSiteRow),
    effect: 'read',
    repeat: true,
    access: { like: 'article_list' },
    says: '下架、删除的文章在网站上的核实记录，新的在前',
    verb: false,
  }),
  verifyOffSite: endpoint({
    method: 'POST',
    path: '/x/article/verifyOffSite',
    send: 'body',
    own: true,
    input: z.object({ ids: filter(ids('文章', 200)) }),
    output: z.array(offSiteRow),
    effect: 'write',
    rehearse: false,
    access: { like: 'article_takeDown' },
    says: '核实下架、删除的文章是否已从网站上消失；不给编号则为近 30 天下线的，最多 200 篇',
    tells: '核实下线{}',
    verb: false,
  }),
}
