import { Button } from 'antd'
import { type ComponentProps, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { ReferenceName } from '../../../core/contract/references.ts'
import { type Right, useRights } from '../../app/rights.ts'
import { lazyPart } from '../lazy.tsx'
import { ReferencePicker } from '../ReferencePicker.tsx'
import { stays } from '../stays.ts'

const MergeDialog = lazyPart(() => import('../MergeDialog.tsx'))

interface Props extends Omit<ComponentProps<typeof MergeDialog>, 'picker' | 'close' | 'done'> {
  readonly of: ReferenceName
  /** The key that allows it. */
  readonly right: Right
}

/** Takes a row of a tree up into another one, and shows that one then. */
export function MergeButton({ of, right, ...given }: Props) {
  const { can } = useRights()
  const [, setParams] = useSearchParams()
  const [open, setOpen] = useState(false)
  if (!can(right)) return null
  return (
    <>
      <Button onClick={() => setOpen(true)}>并入……</Button>
      {open && (
        <MergeDialog
          {...given}
          picker={<ReferencePicker of={of} label="并入到" placeholder="请选择" without={given.id} />}
          close={() => setOpen(false)}
          done={(intoId) => {
            setOpen(false)
            setParams({ [of]: intoId }, { replace: true, state: stays })
          }}
        />
      )}
    </>
  )
}
