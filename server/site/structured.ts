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
const publisherOf = ({ site }: About) => ({
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
  readonly section: string | null
  /** Milliseconds. */
  readonly at: number
}

/** An article's page. @param way that to its column */
export const articleData = (about: About, { title, source, section, at }: Article, way: readonly object[]): string =>
  safe({
    '@context': context,
    '@graph': [
      {
        '@type': 'NewsArticle',
        headline: title,
        datePublished: isoOf(at),
        inLanguage: 'zh-CN',
        mainEntityOfPage: about.url,
        ...(section !== null && { articleSection: section }),
        author: { '@type': 'Organization', name: source },
        publisher: publisherOf(about),
      },
      ...(way.length > 0 ? [{ '@type': 'BreadcrumbList', itemListElement: way }] : []),
    ],
  })
