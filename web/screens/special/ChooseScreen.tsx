import { useParams } from 'react-router'
import { special } from '../../../core/contract/special.ts'
import { useCall } from '../../data/calls.ts'
import { filtersOf } from '../../parts/list/filtersOf.ts'
import { isOnline } from '../../parts/published/ActivityRecord.tsx'
import { ChooseArticles } from '../../parts/published/ChooseArticles.tsx'
import { ErrorState, Loading } from '../../parts/States.tsx'
import { api, backToList, places } from './calls.ts'

const filters = filtersOf(special.candidates, ['title', 'columnId', 'startTime'])

/** Articles of the site are chosen for a topic. */
export default function ChooseScreen() {
  const { id = '' } = useParams()
  const { data: topic, error, refetch } = useCall('special.get', api.get, { id })
  if (error && !topic) return <ErrorState error={error} retry={() => void refetch()} back={backToList} />
  if (!topic) return <Loading />
  const online = isOnline(topic)
  return (
    <ChooseArticles
      call="special.candidates"
      from={api.candidates}
      filters={filters as never}
      fixed={{ specialId: id }}
      title={`为《${topic.title}》选用文章`}
      back={{ to: places.one(id), label: '返回这个专题' }}
      right="special_edit"
      label="选入专题"
      follows={online ? '这个专题已在网站上，随即出现在它的网页上' : '排在末尾'}
      online={online}
      headed
      choose={(ids, section, options) => api.relationSave({ ids, intoId: id, section }, options)}
    />
  )
}
