import { endingOf } from '../../../core/domain/skin-files.ts'
import { useCall } from '../../data/calls.ts'
import type { CodeProps } from '../../parts/code/CodeEditor.tsx'
import { lazyPart } from '../../parts/lazy.tsx'
import { ErrorState, Loading } from '../../parts/States.tsx'
import { api } from './calls.ts'

const CodeEditor = lazyPart<CodeProps>(() => import('../../parts/code/CodeEditor.tsx'))

const types: Readonly<Record<string, string>> = { png: 'image/png', jpg: 'image/jpeg', gif: 'image/gif' }

/** A file to be read: its text with colours, or the picture. */
export function FileContent({ fileName }: { fileName: string }) {
  const { data, error, refetch } = useCall('template.readFileContent', api.readFileContent, { fileName })
  if (error && !data) return <ErrorState error={error} retry={() => void refetch()} />
  if (!data) return <Loading rows={4} />
  const ending = endingOf(fileName)
  if (data.binary)
    return <img className="template-picture" src={`data:${types[ending]};base64,${data.content}`} alt={data.name} />
  return (
    <CodeEditor
      key={`${fileName} ${data.version}`}
      label={`${fileName}的内容`}
      ending={ending}
      value={data.content}
      readOnly
    />
  )
}
