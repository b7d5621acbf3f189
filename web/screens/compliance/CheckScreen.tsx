import { Button, Segmented } from 'antd'
import { Link, useSearchParams } from 'react-router'
import { complianceProfiles, complianceSays, complianceStates } from '../../../core/domain/compliance.ts'
import { useRights } from '../../app/rights.ts'
import { useCall } from '../../data/calls.ts'
import { ScrollTable } from '../../parts/ScrollTable.tsx'
import { ErrorState, Loading } from '../../parts/States.tsx'
import { api, type Line, places } from './calls.ts'
import { Mark } from './Mark.tsx'
import '../../parts/record.css'
import '../../parts/toolbar.css'
import './compliance.css'

const titles = ['指标', '结果', '现在', '限度', '依据', '明细'] as const
const profiles = Object.entries(complianceProfiles).map(([value, label]) => ({ value, label }))

/** What is measured, in words: days that are over are said so. */
function valueSays({ name, value, unit, rows }: Line): string {
  if (value === null) return '还没有发布过'
  if (name !== 'disclosure' && name !== 'siteReport') return `${value} ${unit ?? ''}`
  if (Number(rows) > 0) return '已发布'
  return value < 0 ? `已过 ${-value} 天` : `还有 ${value} 天`
}

/** The rows behind a line. */
function Rows({ line }: { line: Line }) {
  if (!line.address) return <span className="muted">没有指定栏目</span>
  return (
    <Link to={line.address} aria-label={`${line.says}的明细：${line.rows} 条`}>
      {line.rows} 条
    </Link>
  )
}

/** How the site stands against what inspections look at: what stands worst is told above all. */
export default function CheckScreen() {
  const { can } = useRights()
  const [search, setSearch] = useSearchParams()
  const of = search.get('of') ?? undefined
  const asked = of ? { profile: of as never } : {}
  const { data, error, refetch, isFetching } = useCall('compliance.check', api.check, asked, { fresh: true })
  return (
    <section className="panel record compliance" aria-label="合规检查">
      <div className="toolbar">
        <h1>合规检查</h1>
        <span className="grow" />
        <Segmented
          className="no-print"
          aria-label="网站类别"
          value={of ?? data?.profile ?? ''}
          options={profiles}
          onChange={(chosen) => setSearch({ of: String(chosen) })}
        />
        <Button className="no-print" loading={isFetching} onClick={() => void refetch()}>
          重新核对
        </Button>
        <Link className="no-print" to={places.columns}>
          各栏目的更新情况
        </Link>
        <Link className="no-print" to={places.yearly}>
          年度报表
        </Link>
        {can('setting_list') && (
          <Link className="no-print" to="/main/system/siteSet">
            修改限度
          </Link>
        )}
      </div>
      {error ? (
        <ErrorState error={error} retry={() => void refetch()} />
      ) : data ? (
        <>
          <p role="status">
            {data.day}，<Mark words={complianceStates} value={String(data.state)} />
            {data.state !== 'good' && `：${complianceSays(data.lines as never)}`}
          </p>
          <ScrollTable className="compliance-lines" label="各项指标" titles={titles}>
            {data.lines.map((line) => (
              <tr key={line.name}>
                <th scope="row">{line.says}</th>
                <td>
                  <Mark words={complianceStates} value={String(line.state)} />
                </td>
                <td>{valueSays(line)}</td>
                <td>{line.limit}</td>
                <td className="source">{line.source}</td>
                <td>
                  <Rows line={line} />
                </td>
              </tr>
            ))}
          </ScrollTable>
          {data.unseen.length > 0 && (
            <p>没有权限查看、没有核对的指标：{data.unseen.map(({ says }) => says).join('、')}。</p>
          )}
          <p className="muted">
            只统计您数据范围内的栏目、信件和申请；首页更新和年度报告只对能看到全部文章的人列出。限度在站点设置的「合规检查」中修改。
          </p>
        </>
      ) : (
        <Loading rows={8} />
      )}
    </section>
  )
}
