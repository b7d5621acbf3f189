import { article } from '../../core/contract/article.ts'
import { wordLevels } from '../../core/domain/words.ts'
import { mapSays } from '../../core/words/maps.ts'
import { givenIds } from '../bulk/ids.ts'
import { exit, usage } from '../errors.ts'
import { uses } from '../flags.ts'
import { columnsOf } from '../output/columns.ts'
import { checkFields, isDrawn, writeList, writeValue } from '../output/write.ts'
import { verb } from '../verb.ts'

const shape = {
  columns: columnsOf(article.articleSensitiveList.output.shape.hits),
  usual: ['level', 'field', 'word', 'before', 'found', 'after', 'suggestion'],
  idField: 'wordId',
  titleField: 'word',
}

/** The words of the lists that an article has. */
export const verbs = [
  verb({
    name: 'words',
    says: '检测一篇文章中的敏感词和错词；有待审修订的检测修订',
    args: '[编号]',
    knows: [...uses.server, ...uses.output],
    examples: ['xzx article words 101', 'xzx article words 101 --json'],
    async run(ctx, { args }) {
      const [articleId, ...rest] = (await givenIds(ctx, args)) ?? []
      if (!articleId || rest.length > 0) throw usage('应有一个文章编号', '例如 xzx article words 101')
      checkFields(ctx, shape)
      const { articleSensitiveList } = await ctx.client('article')
      const found = await articleSensitiveList({ articleId }, { signal: ctx.signal })
      if (ctx.format === 'json') await writeValue(ctx, found)
      else await writeList(ctx, shape, found.hits)
      const most = found.level === null ? '' : `，最高等级：${wordLevels[Number(found.level) as 0]}`
      const { maps = [], links = [], files = [] } = found
      const beside = [
        maps.length > 0 ? `${maps.length} 张地图没有审图号：${mapSays}` : '',
        links.length > 0 ? `${links.length} 个链接失效：${links[0]?.address}` : '',
        ...files.map(({ name, fault, total }) => `附件「${name}」${fault ?? `中有 ${total} 处个人信息`}`),
      ]
      if (isDrawn(ctx)) for (const says of beside.filter(Boolean)) ctx.note(says)
      if (isDrawn(ctx)) ctx.note(found.total === 0 ? '没有发现词表中的词' : `发现 ${found.total} 处${most}`)
      return exit.ok
    },
  }),
]
