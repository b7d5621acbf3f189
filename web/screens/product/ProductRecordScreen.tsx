import { product } from '../../../core/contract/product.ts'
import { productFlow } from '../../../core/domain/product-states.ts'
import { notices } from '../../../core/text.ts'
import { RowDialog } from '../../parts/row/RowDialog.tsx'
import { KindRecord } from '../../parts/states/KindRecord.tsx'
import { api, backToList, fields, hints, kind, type Product } from './calls.ts'

/** One product. */
export default function ProductRecordScreen() {
  return (
    <KindRecord
      flow={productFlow}
      kind={kind}
      calls={api}
      texts={{ states: productFlow, read: api.revision, restore: api.restore }}
      back={backToList}
      facts={(row: Product) => [
        ['生产单位', row.company],
        ['年产值', row.moneyWords],
        ['联系方式', row.contact],
        ['理由', row.reason],
      ]}
      written={(row) => [
        ['简介', row.summary],
        ['详细说明', row.content],
      ]}
      act={{
        label: '编辑',
        right: 'product_edit',
        dialog: (row, close) => (
          <RowDialog
            name="产品"
            area="product"
            calls={api}
            shape={product.add.input.shape}
            fields={fields}
            hints={hints}
            fresh={{}}
            live={Number(row.status) === 1 ? () => notices.live : null}
            row={row}
            close={close}
          />
        ),
      }}
    />
  )
}
