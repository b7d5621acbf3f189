import { Input } from 'antd'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import type { Output } from '../../../core/contract/endpoint.ts'
import { region, regionsFound } from '../../../core/contract/region.ts'
import { regionSource } from '../../../core/domain/region-source.ts'
import { useCall } from '../../data/calls.ts'
import { callsOf } from '../../data/client.ts'
import { EmptyState, ErrorState, Loading } from '../../parts/States.tsx'
import '../../parts/list/rows.css'
import '../../parts/toolbar.css'

const api = callsOf(region)
type Row = Output<typeof region.list>[number]

const address = '/main/system/region'

/** The codes above one: of the three pairs of digits the last ones that say something go, one after another. */
const aboveOf = (code: string): string[] =>
  [`${code.slice(0, 2)}0000`, `${code.slice(0, 4)}00`].filter((one, i, all) => one !== code && all.indexOf(one) === i)

const underlined = { textDecoration: 'underline' } as const
const levels: Readonly<Record<number, string>> = { 1: '省', 2: '市', 3: '县' }

/** Regions of China by their codes, to be looked at: they come with the program, and forms and statistics go by them. */
export default function RegionScreen() {
  const [params, setParams] = useSearchParams()
  const id = params.get('region') ?? ''
  const name = params.get('name') ?? ''
  const [words, setWords] = useState(name)
  const input = name ? { name, size: regionsFound.most } : id ? { id } : {}
  const { data, error, refetch } = useCall('region.list', api.list, input as never, { keep: true })
  const find = (text: string) => setParams(text.trim() ? { name: text.trim() } : {})
  return (
    <section className="panel">
      <div className="toolbar">
        <Input.Search
          allowClear
          aria-label="查找行政区划"
          placeholder="名称"
          style={{ maxWidth: 260 }}
          value={words}
          onChange={({ target }) => setWords(target.value)}
          onSearch={find}
        />
        <span className="grow" />
        <span className="muted">{regionSource}</span>
      </div>
      {(id || name) && (
        <p>
          <Link to={address} style={underlined} onClick={() => setWords('')}>
            全国
          </Link>
          {!name &&
            aboveOf(id).map((code) => (
              <span key={code}>
                {' › '}
                <Link to={`${address}?region=${code}`} style={underlined}>
                  {code}
                </Link>
              </span>
            ))}
          {!name && ` › ${id}`}
        </p>
      )}
      {error && !data && <ErrorState error={error} retry={() => void refetch()} />}
      {!error && !data && <Loading />}
      {data && data.length === 0 && <EmptyState title={name ? `没有含「${name}」的行政区划` : '没有下级'} />}
      {data && data.length > 0 && <Regions rows={data} />}
      {name && data && data.length >= regionsFound.most && (
        <p className="muted">只列出前 {regionsFound.most} 个，请写得更具体一些</p>
      )}
    </section>
  )
}

function Regions({ rows }: { rows: readonly Row[] }) {
  return (
    <div className="table-frame">
      <table aria-label="行政区划">
        <thead>
          <tr>
            {['名称', '代码', '级别', '全称'].map((title) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <td>{row.hasChildren === 1 ? <Link to={`${address}?region=${row.id}`}>{row.name}</Link> : row.name}</td>
              <td>{row.id}</td>
              <td>{levels[Number(row.level)]}</td>
              <td>{row.path}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
