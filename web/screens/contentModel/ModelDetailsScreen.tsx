import { useMemo } from 'react'
import { Link, useParams } from 'react-router'
import { contentModel } from '../../../core/contract/contentModel.ts'
import { type FieldSetting, modelFieldsMax, settingsOfKind, typeWords } from '../../../core/domain/content-model.ts'
import { dictStates, type FieldType } from '../../../core/domain/enums.ts'
import { notices } from '../../../core/text.ts'
import { useCall } from '../../data/calls.ts'
import { refusalOf } from '../../data/client.ts'
import { ErrorState, Loading } from '../../parts/States.tsx'
import type { TreeKind } from '../../parts/tree/nodes.ts'
import type { TreeForm, TreeProps } from '../../parts/tree/props.ts'
import { TreeRowForm } from '../../parts/tree/TreeRowForm.tsx'
import { TreeScreen } from '../../parts/tree/TreeScreen.tsx'
import { api, backToList, type Model, type ModelField, places, rights } from './calls.ts'
import '../../parts/record.css'
import '../../parts/toolbar.css'

type Node = ModelField & { readonly children: readonly Node[] }

const kind: TreeKind<Node> = {
  says: '字段',
  idOf: ({ id }) => id,
  parentOf: () => '',
  nameOf: ({ fieldTipsName }) => fieldTipsName,
  flat: true,
}
const nodesOf = (list: readonly ModelField[]): readonly Node[] => list.map((one) => ({ ...one, children: [] }))

const { contentModelId: _, ...shape } = contentModel.saveForm.input.shape
type Values = { [F in keyof typeof shape]?: unknown }
const fields = [
  ...(['fieldType', 'fieldTipsName', 'fieldFieldName', 'required', 'lines', 'maxLength', 'choices'] as const),
  ...(['minimum', 'maximum', 'unit', 'fieldDefault', 'hint', 'inList', 'state'] as const),
]
const hints = {
  fieldFieldName: '程序、命令和网站模板按字段名取值，例如 fwzh；已有文章填写后不能改',
  choices: '一行一个，按这里的顺序供选择',
  fieldDefault: '新文章先填好的值；多选一行一个。隐藏域是每篇文章都有的值，按钮是打开的地址',
  inList: '文章列表选定栏目后多出这一列',
  state: '停用后不再填写，已填写的文章照样显示',
}
const hasOf = (setting: FieldSetting) => (values: Values) =>
  settingsOfKind[Number(values.fieldType) as FieldType]?.includes(setting) ?? false
const settings: readonly FieldSetting[] = [
  ...(['required', 'lines', 'maxLength', 'choices', 'minimum', 'maximum'] as const),
  ...(['unit', 'fieldDefault', 'hint', 'inList'] as const),
]
/** What visitors read of a field that articles have. */
const shown = ['fieldTipsName', 'unit', 'fieldDefault'] as const
const when = Object.fromEntries(settings.map((setting) => [setting, hasOf(setting)]))

/** All fields of a model: it has no more than one page. */
const callsOf = (contentModelId: string): TreeProps<Node>['calls'] => ({
  area: 'contentModel',
  tree: 'contentModel.listForm',
  read: async (_input, options) =>
    nodesOf((await api.listForm({ contentModelId, pageNumber: 1, pageSize: modelFieldsMax }, options)).list),
  arrange: async ({ ids }, options) => nodesOf(await api.arrange({ contentModelId, fieldIds: ids }, options)),
  remove: async (id, options) => (await api.deleteForm({ ids: [id] }, options)).failed[0]?.errorMsg ?? null,
  refusal: (id) => refusalOf(contentModel.deleteForm, { ids: [id] }),
})

/** The form of a field: by its kind, only what that has. */
function FieldForm({ form, model }: { form: TreeForm<Node>; model: Model }) {
  const { row, ...rest } = form
  const rowCalls = {
    get: api.getFromById,
    add: (input: object, options?: Parameters<typeof api.saveForm>[1]) =>
      api.saveForm({ ...input, contentModelId: model.id } as never, options),
    edit: api.updateForm,
  }
  return (
    <TreeRowForm<Values, Node, ModelField>
      form={rest}
      row={row}
      area="contentModel"
      drafts={`contentModel/${model.id}/field`}
      calls={rowCalls as never}
      shape={shape as never}
      fields={fields}
      hints={hints}
      when={when}
      fresh={{ fieldType: 1, required: 0, inList: 0, state: 1 }}
      live={(changed, field) => (field && model.columnCount && shown.some((one) => one in changed) ? notices.live : '')}
    />
  )
}

/** One content model: its fields in their order, one of them on the right. */
export default function ModelDetailsScreen() {
  const { id = '' } = useParams()
  const { data: model, error, refetch } = useCall('contentModel.getById', api.getById, { id }, { fresh: true })
  const of = useMemo(() => ({ contentModelId: id }), [id])
  const calls = useMemo(() => callsOf(id), [id])
  if (error && !model) return <ErrorState error={error} retry={() => void refetch()} back={backToList} />
  if (!model) return <Loading />
  return (
    <article className="record">
      <div className="toolbar">
        <h1>{model.cmName}</h1>
        <span className="muted">
          {[model.cmTableName, model.columnCount ? `${model.columnCount} 个栏目使用` : '还没有栏目使用'].join('，')}
        </span>
        <span className="grow" />
        <Link className="no-print" to={places.list}>
          返回自定义模型
        </Link>
      </div>
      <TreeScreen<Node>
        kind={kind}
        calls={calls}
        of={of}
        rights={{ add: rights.edit, change: rights.edit, remove: rights.edit }}
        notes={({ fieldType, required, state }) =>
          [typeWords(fieldType), Number(required) === 1 && '必填', Number(state) === 0 && dictStates[0]].filter(Boolean)
        }
        keeps={({ carried }) =>
          Number(carried) === 1 ? '已有文章填写，删除后为停用：不再填写，已填写的照样显示。' : null
        }
        facts={({ carried }) => Number(carried) === 1 && <span className="muted">已有文章填写，删除则停用</span>}
        form={(form) => <FieldForm form={form} model={model} />}
      />
    </article>
  )
}
