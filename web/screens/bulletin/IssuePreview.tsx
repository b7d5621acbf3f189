import { useCall } from '../../data/calls.ts'
import { Preview } from '../../parts/Preview.tsx'
import { PreviewDrawer } from '../../parts/PreviewDrawer.tsx'
import { ErrorState, Loading } from '../../parts/States.tsx'
import { api } from './calls.ts'

interface Props {
  readonly id: string
  readonly title: string
  readonly close: () => void
}

/** An issue as it looks on the site, or would. */
export default function IssuePreview({ id, title, close }: Props) {
  const { data, error, refetch } = useCall('bulletin.preview', api.preview, { id }, { fresh: true })
  return (
    <PreviewDrawer title={title} close={close}>
      {(width) => {
        if (error && data === undefined) return <ErrorState error={error} retry={refetch} />
        return data === undefined ? <Loading /> : <Preview html={data} title={`《${title}》预览`} width={width} />
      }}
    </PreviewDrawer>
  )
}
