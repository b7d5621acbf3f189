import { Link, useSearchParams } from 'react-router'
import { dictStates } from '../../../core/domain/enums.ts'
import { useCall } from '../../data/calls.ts'
import { EmptyState, ErrorState, Loading } from '../../parts/States.tsx'
import { api, groupAt } from './calls.ts'
import { Entries } from './Entries.tsx'
import '../../parts/toolbar.css'

/** The entries of one dictionary, over the whole width. */
export default function DictDetailScreen() {
  const [params] = useSearchParams()
  const { data, error, refetch } = useCall('dict.groups', api.groups, {})
  if (error && !data) return <ErrorState error={error} retry={refetch} />
  if (!data) return <Loading />
  const group = data.find(({ id }) => id === params.get('dict'))
  const back = <Link to={group ? groupAt(group.id) : '/main/system/dataDict'}>返回数据字典</Link>
  if (!group) return <EmptyState title="数据字典不存在，可能已被删除">{back}</EmptyState>
  return (
    <>
      <div className="toolbar">
        <b>{group.name}</b>
        <span className="muted">
          {[group.dictKey, group.state === 0 ? dictStates[0] : ''].filter(Boolean).join('，')}
        </span>
        <span className="grow" />
        {back}
      </div>
      <Entries group={group} />
    </>
  )
}
