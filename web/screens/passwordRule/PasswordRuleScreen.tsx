import { Link } from 'react-router'
import { auth } from '../../../core/contract/auth.ts'
import type { Input, Output } from '../../../core/contract/endpoint.ts'
import { passwordRule, passwordRuleRow } from '../../../core/contract/passwordRule.ts'
import { useRights } from '../../app/rights.ts'
import { useCall } from '../../data/calls.ts'
import { callsOf } from '../../data/client.ts'
import { filtersOf } from '../../parts/list/filtersOf.ts'
import type { Column } from '../../parts/list/types.ts'
import { RowScreen } from '../../parts/row/RowScreen.tsx'

const api = callsOf(passwordRule)
const { passwordPolicy } = callsOf(auth)
type Row = Output<typeof passwordRule.get>
type Values = Pick<Input<typeof passwordRule.saveOrUpdate>, 'name' | 'kind' | 'words' | 'enabled' | 'sort' | 'remark'>

const columns: readonly Column<Row>[] = [
  { field: 'name', width: 200, sort: true, leads: true },
  { field: 'kind', width: 100 },
  { field: 'words' },
  { field: 'enabled', width: 80 },
  { field: 'remark', width: 200, hidden: true },
  { field: 'sort', width: 70, sort: true, hidden: true },
  { field: 'updatedAt', width: 170, sort: true, hidden: true },
  { field: 'id', width: 80, hidden: true },
]
const filters = filtersOf(passwordRule.list, ['name', 'kind', 'enabled'])
const { id: _, version: __, ...shape } = passwordRule.saveOrUpdate.input.shape
const calls = { list: api.list, get: api.get, add: api.saveOrUpdate, edit: api.saveOrUpdate, dels: api.dels }

/** What holds for passwords now, and where it is set. */
function Policy() {
  const { can } = useRights()
  const { data } = useCall('auth.passwordPolicy', passwordPolicy, {}, { quiet: true, fresh: true })
  return (
    <p className="muted" style={{ marginBottom: 8 }}>
      {data && `现在的要求：${data.says}。`}
      {can('setting_list') && (
        <>
          在
          <Link to="/main/system/siteSet" style={{ textDecoration: 'underline' }}>
            站点设置
          </Link>
          的「密码」中修改。
        </>
      )}{' '}
      常见的密码，以及账号、姓名、部门和单位的名称及其拼音，不用列在这里，一律不能用。
    </p>
  )
}

/** Words that passwords may not have in them. */
export default function PasswordRuleScreen() {
  return (
    <>
      <Policy />
      <RowScreen<Input<typeof passwordRule.list>, Values, Row, Row>
        name="密码规则"
        area="passwordRule"
        calls={calls as never}
        row={passwordRuleRow}
        rights={{
          add: 'passwordRule_saveOrUpdate',
          edit: 'passwordRule_saveOrUpdate',
          dels: 'passwordRule_saveOrUpdate',
        }}
        titleOf={(row) => row.name}
        columns={columns}
        filters={filters}
        shape={shape as never}
        fields={['name', 'kind', 'words', 'enabled', 'sort', 'remark']}
        needs={['name', 'words']}
        hints={{
          words: '每行一个；汉字的词也按拼音查；不分大小写',
          enabled: '对以后设的密码有效，已有的密码不受影响',
          sort: '数字小的在前',
        }}
        fresh={{ kind: 1, enabled: 1, sort: 0 }}
        live={null}
      />
    </>
  )
}
