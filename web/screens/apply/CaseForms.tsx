import { Button } from 'antd'
import { useState } from 'react'
import { useRights } from '../../app/rights.ts'
import { RowDialog } from '../../parts/row/RowDialog.tsx'
import { api, type Case } from './calls.ts'
import { type FormName, formNames, formOf } from './forms.ts'

/** What is done with a request by a form, as far as it stands so and the reader may. */
export function CaseForms({ row }: { readonly row: Case }) {
  const { can } = useRights()
  const [open, setOpen] = useState<FormName | null>(null)
  const state = Number(row.state)
  const offered = formNames.filter((name) => can(formOf(name).needs) && formOf(name).fits(row, state))
  return (
    <>
      {offered.map((name) => (
        <Button
          key={name}
          {...(((name === 'forward' && state === 1) || (name === 'deliver' && state === 5)) && { type: 'primary' })}
          onClick={() => setOpen(name)}
        >
          {formOf(name).label}
        </Button>
      ))}
      {open && <Form row={row} name={open} close={() => setOpen(null)} />}
    </>
  )
}

interface FormProps {
  readonly row: Case
  readonly name: FormName
  readonly close: () => void
}

function Form({ row, name, close }: FormProps) {
  const { name: says, label, ok, proposed, shape, fields, needed, hints, live, edit, from } = formOf(name)
  const asRow = (one: Case) => ({ id: one.id, version: one.version, ...from?.(one) })
  const write = async (input: never) => asRow(await edit(input))
  return (
    <RowDialog<Record<string, unknown>, { id: string; version: number | null }>
      name={says}
      title={label}
      ok={ok}
      proposed={proposed}
      wide={proposed}
      area="apply"
      drafts={`apply/${row.id}/${name}`}
      calls={{ get: async (input) => asRow(await api.get(input)), edit: write }}
      shape={shape}
      fields={fields}
      needs={needed}
      hints={hints}
      fresh={{}}
      live={live ? () => live : null}
      row={asRow(row)}
      close={close}
    />
  )
}
