import { Form, Input, Select } from 'antd'
import { useState } from 'react'
import { changes } from '../../../core/client/changes.ts'
import { column } from '../../../core/contract/column.ts'
import { columnTypes } from '../../../core/domain/enums.ts'
import { ApiError } from '../../../core/errors.ts'
import { buttons, notices, pleaseEnter } from '../../../core/text.ts'
import { useSay } from '../../app/say.ts'
import { useAction, useCall, useStale } from '../../data/calls.ts'
import { ColumnPicker, ColumnsPicker } from '../../parts/ColumnPicker.tsx'
import { FormScreen } from '../../parts/form/FormScreen.tsx'
import { required, rule } from '../../parts/form/rules.ts'
import { useEdit } from '../../parts/form/useEdit.tsx'
import { api, type ColumnNode, top } from './calls.ts'

const { shape } = column.save.input

/** What the form edits: the contract's fields, the parent as none at the top, the related columns as a list. */
type Values = Pick<
  ColumnNode,
  | 'categoryTitle'
  | 'columnType'
  | 'columnPath'
  | 'columnKeyword'
  | 'columnDescrip'
  | 'columnDiyUrl'
  | 'columnUrl'
  | 'columnListUrl'
  | 'categorySmallImg'
> & { categoryCategoryId: string | null; relationCategoryid: string[] }

const fields = [
  'categoryTitle',
  'columnType',
  'columnPath',
  'columnKeyword',
  'columnDescrip',
  'columnDiyUrl',
  'columnUrl',
  'columnListUrl',
  'categorySmallImg',
] as const

const parentOf = (id: string) => (id === top ? null : id)

function valuesOf(row: ColumnNode): Partial<Values> {
  return {
    ...(Object.fromEntries(fields.map((field) => [field, row[field] ?? undefined])) as Partial<Values>),
    categoryCategoryId: parentOf(row.categoryCategoryId),
    relationCategoryid: row.relationCategoryid?.split(',').filter(Boolean) ?? [],
  }
}

/** The form's values as the calls take them. */
const wire = ({ categoryCategoryId, relationCategoryid, ...rest }: Partial<Values>) => ({
  ...rest,
  ...(categoryCategoryId !== undefined && { categoryCategoryId: categoryCategoryId ?? top }),
  ...(relationCategoryid !== undefined && { relationCategoryid: relationCategoryid.join(',') }),
})

interface Props {
  /** The column; none: it is new, under `parentId`. */
  readonly row?: ColumnNode
  readonly parentId?: string
  readonly readOnly: boolean
  readonly done: (id: string) => void
  readonly cancel: () => void
}

/** One column's fields. */
export function ColumnForm({ row, parentId = top, readOnly, done, cancel }: Props) {
  const say = useSay()
  const stale = useStale()
  const [initial] = useState<Partial<Values>>(() =>
    row ? valuesOf(row) : { columnType: 1, categoryCategoryId: parentOf(parentId), relationCategoryid: [] },
  )
  const edit = useEdit<Values>(row ? `column/${row.columnId}` : 'column/new', initial)
  const templates = useCall('column.temList', api.temList, {})
  const add = useAction(api.save)
  const update = useAction(api.edit)
  const kind = Form.useWatch('columnType', edit.form)

  async function send() {
    if (!row) return add.run(wire(edit.values()) as Parameters<typeof api.save>[0])
    const before = { ...edit.original(), categoryId: row.columnId }
    // an emptied field has to be sent as empty, an unchanged one not at all
    const changed = Object.fromEntries(Object.entries(edit.changed()).map(([field, value]) => [field, value ?? '']))
    const sent = changes(before, changed, 'categoryId')
    const { categoryId, ...rest } = sent
    const input = { categoryId: String(categoryId), version: row.version, ...wire(rest as Partial<Values>) }
    return update.run(input as Parameters<typeof api.edit>[0], (error) => {
      // what was said names who changed it; the tree then shows it, and the next 保存 goes by it
      if (error.code === 'STALE') void stale('column')
    })
  }

  async function save() {
    try {
      const saved = await send()
      if (!saved) return
      say.success(notices.saved)
      if (row) edit.rebase(edit.values(), false)
      else edit.finish()
      await stale('column')
      done(saved.columnId)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.kind === 'local') say.warning(error.message)
    }
  }

  const templatesFor = (...kinds: string[]) =>
    (templates.data ?? [])
      .filter(({ id }) => kinds.some((name) => id.startsWith(name)))
      .map(({ id, name }) => ({ value: id, label: name }))
  return (
    <fieldset className="bare" disabled={readOnly}>
      <FormScreen<Values>
        edit={edit}
        initial={initial}
        cancel={cancel}
        actions={
          readOnly ? [] : [{ label: buttons.save, main: true, does: () => void save(), busy: add.busy || update.busy }]
        }
      >
        <div className="column-form">
          <Form.Item name="categoryTitle" label="栏目名称" required rules={[rule(shape.categoryTitle)]}>
            <Input maxLength={100} />
          </Form.Item>
          <Form.Item name="columnType" label="栏目类型">
            <Select
              aria-label="栏目类型"
              disabled={readOnly}
              options={Object.entries(columnTypes).map(([value, label]) => ({ value: Number(value), label }))}
            />
          </Form.Item>
          <Form.Item name="categoryCategoryId" label="上级栏目" extra="不选为顶级栏目">
            <ColumnPicker label="顶级栏目" disabled={readOnly} />
          </Form.Item>
          <Form.Item name="columnPath" label="目录名" rules={[rule(shape.columnPath)]}>
            <Input maxLength={100} placeholder="小写字母、数字和连字符" />
          </Form.Item>
          {kind === 3 && (
            <Form.Item name="columnDiyUrl" label="自定义链接" required rules={[required(pleaseEnter('自定义链接'))]}>
              <Input maxLength={500} placeholder="https://" />
            </Form.Item>
          )}
          <Form.Item name="columnListUrl" label="列表页模板">
            <Select
              aria-label="列表页模板"
              allowClear
              disabled={readOnly}
              placeholder="默认"
              options={templatesFor('list', 'single')}
            />
          </Form.Item>
          <Form.Item name="columnUrl" label="文章页模板">
            <Select
              aria-label="文章页模板"
              allowClear
              disabled={readOnly}
              placeholder="默认"
              options={templatesFor('article')}
            />
          </Form.Item>
          <Form.Item name="categorySmallImg" label="栏目图片地址">
            <Input maxLength={500} />
          </Form.Item>
          <Form.Item name="columnKeyword" label="关键词">
            <Input maxLength={300} />
          </Form.Item>
          <Form.Item name="relationCategoryid" label="关联栏目">
            <ColumnsPicker label="关联栏目" disabled={readOnly} />
          </Form.Item>
          <Form.Item name="columnDescrip" label="描述" className="whole">
            <Input.TextArea rows={3} maxLength={1000} />
          </Form.Item>
        </div>
      </FormScreen>
    </fieldset>
  )
}
