import { hideIn } from '../../core/words/hide.ts'
import { personalHits } from '../../core/words/hits.ts'
import { type PersonalKind, personalKinds } from '../../core/words/personal.ts'
import type { Context } from '../context.ts'

type Row = Readonly<Record<string, unknown>>

/** The texts of a row in which somebody's own data may stand. */
const looked = ['title', 'subtitle', 'summary', 'source', 'content'] as const

/** Looks for somebody's own data in what is exported, and hides it where that is asked for. */
export function personalWatch(mask: boolean) {
  const kinds = new Map<PersonalKind, number>()
  const articles: string[] = []
  let left = 0
  return {
    /** A row as it goes into the file. @param shown the fields that go there */
    pass<R extends object>(row: R, shown: ReadonlySet<string>): R {
      const values = row as Row
      const texts = looked.flatMap((field) => {
        const text = values[field]
        return shown.has(field) && typeof text === 'string' ? [{ field, text, html: field === 'content' }] : []
      })
      const {
        changed,
        found,
        left: still,
      } = mask ? hideIn(texts) : { changed: new Map(), found: personalHits(texts), left: 0 }
      if (found.total === 0) return row
      for (const [kind, count] of found.kinds) kinds.set(kind, (kinds.get(kind) ?? 0) + count)
      articles.push(String(values.articleId))
      left += still
      return mask ? { ...row, ...Object.fromEntries(changed) } : row
    },
    /** Says what was found, to who has exported it. */
    tell(ctx: Context): void {
      if (articles.length === 0) return
      const counted = [...kinds].map(([kind, count]) => `${personalKinds[kind]} ${count}`).join('、')
      const where = `${articles.slice(0, 5).join('、')}${articles.length > 5 ? ' 等' : ''}`
      const of = `${articles.length} 篇文章（${where}）中有个人信息：${counted}`
      const cannot = left > 0 ? `；${left} 处跨了格式，没有隐去，请在文章中修改` : ''
      ctx.note(mask ? `${of}，已隐去${cannot}` : `${of}；外发前请核对，--mask 可在导出时隐去`)
    },
  }
}
