import { article } from '../../core/contract/article.ts'
import { fieldOf } from '../../core/domain/content-model.ts'
import { fieldWords } from '../../core/domain/fields.ts'
import { namedId } from '../areas/reference-names.ts'
import { checkIds } from '../bulk/ids.ts'
import { usage } from '../errors.ts'
import { uses } from '../flags.ts'
import { columnsOf } from '../output/columns.ts'
import { checkFields, isDrawn, writeList } from '../output/write.ts'
import { verb } from '../verb.ts'

const shape = {
  columns: columnsOf(article.queryFieldOverwrite.output),
  usual: ['fieldTipsName', 'fieldFieldName', 'fieldType', 'required', 'value', 'choices', 'hint'],
  idField: 'id',
  titleField: 'fieldTipsName',
}

/** What is to be filled in for a column, and what stands there. */
export const verbs = [
  verb<{ readonly column?: string }>({
    name: 'fields',
    says: '列出内容模型的字段：一篇文章的和它已填写的内容，或一个栏目的和默认值',
    args: '[编号]',
    flags: [{ flag: '--column <栏目>', says: '栏目编号或名称；连同文章编号写，则看文章移到那里后的字段' }],
    knows: [...uses.server, ...uses.output],
    examples: ['xzx article fields 101', 'xzx article fields --column 通知公告'],
    async run(ctx, { args, flags }) {
      if (args.length > 1) throw usage('应写一个文章编号', '例如 xzx article fields 101')
      if (args.length === 0 && flags.column === undefined)
        throw usage('缺少文章编号或 --column', '例如 xzx article fields 101，或 xzx article fields --column 通知公告')
      checkFields(ctx, shape)
      const [articleId = '0'] = checkIds(args)
      const columnId = flags.column === undefined ? '0' : await namedId(ctx, 'column', flags.column)
      const { queryFieldOverwrite } = await ctx.client('article')
      const fields = await queryFieldOverwrite({ articleId, columnId }, { signal: ctx.signal })
      const drawn = fields.map((field) => ({
        ...field,
        value: field.value === null ? null : fieldWords(fieldOf(field), field.value),
      }))
      await writeList(ctx, shape, isDrawn(ctx) ? drawn : fields)
    },
  }),
]
