import { useParams } from 'react-router'
import { periodical } from '../../../core/contract/periodical.ts'
import { useCall } from '../../data/calls.ts'
import { filtersOf } from '../../parts/list/filtersOf.ts'
import { isOnline } from '../../parts/published/ActivityRecord.tsx'
import { ChooseArticles } from '../../parts/published/ChooseArticles.tsx'
import { ErrorState, Loading } from '../../parts/States.tsx'
import { api, backToList, places } from './calls.ts'

const filters = filtersOf(periodical.candidates, ['title', 'columnId', 'startTime'])

/** Articles of the site are chosen for a page of an issue. */
export default function ChooseScreen() {
  const { id = '', page = '' } = useParams()
  const { data: row, error, refetch } = useCall('periodical.pageGet', api.pageGet, { id: page })
  if (error && !row) return <ErrorState error={error} retry={() => void refetch()} back={backToList} />
  if (!row) return <Loading />
  const online = isOnline(row)
  return (
    <ChooseArticles
      call="periodical.candidates"
      from={api.candidates}
      filters={filters as never}
      fixed={{ periodicalId: id }}
      title={`为《${row.periodicalTitle ?? ''}》${row.title}选用文章`}
      back={{ to: places.page(id, page), label: '返回版面' }}
      right="periodical_edit"
      label="选入版面"
      follows={online ? '这一期已在网站上，随即出现在这个版面末尾' : '排在版面末尾'}
      online={online}
      choose={(ids, _section, options) => api.choose({ ids, layoutId: page }, options)}
    />
  )
}
