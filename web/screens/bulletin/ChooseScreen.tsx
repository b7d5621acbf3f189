import { useParams } from 'react-router'
import { bulletin } from '../../../core/contract/bulletin.ts'
import { useCall } from '../../data/calls.ts'
import { filtersOf } from '../../parts/list/filtersOf.ts'
import { ChooseArticles } from '../../parts/published/ChooseArticles.tsx'
import { ErrorState, Loading } from '../../parts/States.tsx'
import { api, backToList, isOnline, places } from './calls.ts'

const filters = filtersOf(bulletin.candidates, ['title', 'columnId', 'startTime'])

/** Articles of the site are chosen for an issue. */
export default function ChooseScreen() {
  const { id = '' } = useParams()
  const { data: issue, error, refetch } = useCall('bulletin.getBulletin', api.getBulletin, { id })
  if (error && !issue) return <ErrorState error={error} retry={() => void refetch()} back={backToList} />
  if (!issue) return <Loading />
  const online = isOnline(issue)
  return (
    <ChooseArticles
      call="bulletin.candidates"
      from={api.candidates}
      filters={filters as never}
      fixed={{ bulletinId: id }}
      title={`为《${issue.title}》选用文章`}
      back={{ to: places.one(id), label: '返回这一期' }}
      right="bulletin_edit"
      label="选入本期"
      follows={online ? '这一期已在网站上，随即出现在它的目录末尾' : '排在目录末尾'}
      online={online}
      headed
      choose={(ids, section, options) => api.addsArticleBulletin({ ids, intoId: id, section }, options)}
    />
  )
}
