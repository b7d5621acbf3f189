import { z } from 'zod'
import { periodicalFlow } from '../domain/periodical-states.ts'
import { activityCalls } from './activity.ts'
import { endpoint } from './endpoint.ts'
import { articles } from './periodical/articles.ts'
import { pages } from './periodical/pages.ts'
import { periodicalBinned, periodicalBrief, periodicalFields, periodicalRow } from './periodical/rows.ts'
import { opened } from './periodical/site.ts'
import { filter, idText, row, text, time, words } from './shared.ts'

const search = {
  title: filter(text('标题', 100)),
  startTime: filter(time('出版日期起')),
  endTime: filter(time('出版日期止', 'end')),
}

/** Periodicals: issues of pages, with what stands on them (other-calls §7, /api/news and /web/news). */
export const periodical = {
  ...activityCalls(periodicalFlow, {
    ...{ search, fields: periodicalFields, brief: periodicalBrief, row: periodicalRow, binned: periodicalBinned },
    payloads: { list: 'periodicalSerachDto', save: 'savePeriodicalDto' },
  }),
  listByTitle: endpoint({
    ...{ method: 'POST', path: '/api/news/periodical/listByTitle', send: 'body', payload: 'nameDto' },
    input: z.object({ name: text('标题', 100, 1) }),
    output: z.array(row({ id: idText(), name: words('标题') })),
    ...{ effect: 'read', repeat: true, access: { like: 'periodical_list' } },
    says: '标题中含有这些字的期刊，新的在前，最多 50 期',
    verb: false,
  }),
  ...pages,
  ...articles,
  ...opened,
}
