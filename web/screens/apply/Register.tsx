import { Button } from 'antd'
import { useState } from 'react'
import { apply } from '../../../core/contract/apply.ts'
import type { Output } from '../../../core/contract/endpoint.ts'
import { OnceShown } from '../../parts/OnceShown.tsx'
import { RowDialog } from '../../parts/row/RowDialog.tsx'
import { api } from './calls.ts'

const { shape } = apply.add.input
type Values = { applicant?: unknown; channel?: unknown; way?: unknown }
const isPerson = ({ applicant }: Values) => Number(applicant) === 0
const isOrg = (values: Values) => values.applicant != null && !isPerson(values)

/** What is entered of an earlier year is counted in that year's report. */
function doubtsOf({ receivedAt }: { receivedAt?: unknown }): string[] {
  const year = Number(String(receivedAt ?? '').slice(0, 4))
  return year > 0 && year < new Date().getFullYear()
    ? [`收到申请之日在 ${year} 年，计入 ${year} 年度的信息公开工作年度报告，是否保存？`]
    : []
}

/** Writes down what came on paper, or over the counter; its code is for whoever asked. */
export function Register() {
  const [open, setOpen] = useState(false)
  const [receipt, setReceipt] = useState<Output<typeof apply.add> | null>(null)
  const add = async (input: Parameters<typeof api.add>[0]) => {
    const given = await api.add(input)
    setReceipt(given)
    return { id: given.id, version: 1 }
  }
  const never = () => Promise.reject(new Error('a request is not written anew'))
  return (
    <>
      <Button type="primary" onClick={() => setOpen(true)}>
        登记申请
      </Button>
      {open && (
        <RowDialog
          name="申请"
          area="apply"
          calls={{ get: never, add, edit: never }}
          shape={shape}
          fields={[
            ...(['channel', 'receivedAt', 'applicant', 'name', 'idNumber', 'orgCode', 'contact', 'phone'] as const),
            ...(['title', 'content', 'medium', 'way', 'address', 'email', 'files'] as const),
          ]}
          when={{ idNumber: isPerson, orgCode: isOrg, contact: isOrg }}
          hints={{ receivedAt: '不填：当面、挂号的为今天，平常信函和传真的为与申请人确认之日' }}
          fresh={{ channel: 1, applicant: 0, medium: 0, way: 2 }}
          doubts={doubtsOf}
          live={null}
          close={() => setOpen(false)}
        />
      )}
      {receipt?.code && (
        <OnceShown title="已登记" name="查询码" secret={receipt.code} close={() => setReceipt(null)}>
          <p>请交给申请人，凭查询码和手机号在网站上查看办理情况和答复。</p>
        </OnceShown>
      )}
    </>
  )
}
