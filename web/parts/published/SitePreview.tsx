import type { CallOptions } from '../../../core/client/client.ts'
import { useCall } from '../../data/calls.ts'
import { Preview } from '../Preview.tsx'
import { PreviewDrawer } from '../PreviewDrawer.tsx'
import { ErrorState, Loading } from '../States.tsx'

interface Props {
  readonly call: Parameters<typeof useCall>[0]
  readonly from: (input: { id: string }, options?: CallOptions) => Promise<string>
  readonly id: string
  readonly title: string
  readonly close: () => void
}

/** Something as its page on the site looks, or would. */
export default function SitePreview({ call, from, id, title, close }: Props) {
  const { data, error, refetch } = useCall(call, from, { id }, { fresh: true })
  return (
    <PreviewDrawer title={title} close={close}>
      {(width) => {
        if (error && data === undefined) return <ErrorState error={error} retry={refetch} />
        return data === undefined ? <Loading /> : <Preview html={data} title={`《${title}》预览`} width={width} />
      }}
    </PreviewDrawer>
  )
}
