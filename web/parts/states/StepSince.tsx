import type { CallOptions } from '../../../core/client/client.ts'
import type { AreaName } from '../../../core/contract/areas.ts'
import { keptSays, type States } from '../../../core/domain/states.ts'
import { useCall } from '../../data/calls.ts'
import { Compare } from '../Compare.tsx'
import { ErrorState, Loading } from '../States.tsx'
import { RestoreButton } from './RestoreButton.tsx'

/** A revision as `textCalls` (core/contract/moves.ts) tells of it. */
interface Revision {
  readonly no: number | null
  readonly act: string | null
  readonly at: string | null
  readonly version: number | null
  readonly values: readonly {
    readonly field: string | null
    readonly title: string | null
    readonly value: unknown
    readonly now: unknown
    readonly kept: string | null
  }[]
}

/** How the text of a kind is compared with an earlier one, and set back. */
export interface Texts {
  readonly states: Pick<States, 'area' | 'noun' | 'restored'>
  readonly read: (input: { id: string; revisionId: string }, options?: CallOptions) => Promise<Revision>
  readonly restore: (
    input: { id: string; revisionId: string; version: number | null; only: string[] },
    options?: CallOptions,
  ) => Promise<{ readonly version: number | null }>
}

interface Props {
  readonly texts: Texts
  readonly id: string
  readonly status: number
  readonly revisionId: string
}

/** What was changed of a row's text since a step, and the way back: what cannot come back says why. */
export function StepSince({ texts, id, status, revisionId }: Props) {
  const { area, noun, restored } = texts.states
  const { data, error, refetch } = useCall(`${area}.revision` as never, texts.read, { id, revisionId })
  if (!data) return error ? <ErrorState error={error} retry={() => void refetch()} /> : <Loading />
  const differing = data.values.filter(({ value, now }) => value !== now)
  if (differing.length === 0) return <p className="muted">这一步的内容与现在的相同。</p>
  const only = differing.flatMap(({ field, kept }) => (kept === null && field ? [field] : []))
  const stays = keptSays(differing.flatMap(({ title, kept }) => (kept === null ? [] : [{ title, why: kept }])))
  return (
    <section aria-label={`第 ${data.no} 步之后`}>
      <Compare
        changes={differing.map(({ field, title, value, now }) => ({
          ...{ field: field ?? '', title: title ?? '', before: value, after: now },
        }))}
      />
      {stays.map((says) => (
        <p className="muted" key={says}>
          {says}
        </p>
      ))}
      {only.length > 0 && (
        <RestoreButton
          area={area as AreaName}
          noun={noun}
          step={data}
          follows={[restored(only, status), ...stays]}
          version={data.version}
          send={(options) => texts.restore({ id, revisionId, version: data.version, only }, options)}
        />
      )}
    </section>
  )
}
