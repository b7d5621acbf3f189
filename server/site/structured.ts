import { formatTime } from '../../core/domain/time.ts'

/**
 * What search engines read of a page (schema.org, as JSON-LD). No matter of looks: skins put it where it stands in their layout.
 */
interface About {
  readonly site: { readonly name: string; readonly fullName: string; readonly url: string }
  /** The page's own address, whole. */
  readonly url: string
}

/** No text ends the element that it stands in. */
const safe = (value: object): string => JSON.stringify(value).replace(/[<\u2028\u2029]/g, (c) => unicode(c))
const unicode = (c: string) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`

const context = 'https://schema.org'
const isoOf = (ms: number): string => `${formatTime(ms).replace(' ', 'T')}+08:00`
const publisherOf = ({ site }: Pick<About, 'site'>) => ({
  '@type': 'GovernmentOrganization',
  name: site.fullName,
  url: `${site.url}/`,
})

/** The front page: whose site it is, and how it is searched. */
export const siteData = (about: About): string =>
  safe({
    '@context': context,
    '@type': 'WebSite',
    name: about.site.name,
    url: about.url,
    inLanguage: 'zh-CN',
    publisher: publisherOf(about),
    potentialAction: {
      '@type': 'SearchAction',
      target: `${about.site.url}/search.html?q={search_term_string}`,
      'query-input': 'required name=search_term_string',
    },
  })

/** The way from the front page to a page. @param chain the columns above it, topmost first */
export const crumbData = (chain: readonly { readonly title: string; readonly url: string | null }[]): object[] =>
  chain.flatMap(({ title, url }, at) =>
    url === null ? [] : [{ '@type': 'ListItem', position: at + 1, name: title, item: url }],
  )

/** A column's page. @param way as `crumbData` gives it */
export const columnData = (way: readonly object[]): string =>
  safe({ '@context': context, '@type': 'BreadcrumbList', itemListElement: way })

interface Article {
  readonly title: string
  readonly source: string
  /** Milliseconds. */
  readonly at: number
}

const quoted = (text: string): string => {
  const json = JSON.stringify(text)
  return json.includes('<') || json.includes('\u2028') || json.includes('\u2029') ? safe({ text }).slice(8, -1) : json
}

/** The beginning of an article's data: what is its own. There are as many as articles, so it is put together by hand. */
export const articleStart = ({ title, source, at }: Article): string =>
  `{"@context":"${context}","@graph":[{"@type":"NewsArticle","headline":${quoted(title)},"datePublished":"${isoOf(at)}","author":{"@type":"Organization","name":${quoted(source)}},`

/** Its end: what all articles of a column have alike. @param way that to the column */
export function articleEnd({ site }: Pick<About, 'site'>, section: string | null, way: readonly object[]): string {
  const alike = { ...(section !== null && { articleSection: section }), publisher: publisherOf({ site }) }
  const crumbs = way.length > 0 ? `,${safe({ '@type': 'BreadcrumbList', itemListElement: way })}` : ''
  return `${safe(alike).slice(1)}${crumbs}]}`
}
