import { Link } from 'react-router'
import { useRights } from '../../app/rights.ts'
import { Sender } from '../../parts/Sender.tsx'
import { api, type Letter, places } from './calls.ts'

/** Who wrote. */
export function Writer({ row }: { readonly row: Letter }) {
  const { can } = useRights()
  return (
    <Sender
      row={row}
      right="mail_reveal"
      reveal={api.reveal}
      shows="姓名、手机号和查询码"
      facts={(whole) => [
        ['来信人', whole?.name ?? row.name],
        ['手机号', whole?.phone ?? row.phone],
        ['查询码', whole?.code ?? null],
      ]}
    >
      {can('mail_spam') && (
        <p className="no-print">
          <Link to={places.sameAs(row.id)}>同一手机号、同一地址的来信</Link>
        </p>
      )}
    </Sender>
  )
}
