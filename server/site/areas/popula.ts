import { safeLink } from '../../../core/domain/links.ts'
import type { AreaSite } from '../area-site.ts'

const frontSize = 24

/** Featured links: a row of the front page, whose clicks a script counts. */
export const popula: AreaSite = {
  title: '推荐链接',
  async front({ read }) {
    const rows = await read
      .selectFrom('popula')
      .select(['id', 'name', 'url', 'image'])
      .where('enabled', '=', 1)
      .orderBy('sort')
      .orderBy('id', 'desc')
      .limit(frontSize)
      .execute()
    const items = rows.flatMap(({ id, name, url, image }) => {
      const address = safeLink(url)
      return address === null
        ? []
        : [{ id, name, url: address, image: safeLink(image), external: /^https?:/i.test(address) }]
    })
    return { items }
  },
}
