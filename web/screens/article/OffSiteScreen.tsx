import { Button } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { offSiteRow } from '../../../core/contract/article/off-site.ts'
import { article as contract } from '../../../core/contract/article.ts'
import type { Output } from '../../../core/contract/endpoint.ts'
import { useRights } from '../../app/rights.ts'
import { useSay } from '../../app/say.ts'
import { useAction, useStale } from '../../data/calls.ts'
import { lazyPart } from '../../parts/lazy.tsx'
import { shortTime } from '../../parts/list/cells.tsx'
import { filtersOf } from '../../parts/list/filtersOf.ts'
import { ListScreen } from '../../parts/list/ListScreen.tsx'
import type { Column } from '../../parts/list/types.ts'
import { api, places } from './calls.ts'
import { OffSiteMark } from './OffSiteMark.tsx'

const OffSiteDrawer = lazyPart(() => import('./OffSiteDrawer.tsx'))

/** A check of whether an article is gone from the site. */
export type Check = Output<typeof contract.offSite>['list'][number]

const columns: readonly Column<Check>[] = [
  { field: 'title', width: 280 },
  { field: 'state', width: 120, leads: true, show: ({ state }) => <OffSiteMark state={state} /> },
  { field: 'says', width: 320 },
  { field: 'offAt', sort: true, show: (row) => shortTime(row.offAt) },
  { field: 'at', sort: true, show: (row) => shortTime(row.at) },
  { field: 'byName', width: 90, text: (row) => row.byName ?? (row.at ? '系统' : null) },
  { field: 'articleId', width: 80, hidden: true },
  { field: 'print', width: 160, hidden: true },
]
const filters = filtersOf(contract.offSite, ['state', 'articleId'])

/** Whether articles that were taken down or deleted are gone from the site: what was looked at, and what still stands. */
export default function OffSiteScreen() {
  const { can } = useRights()
  const say = useSay()
  const stale = useStale()
  const [opened, setOpened] = useState<Check | null>(null)
  const verify = useAction(api.verifyOffSite)
  async function look(ids?: readonly string[]) {
    const rows = await verify.run(ids ? { ids: [...ids] } : {})
    if (!rows) return null
    await stale('article')
    const left = rows.filter(({ state }) => Number(state) !== 1).length
    if (left > 0) say.warning(`核实 ${rows.length} 篇，${left} 篇还有残留或未能全部核实`)
    else say.success(rows.length === 0 ? '近 30 天没有下线的文章' : `核实 ${rows.length} 篇，均已下线`)
    return rows
  }
  return (
    <>
      <ListScreen
        name="下线核实"
        call="article.offSite"
        from={api.offSite}
        row={offSiteRow}
        idField="id"
        titleOf={(row) => row.title}
        columns={columns}
        filters={filters}
        tabs={
          <p className="toolbar">
            <Link to={places.list}>返回文章管理</Link>
          </p>
        }
        main={
          can('article_takeDown') && (
            <Button type="primary" loading={verify.busy} onClick={() => void look()}>
              核实近 30 天下线的
            </Button>
          )
        }
        onOpen={setOpened}
        rowActions={(row) => (
          <span className="row-actions">
            <button type="button" onClick={() => setOpened(row)}>
              查看
            </button>
          </span>
        )}
        empty="文章下架、删除后，是否已从网站上消失的核实记录出现在这里"
      />
      {opened && (
        <OffSiteDrawer
          check={opened}
          busy={verify.busy}
          again={
            can('article_takeDown')
              ? async () => {
                  const [fresh] = (await look([opened.articleId])) ?? []
                  if (fresh) setOpened(fresh)
                }
              : undefined
          }
          close={() => setOpened(null)}
        />
      )}
    </>
  )
}
