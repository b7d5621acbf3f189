import { expect, test } from 'vitest'
import { generate, regenerate } from '../../server/site/generate.ts'
import { makeSite, type TestSite } from './support.ts'

const all = async (site: TestSite) => (await generate(site, { kind: 'all' })).receipt
const times = { createdAt: 1, updatedAt: 1, version: 1 }

/** A site with a column that has a model, an article with values, and one of another column. */
async function modelled() {
  const site = await makeSite()
  const model = { cmName: '文件', cmTableName: 'files', ...times }
  const { id } = await site.db.write.insertInto('contentModel').values(model).returning('id').executeTakeFirstOrThrow()
  const plain = { contentModelId: id, required: 0, lines: 0, inList: 0, state: 1, carried: 1, ...times } as const
  const field = (fieldType: number, fieldTipsName: string, fieldFieldName: string, sort: number, more: object = {}) =>
    site.db.write
      .insertInto('contentModelField')
      .values({ ...plain, fieldType, fieldTipsName, fieldFieldName, sort, ...more })
      .execute()
  await field(1, '文号', 'wh', 1)
  await field(5, '金额', 'je', 2, { unit: '万元' })
  await field(6, '标记', 'bj', 3, { fieldDefault: '看不见的' })
  await field(4, '原件', 'yj', 4)
  const columnId = await site.column({ title: '文件', path: 'wj', contentModelId: id })
  const other = await site.column({ title: '要闻', path: 'yw' })
  const modelFields = JSON.stringify({ wh: '青政〔2026〕<1>号', je: '12.50', gone: '别的模型的' })
  const articleId = await site.article({ columnId, title: '办法', modelFields })
  await site.article({ columnId: other, title: '新闻', modelFields })
  return { site, id, columnId, articleId, page: `a/0/${articleId}.html` }
}

test('an article shows what stands in the fields of its model, and nothing that is hidden or of another model', async () => {
  const { site, page } = await modelled()
  expect(await all(site)).toMatchObject({ failedCount: 0 })
  const html = site.read(page)
  expect(html).toContain('<dl class="fields">')
  expect(html).toContain('<dt>文号</dt><dd>青政〔2026〕&lt;1&gt;号</dd>')
  expect(html).toContain('<dt>金额</dt><dd>12.50 万元</dd>')
  expect(html).not.toMatch(/看不见的|别的模型的/)
  const again = await all(site)
  expect(again).toMatchObject({ written: 0, removed: 0, unchanged: again.expected })
})

test('a change of the model makes the pages of its articles anew, and no others', async () => {
  const { site, id, page } = await modelled()
  await all(site)
  await site.db.write
    .updateTable('contentModelField')
    .set({ fieldTipsName: '发文字号' })
    .where('contentModelId', '=', id)
    .where('fieldFieldName', '=', 'wh')
    .execute()
  const made = await all(site)
  expect(made).toMatchObject({ failedCount: 0, written: 1 })
  expect(site.read(page)).toContain('<dt>发文字号</dt>')
  // a column's own change is looked at everywhere
  await site.db.write.updateTable('column').set({ contentModelId: null }).execute()
  await regenerate(site, { articleIds: [], columnIds: [], everything: true })
  expect(site.read(page)).not.toContain('<dl class="fields">')
})

test('files in its fields lie beside the page, behind its own attachments', async () => {
  const { site, columnId, articleId, page } = await modelled()
  const paths = await site.attach(articleId, ['附件.pdf', '原件.pdf'])
  const { files } = await site.db.read
    .selectFrom('article')
    .select('files')
    .where('id', '=', articleId)
    .executeTakeFirstOrThrow()
  const [own, ofField] = (files ?? '').split(',')
  const modelFields = JSON.stringify({ yj: [Number(ofField)] })
  await site.db.write.updateTable('article').set({ files: own, modelFields }).where('id', '=', articleId).execute()
  await all(site)
  expect(site.files()).toEqual(expect.arrayContaining(paths))
  const html = site.read(page)
  expect(html.indexOf('附件.pdf')).toBeLessThan(html.indexOf('原件.pdf'))
  // each under the name of its field
  expect(html).toMatch(/原件：<a [^>]*>原件\.pdf/)
  expect(html).toMatch(/<li><a [^>]*>附件\.pdf/)
  // it goes with the field
  await site.db.write
    .updateTable('article')
    .set({ modelFields: null, version: 9 })
    .where('id', '=', articleId)
    .execute()
  await regenerate(site, { articleIds: [articleId], columnIds: [columnId] })
  expect(site.files()).toContain(paths[0])
  expect(site.files()).not.toContain(paths[1])
})

test('a template has the values by their names, with what is hidden', async () => {
  const { site, articleId } = await modelled()
  const { rendererOf } = await import('../../server/site/render.ts')
  const { loadSite } = await import('../../server/site/model.ts')
  const { loadFull } = await import('../../server/site/data.ts')
  const { openSkin } = await import('../../server/site/skin.ts')
  const { shippedFiles } = await import('../../server/site/skin-files.ts')
  const skin = openSkin(shippedFiles('default'))
  const seen: { article?: { model: object; fields: object } }[] = []
  const looking = {
    ...skin,
    render: (name: string, scope: object) => {
      if (name === 'article') seen.push(scope)
      return skin.render(name, scope)
    },
  }
  const full = (await loadFull(site.db, [articleId])).get(articleId)
  rendererOf(await loadSite(site.db), looking, site.key).article(full as never, [])
  expect(seen[0]?.article).toMatchObject({
    model: { wh: '青政〔2026〕<1>号', je: '12.50 万元', bj: '看不见的' },
    fields: [
      { name: 'wh', title: '文号' },
      { name: 'je', title: '金额', words: '12.50 万元' },
    ],
  })
})
