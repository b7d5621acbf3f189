import { interWorking } from '../db/tables/interWorking.ts'
import { sealed } from '../rows/personal.ts'
import { newToken } from '../secret.ts'
import { type DemoPlace, day } from './place.ts'

const article = (title: string) =>
  JSON.stringify({ title, content: `<p>${title}，详情请见县医保局网站。</p>`, source: '县医保局' })

const refused =
  '没有为「政策文件」指定栏目：请在互通单位「县医保局网站」中选择，或在站点设置中填写「政策文件进入的栏目」'

/** Two partners of the demo county, whose secrets nobody knows until they are renewed, and what one of them pushed. */
export async function add({ trx, parts, now, longAgo, columns }: DemoPlace): Promise<void> {
  const made = { createdAt: longAgo, updatedAt: longAgo, version: 1 }
  // the office's, by whom letters of others are worked on
  const office = (await trx.selectFrom('dept').select('id').orderBy('id').executeTakeFirst())?.id ?? null
  const one = (name: string, kinds: string, note: string) => ({
    ...{ name, kinds, note, deptId: office, state: 0, key: newToken().slice(0, 24), ...made },
    secretHash: parts.secret.mark('partner', newToken()),
  })
  const [health] = await trx
    .insertInto('partner')
    .values([
      one('县医保局网站', 'apply,common,mail,policyDoc', '医保政策和咨询'),
      { ...one('县融媒体中心', 'common,leader', '新闻稿件'), commonColumnId: [...columns.values()][0] ?? null },
    ])
    .returning('id')
    .execute()
  const pushed = (days: number, kind: string, sourceId: string, title: string, more: object) => ({
    ...{ partnerId: health?.id ?? 0, deptId: office, kind, sourceId, title, print: '', status: 1, version: 1 },
    ...{ createdAt: now - days * day, pushedAt: now - days * day, updatedAt: now - days * day },
    ...more,
  })
  const letter = JSON.stringify({
    ...{ title: '关于异地就医备案的咨询', content: '请问异地就医备案可以在网上办理吗？' },
    ...{ name: '王青', phone: '19900000021' },
  })
  const policy = '关于调整门诊统筹待遇的通知'
  const rows = await trx
    .insertInto('interWorking')
    .values([
      pushed(3, 'policyDoc', 'yb-0001', policy, { reason: refused, pushed: article(policy) }),
      pushed(2, 'mail', 'yb-0002', '关于异地就医备案的咨询', {
        ...{ ...sealed(parts.secret, interWorking, { letter }), status: 2 },
      }),
      pushed(9, 'common', 'yb-0003', '接口联调测试', {
        ...{ status: 3, reason: '测试内容', pushed: article('接口联调测试') },
      }),
    ])
    .returning(['id', 'status', 'reason', 'pushedAt'])
    .execute()
  await trx
    .insertInto('history')
    .values(
      rows.map(({ id, status, reason, pushedAt }) => ({
        ...{ kind: 'interWorking', rowId: id, no: 1, status: status === 3 ? 1 : status, reason },
        ...{ act: status === 2 ? '推送' : '推送被退回', byName: '县医保局网站', at: pushedAt },
      })),
    )
    .execute()
}
