import { Form, Input, Select } from 'antd'
import { columnInNav, columnReviews, columnTypes } from '../../../core/domain/enums.ts'
import { pleaseEnter } from '../../../core/text.ts'
import { useCall } from '../../data/calls.ts'
import { required, rule } from '../../parts/form/rules.ts'
import { ReferencePicker, ReferencesPicker } from '../../parts/ReferencePicker.tsx'
import { ImageUpload } from '../../parts/upload/ImageUpload.tsx'
import { api, column } from './calls.ts'

const { shape } = column.save.input

interface Props {
  /** The column itself: it cannot come under itself. */
  readonly self: string | undefined
  readonly readOnly: boolean
}

/** The fields of a column. */
export function ColumnFields({ self, readOnly }: Props) {
  const templates = useCall('column.temList', api.temList, {})
  const kind = Form.useWatch('columnType')
  const templatesFor = (...kinds: string[]) =>
    (templates.data ?? [])
      .filter(({ id }) => kinds.some((name) => id.startsWith(name)))
      .map(({ id, name }) => ({ value: id, label: name }))
  const choice = { allowClear: true, placeholder: '默认' } as const
  return (
    <div className="tree-form">
      <Form.Item name="categoryTitle" label="栏目名称" required rules={[rule(shape.categoryTitle)]}>
        <Input maxLength={100} autoFocus={self === undefined} />
      </Form.Item>
      <Form.Item name="columnType" label="栏目类型">
        <Select
          aria-label="栏目类型"
          options={Object.entries(columnTypes).map(([value, label]) => ({ value: Number(value), label }))}
        />
      </Form.Item>
      <Form.Item name="categoryCategoryId" label="上级栏目" extra="不选为顶级栏目">
        <ReferencePicker of="column" label="上级栏目" placeholder="顶级栏目" without={self} />
      </Form.Item>
      <Form.Item name="inNav" label="网站导航" extra="首页顶部的导航只有两级；不显示的栏目仍可打开">
        <Select
          aria-label="网站导航"
          options={Object.entries(columnInNav).map(([value, label]) => ({ value: Number(value), label }))}
        />
      </Form.Item>
      {kind !== 3 && (
        <Form.Item
          name="threeReviews"
          label="审核方式"
          extra="三审三校：初审一校、复审二校、终审三校由三个人作，都不是撰稿人；只管本栏目，下级栏目各自设定"
        >
          <Select
            aria-label="审核方式"
            options={Object.entries(columnReviews).map(([value, label]) => ({ value: Number(value), label }))}
          />
        </Form.Item>
      )}
      <Form.Item name="columnPath" label="目录名" rules={[rule(shape.columnPath)]}>
        <Input maxLength={100} placeholder="小写字母、数字和连字符" />
      </Form.Item>
      {kind === 3 && (
        <Form.Item
          name="columnDiyUrl"
          label="自定义链接"
          required
          rules={[required(pleaseEnter('自定义链接')), rule(shape.columnDiyUrl)]}
        >
          <Input maxLength={500} placeholder="https://" />
        </Form.Item>
      )}
      {kind !== 3 && (
        <Form.Item
          name="columnContentModelId"
          label="内容模型"
          extra="栏目的文章在正文之外填写的字段；换了模型，文章中原有的内容保留而不显示"
        >
          <ReferencePicker of="contentModel" label="内容模型" placeholder="无" />
        </Form.Item>
      )}
      <Form.Item name="columnListUrl" label="列表页模板">
        <Select aria-label="列表页模板" {...choice} options={templatesFor('list', 'single')} />
      </Form.Item>
      <Form.Item name="columnUrl" label="文章页模板">
        <Select aria-label="文章页模板" {...choice} options={templatesFor('article')} />
      </Form.Item>
      <Form.Item name="columnKeyword" label="关键词">
        <Input maxLength={300} />
      </Form.Item>
      <Form.Item name="relationCategoryid" label="关联栏目">
        <ReferencesPicker of="column" label="关联栏目" />
      </Form.Item>
      <Form.Item name="categorySmallImg" label="栏目图片" className="whole" rules={[rule(shape.categorySmallImg)]}>
        <ImageUpload label="栏目图片" readOnly={readOnly} />
      </Form.Item>
      <Form.Item name="columnDescrip" label="描述" className="whole">
        <Input.TextArea rows={3} maxLength={1000} />
      </Form.Item>
    </div>
  )
}
